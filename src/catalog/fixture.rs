//! Facts made by hand for this room's tests.

use crate::base::LineRange;
use crate::source::Complexity;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::Symbol;
use crate::source::SymbolKind;
use crate::source::Visibility;

/// A catalog with all that a valid one may hold; the design's own example, extended.
pub(crate) const CATALOG: &str = "\
# solvers

Solving of equations, systems and inequalities.

## Glossary
- **Deg**: degree of a polynomial equation.

## Algebraic equations

### [solvers.py](solvers.py)
Entry points for solving single equations and systems.
- `solve(f, *symbols, **flags)` (L220-L1120) - Solves equations and systems, chooses the method.
- `_solve_system(exprs, symbols, **flags)` (L1631-L1829) - Solves a system of equations.
  - Linear path: all equations of first degree.
  - Nonlinear path: enumerates subsets of the free symbols.
- `unrad` (L3400-L3720), `checksol` (L220-L410), `failing_assumptions` (L160-L218)
- Caveat: results are not verified when `check=False`.

### [`__init__.py`](__init__.py)
Exports the solvers.

## Submodules

### [diophantine](diophantine/catalog.md)
Integer solutions of polynomial equations.
";

/// Facts of a Python file with functions of these qualified names, first and last lines.
pub(crate) fn facts(symbols: &[(&str, u32, u32)]) -> FileFacts {
    let line_count = symbols.iter().map(|symbol| symbol.2).max().unwrap_or(1);
    FileFacts {
        language: Language::Python,
        line_count,
        module_doc: None,
        symbols: symbols.iter().map(|(name, start, end)| symbol(name, *start, *end)).collect(),
        imports: Vec::new(),
        notes: Vec::new(),
        line_tokens: vec![10; line_count as usize],
        line_kinds: vec![crate::source::LineKind::Code; line_count as usize],
        has_syntax_errors: false,
    }
}

/// A public function.
pub(crate) fn symbol(qualified_name: &str, start: u32, end: u32) -> Symbol {
    let name = qualified_name.rsplit('.').next().unwrap_or_default();
    Symbol {
        name: name.to_owned(),
        qualified_name: qualified_name.to_owned(),
        kind: SymbolKind::Function,
        container: None,
        range: LineRange::clamped(start, end),
        definition_line: start,
        body: None,
        signature: format!("def {name}(a)"),
        parameters: Some("a".to_owned()),
        doc: None,
        doc_lines: None,
        visibility: Visibility::Public,
        complexity: Complexity::default(),
        calls: Vec::new(),
        bases: Vec::new(),
    }
}
