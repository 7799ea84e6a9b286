//! The words of comments and documentation strings, without their marks, licences and directives.

use super::xmldoc;
use crate::base::Span;

/// Beginnings of comment lines that talk to tools, not to people; compared in lower case.
const DIRECTIVES: &[&str] = &[
    "!/",
    "-*-",
    "@ts-",
    "biome-ignore",
    "clang-format",
    "clippy::",
    "coding:",
    "coding=",
    "eslint",
    "fmt:",
    "fmt off",
    "fmt on",
    "frozen_string_literal",
    "go:",
    "+build",
    "isort:",
    "istanbul ignore",
    "mypy:",
    "nolint",
    "noqa",
    "nosonar",
    "pragma:",
    "prettier-ignore",
    "pylint:",
    "pyright:",
    "region",
    "endregion",
    "rubocop:",
    "ruff:",
    "luacheck:",
    "shellcheck ",
    "stylua:",
    "zig fmt:",
    "buf:lint",
    "rustfmt",
    "spdx-",
    "tslint:",
    "type: ignore",
    "vim:",
    "yapf:",
    "ts-",
    "/ <reference",
    "<reference",
    "global ",
    "globals ",
    "jshint",
    "encoding:",
    "typed:",
    "stylelint",
    "v8 ignore",
    "c8 ignore",
    "cspell:",
    "codespell",
    "fallthrough",
];
/// A paragraph with one of these is about rights, not about the code; compared in lower case.
const LEGAL: &[&str] = &[
    "copyright",
    "(c) 20",
    "licensed under",
    "license agreement",
    "licence",
    "all rights reserved",
    "permission is hereby",
    "redistribution",
    "redistributions",
    "without warranty",
    "warranties",
    "as is\"",
    "gnu general public",
    "apache license",
    "mit license",
    "bsd license",
    "under the license",
    "liable for",
    "liability",
    "spdx-license",
    "the license",
    "license file",
    "this file is part of",
    "source license",
    "public license",
];

/// Bytes at the start of a file in which a comment may be about rights.
const HEAD_BYTES: usize = 16_384;

/// The text of comments, marks removed, paragraphs kept; `None` if nothing for people is in it.
pub(crate) fn of_comments(spans: &[Span], text: &str) -> Option<String> {
    let mut lines = Vec::new();
    for span in spans {
        let comment = span.slice(text).trim_end();
        let here = comment.strip_prefix("=begin").map(|rest| rest.strip_suffix("=end").unwrap_or(rest));
        match comment.strip_prefix("/*").or(here).or_else(|| long_dashed(comment)) {
            Some(block) => lines.extend(block_lines(block).into_iter().filter_map(haddock_field)),
            None => lines.extend(comment.lines().map(line_text)),
        }
    }
    // Rights are claimed where a file begins.
    let is_head = spans.first().is_none_or(|span| span.start < HEAD_BYTES);
    let text = joined(&paragraphs(lines, if is_head { is_legal } else { |_| false }))?;
    match xmldoc::read(&text) {
        Some(read) => (!read.is_empty()).then_some(read),
        None => Some(text),
    }
}

/// The text of a file's own documentation string, as `of_string`, without what is said of rights.
pub(crate) fn of_module_string(literal: &str) -> Option<String> {
    joined(&paragraphs(string_lines(literal)?, is_legal))
}

/// The text of a documentation string: prefix and quotes removed, indentation taken out, paragraphs kept.
pub(crate) fn of_string(literal: &str) -> Option<String> {
    joined(&paragraphs(string_lines(literal)?, |_| false))
}

fn string_lines(literal: &str) -> Option<Vec<&str>> {
    let at = literal.find(['"', '\''])?;
    let body = &literal[at..];
    let quote = &body[..1];
    let triple = quote.repeat(3);
    let mark = if body.starts_with(&triple) { triple.as_str() } else { quote };
    let inner = body.strip_prefix(mark).unwrap_or(body);
    let inner = inner.strip_suffix(mark).unwrap_or(inner);
    let mut lines: Vec<&str> = inner.lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let least = lines.iter().skip(1).filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    for (at, line) in lines.iter_mut().enumerate() {
        *line = if at == 0 { line.trim_start() } else { line.get(least..).unwrap_or(line.trim_start()) };
    }
    Some(lines)
}

/// What stands between `--[[` and `]]`, with any number of `=` between the brackets, or between `{-` and `-}`.
fn long_dashed(comment: &str) -> Option<&str> {
    if let Some(inner) = comment.strip_prefix("{-") {
        let inner = inner.strip_suffix("-}").unwrap_or(inner).trim_start();
        return Some(inner.strip_prefix('|').unwrap_or(inner));
    }
    let inner = comment.strip_prefix("--[")?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    let inner = inner[level..].strip_prefix('[')?;
    let close = inner.len().saturating_sub(level + 2);
    Some(inner.get(..close).filter(|_| inner.ends_with(']')).unwrap_or(inner))
}

/// A line of a block comment, unless it is a field of a Haskell module's header that says nothing of the code; what
/// describes the module stays.
fn haddock_field(line: &str) -> Option<&str> {
    let Some((name, rest)) = line.split_once(':') else { return Some(line) };
    match name.trim_end() {
        "Module" | "Copyright" | "License" | "Maintainer" | "Stability" | "Portability" if name.ends_with(' ') => None,
        "Description" if name.ends_with(' ') => Some(rest.trim_start()),
        _ => Some(line),
    }
}

/// Lines of a block comment after its `/*`, with stars and common decoration removed.
fn block_lines(block: &str) -> Vec<&str> {
    let block = block.strip_suffix("*/").unwrap_or(block);
    let block = block.trim_start_matches(['*', '!']);
    block
        .lines()
        .map(|line| {
            let line = line.trim();
            let line = line.strip_prefix('*').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line).trim_end_matches(['*', ' ', '\t'])
        })
        .collect()
}

fn line_text(line: &str) -> &str {
    let line = line.trim();
    // A shebang is a directive, and must be seen as one.
    if line.starts_with("#!/") {
        return &line[1..];
    }
    let bare = match line.strip_prefix("//") {
        Some(rest) => rest.strip_prefix(['/', '!']).unwrap_or(rest),
        None if line.starts_with("--") => {
            let rest = line.trim_start_matches('-');
            // Haddock's marks say which way the comment points.
            rest.strip_prefix(" |").or_else(|| rest.strip_prefix(" ^")).unwrap_or(rest)
        }
        None => line.trim_start_matches('#').trim_start_matches('!'),
    };
    bare.strip_prefix(' ').unwrap_or(bare).trim_end()
}

/// What is left without directives, rulers and what `is_legal` says is about rights.
fn paragraphs(lines: Vec<&str>, is_legal: fn(&[&str]) -> bool) -> Vec<Vec<&str>> {
    let mut paragraphs: Vec<Vec<&str>> = vec![Vec::new()];
    for line in lines {
        let is_ruler = !line.trim().is_empty() && !line.chars().any(char::is_alphanumeric) && line.trim().len() > 2;
        if line.trim().is_empty() || is_ruler {
            if paragraphs.last().is_some_and(|last| !last.is_empty()) {
                paragraphs.push(Vec::new());
            }
        } else if !is_directive(line)
            && let Some(last) = paragraphs.last_mut()
        {
            last.push(line);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty() && !is_legal(paragraph) && !is_file_header(paragraph));
    paragraphs
}

fn joined(paragraphs: &[Vec<&str>]) -> Option<String> {
    let joined: Vec<String> = paragraphs.iter().map(|paragraph| paragraph.join("\n")).collect();
    let text = joined.join("\n\n");
    let text = text.trim();
    let tag = ["@file ", "@fileoverview ", "@overview ", "@packageDocumentation", "@module "];
    let text = tag.iter().find_map(|tag| text.strip_prefix(tag)).unwrap_or(text).trim().to_owned();
    text.chars().any(char::is_alphabetic).then_some(text)
}

fn is_directive(line: &str) -> bool {
    let line = line.trim_start();
    let Some(first) = line.bytes().next().map(|byte| byte.to_ascii_lowercase()) else { return false };
    let begins = |directive: &&&str| directive.as_bytes()[0] == first;
    DIRECTIVES
        .iter()
        .filter(begins)
        .any(|directive| line.get(..directive.len()).is_some_and(|start| start.eq_ignore_ascii_case(directive)))
}

/// What an editor writes above a file: its name and project, who began it and when.
fn is_file_header(paragraph: &[&str]) -> bool {
    let first = paragraph[0].trim();
    let is_file = first.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && !ending.is_empty() && ending.len() < 6 && !first.contains(' ')
    });
    let is_name = |line: &&str| line.split_whitespace().count() < 4 && !line.trim().ends_with('.');
    (is_file && paragraph.len() < 3 && paragraph.iter().skip(1).all(is_name)) || first.starts_with("Created by ")
}

fn is_legal(paragraph: &[&str]) -> bool {
    let text = paragraph.join(" ").to_lowercase();
    text.starts_with("(c) ") || LEGAL.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Option<String> {
        of_comments(&[Span::new(0, text.len())], text)
    }

    #[test]
    fn strips_marks() {
        assert_eq!(comments("/// Adds.\n").as_deref(), Some("Adds."));
        assert_eq!(comments("/**\n * Adds.\n *\n * Slowly.\n */").as_deref(), Some("Adds.\n\nSlowly."));
        assert_eq!(comments("# Adds.").as_deref(), Some("Adds."));
        assert_eq!(comments("/* ===== Sums ===== */").as_deref(), Some("===== Sums ====="));
        assert_eq!(comments("// ----------"), None);
    }

    #[test]
    fn leaves_out_what_is_for_tools_and_lawyers() {
        assert_eq!(comments("#!/usr/bin/env python3"), None);
        assert_eq!(comments("// eslint-disable-next-line no-console"), None);
        assert_eq!(comments("/* Strings.\n *\n * Copyright (c) 2006, nobody. */").as_deref(), Some("Strings."));
        assert_eq!(comments("//\n//  Order.swift\n//  Orders\n//\n//  Created by A. on 1/1/24.\n//\n"), None);
        assert_eq!(comments("// SPDX-License-Identifier: MIT"), None);
    }

    #[test]
    fn reads_documentation_strings() {
        let text = "\"\"\"Solves.\n\n    Deep:\n        x\n    \"\"\"";
        assert_eq!(of_string(text).as_deref(), Some("Solves.\n\nDeep:\n    x"));
        assert_eq!(of_string("r'One.'").as_deref(), Some("One."));
        assert_eq!(of_string("''"), None);
    }
}
