//! CAT001: a catalog that is not UTF-8 text.

use crate::base::Span;
use crate::lint::context::LintContext;
use crate::lint::context::Standing;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    if let Standing::Unreadable(at) = context.standing {
        let message = format!("the catalog is not UTF-8 text: reading stopped at byte {at}");
        sink.report(Span::default(), "", message);
    }
}
