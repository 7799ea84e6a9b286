// Prints what TypeScript's own parser finds in scripts, for compare with symbols.
//
// Usage: node typescript_ast.cjs < LIST-OF-PATHS, with the package `typescript` below node_modules of the folder it is
// run in or named by NODE_PATH. One JSON object a line: path, name, kind, line (of the name), start_line, end_line.

const fs = require("fs");
const ts = require("typescript");

for (const path of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = fs.readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (source.parseDiagnostics.length) {
    console.log(JSON.stringify({ path, errors: source.parseDiagnostics.length }));
    continue;
  }
  const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const say = (node, name, kind, around = node) =>
    console.log(JSON.stringify({
      path, name, kind, line: line(name === "constructor" ? node.getStart() : (node.name ?? node).getStart()),
      start_line: line(around.getStart()), end_line: line(around.getEnd()),
    }));
  const visit = (node) => {
    const name = node.name && node.name.getText();
    if (ts.isFunctionDeclaration(node)) say(node, name ?? "default", "function");
    else if (ts.isClassDeclaration(node)) say(node, name ?? "default", "class");
    else if (ts.isInterfaceDeclaration(node)) say(node, name, "interface");
    else if (ts.isEnumDeclaration(node)) say(node, name, "enum");
    else if (ts.isClassLike(node.parent ?? {}) && (ts.isMethodDeclaration(node) || ts.isAccessor(node))) say(node, name, "method");
    else if (ts.isConstructorDeclaration(node)) say(node, "constructor", "method");
    else if (ts.isMethodSignature(node) && ts.isInterfaceDeclaration(node.parent)) say(node, name, "method");
    else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      let value = node.initializer;
      while (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) value = value.expression;
      const kind = ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? "function" : ts.isClassExpression(value) ? "class" : null;
      const alone = node.parent.declarations?.length === 1 && ts.isVariableStatement(node.parent.parent);
      if (kind) say(node, name, kind, alone ? node.parent.parent : node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
