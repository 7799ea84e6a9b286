//! One catalog's text as HTML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use comrak::Arena;
use comrak::Options;
use comrak::nodes::AstNode;
use comrak::nodes::NodeValue;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::catalog::Catalog;
use crate::catalog::Lazy;
use crate::catalog::html::site;
use crate::catalog::html::site::SiteOptions;
use crate::catalog::text;

/// The content of a page. Raw HTML is shown as text, images as links, our own comments not at all.
pub(super) fn body(catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>, catalog: &Catalog, options: &SiteOptions) -> String {
    let visible: String = catalog.text.chars().filter(|c| !text::is_invisible(*c)).collect();
    let mut settings = Options::default();
    settings.extension.table = true;
    settings.render.escape = true;
    let arena = Arena::new();
    let document = comrak::parse_document(&arena, &visible, &settings);
    for node in document.descendants() {
        rewrite(node, catalogs, &catalog.directory, options);
    }
    let mut html = String::new();
    // Writing to a string cannot fail.
    let _ = comrak::format_html(document, &settings, &mut html);
    with_ranges(&without_dead_links(&html))
}

/// The destination of a link that leads nowhere on the site.
const NOWHERE: &str = "#libra-nowhere";

fn rewrite<'a>(
    node: &'a AstNode<'a>,
    catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>,
    directory: &RepoPath,
    options: &SiteOptions,
) {
    let mut data = node.data.borrow_mut();
    match &mut data.value {
        NodeValue::Link(link) => link.url = destination(&link.url, catalogs, directory, options),
        NodeValue::Image(image) => {
            let mut link = image.clone();
            link.url = destination(&link.url, catalogs, directory, options);
            data.value = NodeValue::Link(link);
        }
        NodeValue::HtmlBlock(block) if is_ours(&block.literal) => block.literal.clear(),
        NodeValue::HtmlInline(literal) if is_ours(literal) => literal.clear(),
        _ => {}
    }
}

fn is_ours(html: &str) -> bool {
    let html = html.trim();
    html.starts_with("<!-- libra") && html.ends_with("-->") && html.matches("-->").count() == 1
}

/// Where a link of a catalog leads on the site.
fn destination(
    url: &str,
    catalogs: &BTreeMap<RepoPath, Lazy<Catalog>>,
    directory: &RepoPath,
    options: &SiteOptions,
) -> String {
    let scheme = url.split('/').next().is_some_and(|first| first.contains(':'));
    if scheme {
        let web = url.starts_with("https://") || url.starts_with("http://");
        return if web { url.to_owned() } else { NOWHERE.to_owned() };
    }
    let path = url.split(['#', '?']).next().unwrap_or_default();
    let Ok(path) = directory.resolve(&text::percent_decode(path)) else {
        return NOWHERE.to_owned();
    };
    if path.file_name() == CATALOG_FILE
        && let Some(module) = path.parent()
    {
        let known = catalogs.contains_key(&module);
        return if known { site::page_link(directory, &module) } else { NOWHERE.to_owned() };
    }
    match &options.source_prefix {
        Some(prefix) if !path.is_root() => format!("{prefix}{}", text::percent_encode(path.as_str())),
        _ => NOWHERE.to_owned(),
    }
}

/// Links that lead nowhere as plain text.
fn without_dead_links(html: &str) -> String {
    let open = format!("<a href=\"{NOWHERE}\"");
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(&open) {
        out.push_str(&rest[..at]);
        let inside = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        let close = rest[inside..].find("</a>").map_or(rest.len(), |end| inside + end);
        out.push_str(&rest[inside..close]);
        rest = rest.get(close + 4..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// `</code> (L3-L9)` with the range set apart.
fn with_ranges(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("</code> (L") {
        let start = at + "</code> (".len();
        let end = rest[start..].find(')').map(|end| start + end);
        let range = end.map(|end| &rest[start..end]).and_then(|range| range.split_once('-'));
        let number = |text: &str| {
            text.strip_prefix('L')
                .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        match (range, end) {
            (Some((first, last)), Some(end)) if number(first) && number(last) => {
                out.push_str(&rest[..at]);
                let _ = write!(out, "</code> <span class=\"range\">{first}\u{2013}{last}</span>");
                rest = &rest[end + 1..];
            }
            _ => {
                out.push_str(&rest[..start]);
                rest = &rest[start..];
            }
        }
    }
    out.push_str(rest);
    out
}
