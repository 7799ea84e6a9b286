//! Which pages there are, and what frames each of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::base::RepoPath;
use crate::catalog::Catalog;
use crate::catalog::Lazy;
use crate::catalog::html::page;
use crate::catalog::text;

/// A page of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it belongs, relative to the site's folder.
    pub path: String,
    /// The whole page.
    pub html: String,
}

/// How the site is made.
#[derive(Clone, Debug, Default)]
pub struct SiteOptions {
    /// What stands in front of a source file's path in links, such as `https://host/owner/name/blob/main/`; without it
    /// source files are named, not linked.
    pub source_prefix: Option<String>,
}

/// One page a catalog, the root's as `index.html`.
pub fn pages(catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>, options: &SiteOptions) -> Vec<Page> {
    catalogs
        .values()
        .map(|catalog| Page { path: page_path(&catalog.directory), html: framed(catalogs, catalog, options) })
        .collect()
}

/// The page of a catalog, relative to the site's folder.
pub(super) fn page_path(directory: &RepoPath) -> String {
    if directory.is_root() { "index.html".to_owned() } else { format!("{directory}/index.html") }
}

/// A link from one catalog's page to another's, percent-encoded.
pub(super) fn page_link(from: &RepoPath, to: &RepoPath) -> String {
    let up = "../".repeat(from.depth());
    text::percent_encode(&format!("{up}{}", page_path(to)))
}

/// Text that is safe between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if text::is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

fn framed(catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>, catalog: &Catalog, options: &SiteOptions) -> String {
    let title = escaped(&title(catalog));
    let style = include_str!("style.css");
    let navigation = navigation(catalogs, &catalog.directory);
    let crumbs = crumbs(catalogs, &catalog.directory);
    let body = page::body(catalogs, catalog, options);
    // The policy forbids everything but the page's own style: no script, no request, whatever a catalog holds.
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n<nav>\n{navigation}</nav>\n<main>\n<p class=\"crumbs\">{crumbs}</p>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn title(catalog: &Catalog) -> String {
    let written = catalog.titles.first().map(|title| title.text.clone());
    written.filter(|title| !title.is_empty()).unwrap_or_else(|| catalog.directory.to_string())
}

/// The way from the root to a page.
fn crumbs(catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>, directory: &RepoPath) -> String {
    let mut above: Vec<RepoPath> = directory.ancestors().filter(|above| catalogs.contains_key(above)).collect();
    above.reverse();
    let mut out = String::new();
    let mut parent = RepoPath::root();
    for step in above {
        let name = if step.is_root() { "root".to_owned() } else { step.relative_to(&parent) };
        let _ = write!(out, "<a href=\"{}\">{}</a> / ", page_link(directory, &step), escaped(&name));
        parent = step;
    }
    let own = if directory.is_root() { "root".to_owned() } else { directory.relative_to(&parent) };
    out + &escaped(&own)
}

/// The tree of all catalogs, open along the way to the current page.
fn navigation(catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>, current: &RepoPath) -> String {
    let mut children: BTreeMap<Option<RepoPath>, Vec<&RepoPath>> = BTreeMap::new();
    for directory in catalogs.keys() {
        let parent = directory.ancestors().find(|above| catalogs.contains_key(above));
        children.entry(parent).or_default().push(directory);
    }
    let mut out = String::new();
    branch(&children, None, current, 0, &mut out);
    out
}

fn branch(
    children: &BTreeMap<Option<RepoPath>, Vec<&RepoPath>>,
    parent: Option<&RepoPath>,
    current: &RepoPath,
    depth: usize,
    out: &mut String,
) {
    let Some(below) = children.get(&parent.cloned()).filter(|_| depth < 64) else {
        return;
    };
    out.push_str("<ul>\n");
    for directory in below {
        let root = RepoPath::root();
        let name = if directory.is_root() { "root".to_owned() } else { directory.relative_to(parent.unwrap_or(&root)) };
        let mark = if *directory == current { " aria-current=\"page\"" } else { "" };
        let link = format!("<a href=\"{}\"{mark}>{}</a>", page_link(current, directory), escaped(&name));
        out.push_str("<li>");
        if children.contains_key(&Some((*directory).clone())) {
            let open = if current.is_within(directory) { " open" } else { "" };
            let _ = writeln!(out, "<details{open}><summary>{link}</summary>");
            branch(children, Some(directory), current, depth + 1, out);
            out.push_str("</details>");
        } else {
            out.push_str(&link);
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ul>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::fixture::CATALOG;
    use crate::catalog::parse;

    fn site(texts: &[(&str, &str)], prefix: Option<&str>) -> BTreeMap<String, String> {
        let catalogs = texts.iter().map(|(directory, text)| {
            let directory = RepoPath::new(*directory).expect("plain");
            (directory.clone(), parse(&directory, text).into())
        });
        let options = SiteOptions { source_prefix: prefix.map(str::to_owned) };
        pages(&catalogs.collect(), &options).into_iter().map(|page| (page.path, page.html)).collect()
    }

    #[test]
    fn pages_link_to_each_other() {
        let root = "# all\n\n## Submodules\n\n### [sympy/solvers](sympy/solvers/catalog.md)\nSolves.\n";
        let site = site(&[("", root), ("sympy/solvers", CATALOG), ("sympy/solvers/diophantine", "# d\n")], None);
        assert_eq!(
            site.keys().collect::<Vec<_>>(),
            ["index.html", "sympy/solvers/diophantine/index.html", "sympy/solvers/index.html"]
        );
        assert!(site["index.html"].contains("<a href=\"sympy/solvers/index.html\">sympy/solvers</a>"));
        let solvers = &site["sympy/solvers/index.html"];
        assert!(
            solvers.contains("<a href=\"../../sympy/solvers/diophantine/index.html\">diophantine</a>"),
            "{solvers}"
        );
        assert!(solvers.contains("<code>unrad</code> <span class=\"range\">L3400\u{2013}L3720</span>"), "{solvers}");
        assert!(solvers.contains("aria-current") && !solvers.contains("solvers.py\">"), "{solvers}");
    }

    #[test]
    fn source_is_linked_where_it_can_be_seen() {
        let site = site(&[("a b", "# t\n\n## s\n\n### [x y.py](x%20y.py)\nX.\n")], Some("https://host/tree/"));
        assert!(site["a b/index.html"].contains("<a href=\"https://host/tree/a%20b/x%20y.py\">x y.py</a>"), "{site:?}");
    }

    #[test]
    fn what_a_catalog_holds_cannot_run() {
        let text = "# <script>alert(1)</script>\n\n<script>alert(2)</script>\n\n## s\n\n### [x](javascript:alert(3))\n\
            <img src=x onerror=alert(4)> \u{202e}<!-- libra:keep --> `<b>` ![i](https://host/i.png)\n<!-- libra:end -->\n";
        let site = site(&[("", text)], None);
        let page = &site["index.html"];
        for bad in ["<script", "<img", "javascript:", "libra:keep", "\u{202e}"] {
            assert!(!page.contains(bad), "{bad} in {page}");
        }
        assert!(page.contains("&lt;script&gt;") && page.contains("<code>&lt;b&gt;</code>"));
    }
}
