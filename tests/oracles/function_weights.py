#!/usr/bin/env python3
"""Learns how much each signal of `git libra locate` counts for functions, and says what that is worth elsewhere.

    function_weights.py ANSWERS [--pull 0.015]

ANSWERS has one JSON object a line: `repo`, `gold_functions` (`path::Class.method`) and `answer`, what
`git libra locate --explain --format json -k 120 --issue-file ISSUE` printed at the issue's commit. Needs numpy.

A listwise softmax over the answers of each question, pulled towards the weights in use: every signal gets a factor
(1 leaves it as it is), never one that turns its sign. A signal whose weight is 0 in use does not show. Printed are
Func@1 and Func@5 (all gold functions among the first) in use, for each repository learnt from all others, and in
sample, then the factors. The weights in `src/agents/solver/functions.rs` are such factors, rounded; a question counts
1/sqrt(questions of its repository), so that no repository decides alone.
"""

import argparse
import collections
import json

import numpy as np


def read(path):
    rows = []
    for line in open(path):
        row = json.loads(line)
        if row["gold_functions"]:
            functions = [(f"{file['path']}::{function['name']}", function) for file in row["answer"]["results"]
                         for function in file["functions"]]
            rows.append((row["repo"], row["gold_functions"], functions))
    names = sorted({name for _, _, functions in rows for _, function in functions for name in function["signals"]})
    data = []
    for repo, gold, functions in rows:
        gains = np.array([[function["signals"].get(name, 0.0) for name in names] for _, function in functions])
        right = np.array([1.0 if name in gold else 0.0 for name, _ in functions])
        data.append((repo, gains.reshape(len(functions), len(names)), right, len(gold)))
    return names, data


def learn(data, signals, pull, steps=300, rate=0.05):
    counts = collections.Counter(repo for repo, *_ in data)
    usable = [(gains, right / right.sum(), counts[repo] ** -0.5) for repo, gains, right, _ in data if right.sum()]
    total = sum(share for *_, share in usable)
    factors, mean, square = np.ones(signals), np.zeros(signals), np.zeros(signals)
    for step in range(1, steps + 1):
        slope = pull * (factors - 1)
        for gains, right, share in usable:
            sums = gains @ factors
            chance = np.exp(sums - sums.max())
            slope = slope + share / total * (gains.T @ (chance / chance.sum() - right))
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        factors = factors - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        factors = np.maximum(factors, 0)
    return factors


def hits(data, factors):
    found = np.zeros(2)
    for _, gains, right, gold in data:
        order = np.argsort(-(gains @ factors), kind="stable")
        found += [right[order[:1]].sum() == gold, right[order[:5]].sum() == gold]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers")
    parser.add_argument("--pull", type=float, default=0.015)
    arguments = parser.parse_args()
    names, data = read(arguments.answers)
    print("in use    ", hits(data, np.ones(len(names))) / len(data))
    elsewhere = np.zeros(2)
    for left_out in sorted({repo for repo, *_ in data}):
        factors = learn([row for row in data if row[0] != left_out], len(names), arguments.pull)
        elsewhere += hits([row for row in data if row[0] == left_out], factors)
    print("elsewhere ", elsewhere / len(data))
    factors = learn(data, len(names), arguments.pull)
    print("in sample ", hits(data, factors) / len(data))
    for name, factor in zip(names, factors):
        print(f"{factor:6.2f} {name}")


if __name__ == "__main__":
    main()
