//! Whether the node of a definition in broken text is all of it.

use tree_sitter::Node;

/// Whether what must be the body of a definition is not in its node but follows it, as happens in broken text.
pub(crate) fn body_follows(node: Node<'_>, text: &str) -> bool {
    let bodiless = text.get(..node.end_byte()).is_some_and(|text| !text.ends_with(['}', ';']));
    let next = if bodiless { node.next_sibling() } else { None };
    next.is_some_and(|next| text.as_bytes().get(next.start_byte()) == Some(&b'{'))
}

/// Whether the definition's own last token was missing and the parser made it up, or the body was not found in broken
/// text: then its end is a guess.
pub(crate) fn closes_badly(node: Node<'_>) -> bool {
    if !node.has_error() {
        return false;
    }
    if last_child(node).is_some_and(|last| last.is_missing()) {
        return true;
    }
    let value = node.child_by_field_name("value").or_else(|| node.child_by_field_name("right"));
    let mut bodies = [Some(node), value].into_iter().flatten().filter_map(|holder| holder.child_by_field_name("body"));
    let Some(body) = bodies.next_back().or(value) else { return !ends_itself(node) };
    last_child(body).is_some_and(|last| last.is_missing())
}

/// Whether what has no body by name ends with a token that closes something.
fn ends_itself(node: Node<'_>) -> bool {
    let path = std::iter::successors(Some(node), |node| last_child(*node));
    let sound = |node: &Node<'_>| !node.is_missing() && !node.is_error();
    path.take_while(sound).last().is_some_and(|leaf| leaf.child_count() == 0 && matches!(leaf.kind(), "end" | "}"))
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    node.child_count().checked_sub(1).and_then(|last| node.child(last))
}
