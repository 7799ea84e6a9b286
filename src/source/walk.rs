//! One walk over a syntax tree that collects definitions, imports, calls, messages and comments.
//!
//! It is iterative: nesting as deep as a hostile file likes costs memory, never the stack.

use std::collections::HashSet;

use tree_sitter::Node;
use tree_sitter::Tree;

use super::joins::Met;
use super::joins::Run;
use super::languages::spec;
use super::languages::spec::Definition;
use super::languages::spec::Enclosing;
use super::languages::spec::Exports;
use super::languages::spec::Roles;
use super::languages::spec::Scope;
use super::languages::spec::Spec;
use super::mend;
use super::messages;
use super::roles::roles_of;
use super::walked::Comment;
use super::walked::Found;
use super::walked::Message;
use super::walked::Walked;
use super::whole;
use crate::base::Span;
use crate::source::Language;
use crate::source::NoteKind;
use crate::source::SymbolKind;
use crate::source::Visibility;

/// Definitions nested deeper than this are not listed; nobody writes them, and their names would grow without end.
const MAX_NESTING: usize = 48;
/// White space between a comment and the branch below it, in bytes.
const MAX_INDENT: usize = 200;
/// Distinct names that one definition is known to call.
const MAX_CALLS: usize = 400;

/// An open definition.
struct Frame<'a> {
    found: Option<usize>,
    qualifier: String,
    encloses: Enclosing,
    /// Number of ancestors of the node that opened it.
    depth: usize,
    branches: u32,
    calls: Vec<&'a str>,
    known_calls: HashSet<&'a str>,
    visibility: Option<Visibility>,
    run: Run,
}

struct Walk<'a, 't> {
    /// Whether the parser met something that it could not read.
    broken: bool,
    language: Language,
    spec: &'static Spec,
    text: &'a str,
    roles: &'static [Roles],
    ancestors: Vec<Node<'t>>,
    frames: Vec<Frame<'a>>,
    /// What came last outside of all definitions.
    run: Run,
    /// Open nodes whose strings are messages: number of ancestors, kind.
    messages: Vec<(usize, NoteKind)>,
    walked: Walked,
    /// Definitions that end later than the tree has it.
    cut: Vec<Cut>,
    scratch: Vec<Definition>,
}

/// A definition that the parser closed too early.
struct Cut {
    of: usize,
    /// What belongs to it, though the tree does not say so.
    lost: Span,
    /// What its members' names begin with.
    qualifier: String,
    of_type: bool,
}

/// Walks the whole tree.
pub(crate) fn walk(language: Language, spec: &'static Spec, text: &str, tree: &Tree) -> Walked {
    let root = tree.root_node();
    let walked = Walked {
        definitions: Vec::new(),
        imports: Vec::new(),
        messages: Vec::new(),
        comments: Vec::new(),
        exports: Exports::default(),
        implemented: Vec::new(),
        module_string: (spec.module_string)(root),
    };
    let mut walk = Walk {
        broken: root.has_error(),
        language,
        spec,
        text,
        roles: roles_of(language, spec),
        ancestors: Vec::new(),
        frames: Vec::new(),
        run: Run::default(),
        messages: Vec::new(),
        walked,
        cut: Vec::new(),
        scratch: Vec::new(),
    };
    walk.run(root);
    walk.bring_home();
    walk.walked.settle(text, walk.broken);
    if spec.quirks.loses_else && text.contains("\n#if") {
        for found in &mut walk.walked.definitions {
            found.definition.span.end =
                mend::directive_end(text, found.definition.span).unwrap_or(found.definition.span.end);
        }
    }
    walk.walked
}

impl<'a, 't> Walk<'a, 't> {
    fn run(&mut self, root: Node<'t>) {
        let mut cursor = root.walk();
        let mut previous: Vec<Option<Node<'t>>> = vec![None];
        let mut prefixes: Vec<Option<usize>> = vec![None];
        loop {
            let node = cursor.node();
            let depth = self.ancestors.len();
            let roles = self.roles_at(node);
            if roles != 0 {
                self.enter(node, roles, previous[depth], prefixes[depth]);
                if roles & (spec::BRANCH | spec::ARM) != 0 {
                    self.comment_above(node);
                }
            }
            if roles & spec::PREFIX != 0 {
                prefixes[depth] = prefixes[depth].or(Some(node.start_byte()));
            } else if roles & spec::COMMENT == 0 {
                prefixes[depth] = None;
            }
            previous[depth] = Some(node);
            if roles & spec::COMMENT == 0 && cursor.goto_first_child() {
                self.ancestors.push(node);
                previous.truncate(depth + 1);
                previous.push(None);
                prefixes.truncate(depth + 1);
                prefixes.push(None);
                continue;
            }
            self.leave();
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.ancestors.pop();
                self.leave();
            }
        }
    }

    /// Gives definitions that were closed too early what belongs to them.
    fn bring_home(&mut self) {
        for cut in std::mem::take(&mut self.cut) {
            let home = self.walked.definitions[cut.of].container;
            let mut moved: HashSet<usize> = HashSet::new();
            for at in cut.of + 1..self.walked.definitions.len() {
                let found = &mut self.walked.definitions[at];
                if found.definition.span.start >= cut.lost.end {
                    break;
                }
                let is_lost = found.container == home && cut.lost.contains(found.definition.span);
                let is_below = found.container.is_some_and(|container| moved.contains(&container));
                if !is_lost && !is_below {
                    continue;
                }
                moved.insert(at);
                if found.definition.qualifier.is_none() {
                    found.qualified_name = format!("{}.{}", cut.qualifier, found.qualified_name);
                }
                if is_lost {
                    found.container = Some(cut.of);
                    if cut.of_type && found.definition.kind == Some(SymbolKind::Function) {
                        found.definition.kind = Some(SymbolKind::Method);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: Node<'t>, roles: Roles, previous: Option<Node<'t>>, prefix_start: Option<usize>) {
        if roles & spec::COMMENT != 0 {
            let in_body = self.is_in_body(node);
            let branch = if in_body { self.branch_of_comment(node, previous) } else { None };
            self.walked.comments.push(Comment { span: spec::span_of(node), in_body, branch });
            return;
        }
        if roles & spec::BRANCH != 0
            && self.decides(node)
            && let Some(frame) = self.frames.last_mut()
        {
            frame.branches += 1;
        }
        if roles & spec::STRING != 0 {
            self.string(node);
        }
        if roles & spec::RAISE != 0 && (roles & spec::PREFIX == 0 || self.is_message_attribute(node)) {
            self.messages.push((self.ancestors.len(), NoteKind::ErrorMessage));
        }
        if roles & !(spec::BRANCH | spec::ARM | spec::STRING | spec::RAISE | spec::PREFIX) != 0 {
            self.ask(node, roles, previous, prefix_start);
        }
    }

    /// Whether a comment stands in a function. Where indentation closes a function, its node reaches past its end.
    fn is_in_body(&self, node: Node<'t>) -> bool {
        let holds = |frame: &&Frame<'_>| {
            let found = frame.found.map(|at| &self.walked.definitions[at]);
            found.is_none_or(|found| {
                let after = self.text.get(found.definition.span.end..node.start_byte());
                after.is_none_or(|after| !after.contains('\n'))
            })
        };
        self.frames.iter().filter(holds).any(|frame| frame.encloses == Enclosing::Callable)
    }

    /// Whether control may go two ways at what has the role of a branch.
    fn decides(&self, node: Node<'t>) -> bool {
        if node.kind() == self.spec.quirks.operators {
            return matches!(self.text.get(node.byte_range()), Some("&&" | "||"));
        }
        if node.is_named() {
            !is_default(node)
        } else {
            !self.ancestors.last().is_some_and(|above| is_reference(*above))
        }
    }

    /// Roles that need the language's own answer.
    fn ask(&mut self, node: Node<'t>, roles: Roles, previous: Option<Node<'t>>, prefix_start: Option<usize>) {
        let spec = self.spec;
        let ancestors = std::mem::take(&mut self.ancestors);
        let scope = Scope {
            text: self.text,
            ancestors: &ancestors,
            previous,
            prefix_start,
            enclosing: self.frames.last().map_or(Enclosing::File, |frame| frame.encloses),
            default_visibility: self.frames.last().and_then(|frame| frame.visibility),
        };
        if roles & spec::CALL != 0
            && let Some(callee) = (spec.callee)(node, &scope)
        {
            self.call(callee, ancestors.len());
        }
        if roles & spec::IMPORT != 0 {
            (spec.import)(node, &scope, &mut self.walked.imports);
        }
        if roles & spec::EXPORT != 0 {
            (spec.export)(node, &scope, &mut self.walked.exports);
        }
        if roles & spec::MARK != 0
            && let Some(visibility) = (spec.mark)(node, &scope)
            && let Some(frame) = self.frames.last_mut()
        {
            frame.visibility = Some(visibility);
        }
        if roles & spec::DEFINITION != 0 && self.frames.len() < MAX_NESTING {
            let mut found = std::mem::take(&mut self.scratch);
            (spec.define)(node, &scope, &mut found);
            // A brace at an odd margin is doubted; a function's is believed where nothing better is found, since a type
            // that lost its end is far longer than it seems.
            let doubted = self.closes_elsewhere(node);
            let torn = whole::closes_badly(node) || (self.broken && whole::body_follows(node, self.text));
            let complete = !torn;
            // Names that one node gives together are siblings: what is in the node counts to the last of them.
            let around = self.frames.len();
            for mut definition in found.drain(..) {
                self.frames.truncate(around);
                let mended = if complete && !doubted { None } else { self.mended_end(&definition) };
                let cut = Span::new(definition.span.end, mended.unwrap_or(0));
                definition.span.end = mended.unwrap_or(definition.span.end);
                let of_type = definition.encloses == Some(Enclosing::Type);
                let complete = (complete && !(doubted && of_type)) || mended.is_some();
                self.define(definition, ancestors.len(), complete);
                if let Some(frame) = self.frames.last().filter(|_| !cut.is_empty())
                    && let Some(of) = frame.found
                {
                    let of_type = frame.encloses == Enclosing::Type;
                    self.cut.push(Cut { of, lost: cut, qualifier: frame.qualifier.clone(), of_type });
                }
            }
            self.scratch = found;
        }
        self.ancestors = ancestors;
    }

    /// Whether the brace that closes a definition in broken text stands at another margin than the definition, alone
    /// on its line: then it most likely closes something else.
    fn closes_elsewhere(&self, node: Node<'t>) -> bool {
        if !node.has_error() {
            return false;
        }
        let end = node.end_byte();
        let margin = |at: usize| {
            let start = self.text.get(..at)?.rfind('\n').map_or(0, |line| line + 1);
            let line = self.text.get(start..)?;
            Some((at == start + line.len() - line.trim_start_matches([' ', '\t']).len()).then(|| &self.text[start..at]))
        };
        let closes = self.text.get(..end).is_some_and(|text| text.ends_with('}'));
        match (margin(node.start_byte()).flatten(), end.checked_sub(1).and_then(margin).flatten()) {
            (Some(opening), Some(closing)) => closes && opening != closing,
            _ => false,
        }
    }

    /// The end of a definition whose closing brace is missing in the tree, if its indentation shows it. What is around
    /// it ends no earlier; if it does, one of the two is wrong, and nothing says which.
    fn mended_end(&self, definition: &Definition) -> Option<usize> {
        let around = self.frames.iter().rev().find_map(|frame| frame.found).map(|at| &self.walked.definitions[at]);
        let limit = around.filter(|around| around.complete).map_or(usize::MAX, |around| around.definition.span.end);
        mend::closing_brace(self.text, definition.span.start, definition.head_end.max(definition.head))
            .filter(|end| (definition.span.end..=limit).contains(end))
    }

    fn define(&mut self, mut definition: Definition, depth: usize, complete: bool) {
        definition.name = definition.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let around = self.frames.last().map_or("", |frame| frame.qualifier.as_str());
        let qualifier = definition.qualifier.as_deref().unwrap_or(around);
        let within = definition.within.as_deref().unwrap_or_default();
        let parts = [qualifier, within, definition.name.as_str()];
        let qualified_name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
        let members = if definition.names_members { qualified_name.clone() } else { qualifier.to_owned() };
        let (encloses, visibility) = (definition.encloses, definition.member_visibility);
        // A parser that misses a name makes one up that is empty.
        let complete = complete && !definition.name.is_empty();
        let mut index = None;
        // Another clause is another way that control may go.
        let mut branches = 0;
        let run = self.frames.last_mut().map_or(&mut self.run, |frame| &mut frame.run);
        let met = run.meet(&mut definition, self.walked.definitions.len(), self.text);
        if let Met::Waits = met {
            return;
        } else if let Met::Continues(at) = met {
            index = Some(at);
            branches = 1;
            self.walked.definitions[at].extend(&definition, complete);
        } else if definition.kind.is_some() {
            index = Some(self.walked.definitions.len());
            let container = self.frames.iter().rev().find_map(|frame| frame.found);
            self.walked.definitions.push(Found {
                definition,
                qualified_name,
                container,
                branches: 0,
                calls: Vec::new(),
                complete,
            });
        } else if !definition.bases.is_empty() {
            self.walked.implemented.push((qualified_name, definition.bases));
        }
        self.frames.push(Frame {
            found: index,
            qualifier: members,
            // What encloses nothing of its own is see-through.
            encloses: encloses.unwrap_or_else(|| self.frames.last().map_or(Enclosing::File, |frame| frame.encloses)),
            depth,
            branches,
            calls: Vec::new(),
            known_calls: HashSet::new(),
            visibility,
            run: Run::default(),
        });
    }

    fn call(&mut self, callee: &'a str, depth: usize) {
        if let Some(kind) = messages::kind_of_call(self.language, callee) {
            self.messages.push((depth, kind));
        }
        let name = callee.rsplit(['.', ':', '>']).next().unwrap_or(callee);
        if let Some(frame) = self.frames.last_mut()
            && frame.calls.len() < MAX_CALLS
            && frame.known_calls.insert(name)
        {
            frame.calls.push(name);
        }
    }

    /// The branch whose body a comment opens, or whose first line it ends.
    fn branch_of_comment(&self, node: Node<'t>, previous: Option<Node<'t>>) -> Option<Span> {
        if let Some(previous) = previous.filter(Node::is_named) {
            // Comments that follow each other stand at the same branch.
            let last = self.walked.comments.last().filter(|last| last.span.start == previous.start_byte());
            let is_next = previous.end_position().row + 1 >= node.start_position().row;
            return last.filter(|_| is_next).and_then(|last| last.branch);
        }
        let roles = |node: &Node<'_>| self.roles.get(node.kind_id() as usize).copied().unwrap_or(0);
        // The body is at most two nodes below the branch.
        let mut above = self.ancestors.iter().rev().take(3);
        let branch = *above.find(|node| roles(node) & (spec::BRANCH | spec::ARM | spec::DEFINITION) != 0)?;
        // Where `else` has no node of its own, what is done else is a field of the whole.
        let other = branch
            .child_by_field_name("alternative")
            .filter(|other| other.start_byte() <= node.start_byte() && node.end_byte() <= other.end_byte());
        (roles(&branch) & spec::DEFINITION == 0).then(|| spec::span_of(other.unwrap_or(branch)))
    }

    /// Ties a comment that stands alone right above a branch to it.
    fn comment_above(&mut self, node: Node<'t>) {
        // Some grammars count a comment to what stands before it, so only the text tells.
        let last = self.walked.comments.last_mut();
        let is_operator = node.kind() == self.spec.quirks.operators || !node.is_named();
        let before = |last: &&mut Comment| !is_operator && last.in_body && last.span.end <= node.start_byte();
        let Some(comment) = last.filter(before) else { return };
        let between = self.text.get(comment.span.end..node.start_byte()).unwrap_or("x");
        if between.len() > MAX_INDENT || !between.trim().is_empty() || between.matches('\n').count() > 1 {
            return;
        }
        let line_start = self.text[..comment.span.start].rfind('\n').map_or(0, |at| at + 1);
        let alone = self.text[line_start..comment.span.start].trim().is_empty();
        if alone {
            comment.branch = Some(spec::span_of(node));
        }
    }

    fn string(&mut self, node: Node<'t>) {
        let Some((depth, kind)) = self.messages.last() else { return };
        // What stands in a string, joined to others or as an argument of what is filled in, is no message by itself.
        let is_string = |above: &Node<'_>| self.roles_at(*above) & spec::STRING != 0 || is_joined(*above);
        if !self.ancestors[*depth..].iter().any(is_string) {
            let spans = if is_joined(node) {
                node.named_children(&mut node.walk()).map(spec::span_of).collect()
            } else {
                vec![spec::span_of(node)]
            };
            self.walked.messages.push(Message { kind: *kind, spans });
        }
    }

    fn roles_at(&self, node: Node<'t>) -> Roles {
        self.roles.get(node.kind_id() as usize).copied().unwrap_or(0)
    }

    fn is_message_attribute(&self, node: Node<'t>) -> bool {
        let text = self.text.get(node.byte_range()).unwrap_or_default();
        text.starts_with("#[error(")
    }

    fn leave(&mut self) {
        let depth = self.ancestors.len();
        while self.messages.last().is_some_and(|(at, _)| *at >= depth) {
            self.messages.pop();
        }
        while self.frames.last().is_some_and(|frame| frame.depth >= depth) {
            let Some(frame) = self.frames.pop() else { return };
            self.close(frame);
        }
    }

    /// Gives a closed definition its counts, and adds them to what is around it: branches always, calls where a
    /// function holds a function.
    fn close(&mut self, frame: Frame<'a>) {
        if let Some(around) = self.frames.last_mut() {
            around.branches += frame.branches;
            if around.encloses == Enclosing::Callable {
                for call in &frame.calls {
                    if around.calls.len() < MAX_CALLS && around.known_calls.insert(call) {
                        around.calls.push(call);
                    }
                }
            }
        }
        if let Some(found) = frame.found.and_then(|index| self.walked.definitions.get_mut(index)) {
            found.branches += frame.branches;
            let is_first = found.calls.is_empty();
            for call in frame.calls {
                if is_first || (found.calls.len() < MAX_CALLS && !found.calls.iter().any(|known| known == call)) {
                    found.calls.push(call.to_owned());
                }
            }
        }
    }
}

/// Whether `&&` in it is no operator but a part of a C++ type.
fn is_reference(node: Node<'_>) -> bool {
    node.kind().ends_with("reference_declarator") || node.kind() == "ref_qualifier"
}

/// Whether a case is the one for all that no other case is for: it decides nothing.
fn is_default(node: Node<'_>) -> bool {
    let first = node.child(0).map_or("", |first| first.kind());
    first.starts_with("default") || (first == "else" && node.kind() == "when_entry")
}

/// Whether a node joins string literals that stand next to each other.
fn is_joined(node: Node<'_>) -> bool {
    matches!(node.kind(), "concatenated_string" | "chained_string")
}
