//! Templates made plain: what a grammar cannot read in their parameters and arguments says nothing of what is defined.

use super::bytes::angles_end;
use super::bytes::brackets_end;
use super::bytes::is_macro;
use super::bytes::skip_space;
use super::bytes::word_end;
use crate::source::preprocess::blank;

/// Makes one plain type of the arguments of a specialisation that compute something; `after` is where `class` or `struct`
/// ends.
pub(super) fn plain_arguments(code: &[u8], after: usize, out: &mut [u8]) {
    let opening = skip_space(code, word_end(code, skip_space(code, after)));
    if code.get(opening) != Some(&b'<') {
        return;
    }
    let Some(end) = angles_end(code, opening) else { return };
    let computes = code[opening..end].windows(8).any(|window| window == b"decltype");
    if computes && matches!(code.get(skip_space(code, end)), Some(b'{' | b':')) {
        blank(&mut out[opening + 1..end - 1]);
        out[opening + 1] = b'T';
    }
}

/// Makes the parameters of a template plain: defaults are left out, and what only restricts becomes a type. Gives the
/// place after the parameters.
pub(super) fn plain_parameters(code: &[u8], after: usize, out: &mut [u8]) -> usize {
    let opening = skip_space(code, after);
    if code.get(opening) != Some(&b'<') {
        return after;
    }
    let mut cuts = Vec::new();
    let (mut depth, mut at, mut start, mut default) = (0, opening, opening + 1, None);
    let limit = code.len().min(at + 4_000);
    while at < limit {
        match code[at] {
            b'<' => depth += 1,
            b'(' => {
                let Some(end) = brackets_end(code, at) else { return after };
                at = end;
                continue;
            }
            b',' | b'>' if depth == 1 && code[at - 1] != b'-' => {
                cuts.push((start, default.take(), at));
                if code[at] == b'>' {
                    for cut in cuts {
                        plain_parameter(code, cut, out);
                    }
                    return at + 1;
                }
                start = at + 1;
            }
            b'>' if code[at - 1] != b'-' => depth -= 1,
            b'=' if depth == 1 && default.is_none() => default = Some(at),
            b'{' | b'}' | b';' => return after,
            _ => {}
        }
        at += 1;
    }
    after
}

fn plain_parameter(code: &[u8], (start, default, end): (usize, Option<usize>, usize), out: &mut [u8]) {
    let start = skip_space(code, start);
    let parameter = &code[start..default.unwrap_or(end).max(start)];
    let name = &parameter[..word_end(parameter, 0)];
    let is_call = is_macro(name) && parameter.get(skip_space(parameter, name.len())) == Some(&b'(');
    let restricts = parameter.windows(9).any(|window| window.eq_ignore_ascii_case(b"enable_if"));
    if (is_call || restricts) && end - start > 2 {
        blank(&mut out[start..end]);
        out[start..start + 3].copy_from_slice(b"int");
    } else if let Some(default) = default {
        blank(&mut out[default..end]);
    }
}
