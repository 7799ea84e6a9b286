#!/usr/bin/env python3
"""Learns what the views of evidence count, and says how well that carries over to a repository not learned from.

Two questions, two fits: which of the files is changed (a softmax over the files of a state, once for each changed
file), and which unit of a changed file (a softmax over its units). A view's weight is at least zero; a ridge keeps views
that say the same from sharing one weight between them. States before and after the first edit are fitted apart.

    cargo bench --bench evidence_signals -- CASES.jsonl CLONES CACHE > signals.jsonl
    evidence_weights.py signals.jsonl

It prints the table of `src/evidence/views/weights.rs` and, leaving out one repository at a time, how many changed
files stand among the first eight.
"""
from __future__ import annotations

import json
import sys

import numpy as np
from scipy.optimize import minimize

RIDGE = 3.0
NEXT_UNIT = 0.5


class State:
    def __init__(self, row, views):
        self.repo, self.kind = row["repo"], row["kind"]
        files = row["files"]
        self.sizes = np.array([len(f["units"]) for f in files])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(int)
        place = {}
        for f, start in zip(files, self.starts):
            for i in range(len(f["units"])):
                place[f["first"] + i] = start + i
        signal = np.zeros((self.sizes.sum(), len(views)))
        for view, entries in row["views"].items():
            best = max((score for _, score in entries), default=1.0)
            for unit, score in entries:
                signal[place[unit], views.index(view)] = score / best
        best = np.maximum.reduceat(signal, self.starts, axis=0)
        near = np.repeat(best, self.sizes, axis=0)
        near[near == 0] = 1.0
        code = np.array([u[3] for f in files for u in f["units"]], dtype=float)
        self.units = np.concatenate([signal + signal / near, np.log1p(code)[:, None]], axis=1)
        sums = np.zeros((len(files), len(views)))
        for i, (start, size) in enumerate(zip(self.starts, self.sizes)):
            top = -np.sort(-signal[start:start + size], axis=0)[:4]
            sums[i] = (top * (NEXT_UNIT ** np.arange(len(top)))[:, None]).sum(axis=0)
        most = sums.max(axis=0)
        most[most == 0] = 1.0
        self.files = np.concatenate([sums / most, np.log(self.sizes)[:, None]], axis=1)
        known = {f["path"]: i for i, f in enumerate(files)}
        self.gold = []
        for group in row["groups"]:
            i = known.get(group["path"])
            if i is None:
                self.gold.append((None, None))
                continue
            hit = [any(u[0] <= last and first <= u[1] for first, last in group["spans"]) for u in files[i]["units"]]
            self.gold.append((i, np.array(hit)))


def softmax_fit(choices, signs):
    """Weights under which the right rows of each choice are likely; `signs` says which may be below zero."""
    rows = np.concatenate([c[0] for c in choices])
    right = np.concatenate([c[1] for c in choices]).astype(float)
    sizes = np.array([len(c[1]) for c in choices])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    share = np.array([c[2] for c in choices])

    def loss(w):
        z = rows @ w
        e = np.exp(z - np.repeat(np.maximum.reduceat(z, starts), sizes))
        total, good = np.add.reduceat(e, starts), np.add.reduceat(e * right, starts) + 1e-300
        slope = e * (np.repeat(share / total, sizes) - right * np.repeat(share / good, sizes))
        return (share * (np.log(total) - np.log(good))).sum() + RIDGE / 2 * (w * w).sum(), rows.T @ slope + RIDGE * w

    bounds = [(None, None) if free else (0, None) for free in signs]
    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x


def learn(states):
    files, places = [], []
    for s in states:
        gold = [i for i, _ in s.gold if i is not None]
        for i, hit in s.gold:
            if i is None:
                continue
            others = np.array([j == i or j not in gold for j in range(len(s.sizes))])
            files.append((s.files[others], (np.arange(len(s.sizes)) == i)[others], len(gold) ** -0.5))
            rows = s.units[s.starts[i]:s.starts[i] + s.sizes[i]]
            if hit.any() and not hit.all():
                places.append((rows, hit, 1.0))
    width = states[0].files.shape[1]
    return softmax_fit(files, [False] * (width - 1) + [True]), softmax_fit(places, [False] * width)


def recall(states, weights):
    found = [np.mean([i in set(np.argsort(-(s.files @ weights))[:8]) for i, _ in s.gold]) for s in states]
    return float(np.mean(found))


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    views = sorted({view for row in rows for view in row["views"]})
    states = [State(row, views) for row in rows]
    learned = {}
    for kind in ("pre_edit", "mid_edit"):
        mine = [s for s in states if s.kind == kind]
        learned[kind] = learn(mine)
        for repo in sorted({s.repo for s in mine}):
            rest, held = [s for s in mine if s.repo != repo], [s for s in mine if s.repo == repo]
            if rest:
                print(f"{kind} without {repo}: file recall@8 {recall(held, learn(rest)[0]):.3f}")
    for i, view in enumerate(views + ["(length of the file, lines of code)"]):
        print(f"{view:40s}" + "  ".join(f"{learned[k][0][i]:6.2f} {learned[k][1][i]:6.2f}" for k in learned))


if __name__ == "__main__":
    main()
