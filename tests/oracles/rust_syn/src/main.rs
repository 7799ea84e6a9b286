//! Compares the symbols of Rust files with `syn`, which knows where every item ends.
//!
//! Usage: rust-syn-oracle CHECKOUT < LINES, a line being `path<TAB>name<TAB>start<TAB>end` for each of our functions,
//! methods, structs, unions, enums and traits (`rust_syn.py` writes them). Attributes belong to an item's range, doc
//! comments do not. Items inside macro calls are not seen by `syn`.

use std::collections::HashMap;
use std::collections::HashSet;
use std::io::Read;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::Visit;

struct Finder {
    found: Vec<(String, usize, usize)>,
}

impl Finder {
    fn add(&mut self, name: &syn::Ident, attributes: &[syn::Attribute], whole: Span, head: Span) {
        let is_doc = |attribute: &&syn::Attribute| attribute.path().is_ident("doc") && attribute.span().source_text().is_none_or(|text| !text.starts_with("#["));
        let first = attributes.iter().filter(|attribute| !is_doc(attribute)).map(|attribute| attribute.span().start().line).min();
        let start = first.unwrap_or(usize::MAX).min(head.start().line);
        self.found.push((name.to_string(), start, whole.end().line));
    }
}

/// Where the item itself begins, after its attributes.
fn head(visibility: &syn::Visibility, rest: Span) -> Span {
    match visibility {
        syn::Visibility::Inherited => rest,
        visibility => visibility.span(),
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig.ident, &item.attrs, item.span(), head(&item.vis, item.sig.span()));
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig.ident, &item.attrs, item.span(), head(&item.vis, item.sig.span()));
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.add(&item.sig.ident, &item.attrs, item.span(), item.sig.span());
        syn::visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add(&item.ident, &item.attrs, item.span(), head(&item.vis, item.struct_token.span));
        syn::visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.ident, &item.attrs, item.span(), head(&item.vis, item.enum_token.span));
        syn::visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.add(&item.ident, &item.attrs, item.span(), head(&item.vis, item.union_token.span));
        syn::visit::visit_item_union(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let first = item.unsafety.map_or(item.trait_token.span, |token| token.span);
        self.add(&item.ident, &item.attrs, item.span(), head(&item.vis, first));
        syn::visit::visit_item_trait(self, item);
    }
}

fn main() {
    let root = std::env::args().nth(1).expect("CHECKOUT");
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("UTF-8");
    let mut ours: HashMap<&str, Vec<(&str, usize, usize)>> = HashMap::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| parts[at].parse().expect("a number");
        ours.entry(parts[0]).or_default().push((parts[1], number(2), number(3)));
    }
    let (mut total, mut starts, mut equal, mut unread) = (0, 0, 0, 0);
    let mut paths: Vec<&&str> = ours.keys().collect();
    paths.sort();
    for path in paths {
        let source = std::fs::read_to_string(format!("{root}/{path}")).expect("readable");
        let Ok(file) = syn::parse_file(&source) else {
            unread += 1;
            continue;
        };
        let mut finder = Finder { found: Vec::new() };
        finder.visit_file(&file);
        let known: HashSet<(&str, usize, usize)> = ours[*path].iter().copied().collect();
        let heads: HashSet<(&str, usize)> = ours[*path].iter().map(|(name, start, _)| (*name, *start)).collect();
        for (name, start, end) in &finder.found {
            let name = name.as_str();
            total += 1;
            starts += usize::from(heads.contains(&(name, *start)));
            if known.contains(&(name, *start, *end)) {
                equal += 1;
            } else {
                println!("{path}: {name} {start}-{end}");
            }
        }
    }
    println!("{total} items, {starts} with the right start, {equal} with the right end, {unread} files that syn cannot read");
}
