//! What imports lead to, language by language.

use super::imports::Resolver;
use super::manifests::Manifests;
use crate::base::RepoPath;
use crate::source::FileFacts;
use crate::source::Import;
use crate::source::Language;

/// What `from` gets when it imports `module` (with `names`, separated by spaces) in a tree of `files`.
fn imported(files: &[&str], language: Language, from: &str, module: &str, names: &str) -> Vec<String> {
    built(&[], files, language, from, module, names)
}

/// The same in a tree that also has build files.
fn built(
    manifests: &[(&str, &str)],
    files: &[&str],
    language: Language,
    from: &str,
    module: &str,
    names: &str,
) -> Vec<String> {
    let built: Vec<(RepoPath, &str)> =
        manifests.iter().map(|(path, text)| (RepoPath::new(*path).expect("plain"), *text)).collect();
    let mut paths: Vec<RepoPath> = files.iter().map(|file| RepoPath::new(*file).expect("plain")).collect();
    paths.sort();
    let resolver =
        Resolver::new(paths.iter(), Manifests::read(built.iter().map(|(path, text)| (path, text.as_bytes()))));
    let mut facts: FileFacts = crate::source::parse(language, "");
    let names = names.split_whitespace().map(str::to_owned).collect();
    facts.imports = vec![Import { module: module.to_owned(), names, line: 1 }];
    let found = resolver.imports(&RepoPath::new(from).expect("plain"), &facts);
    found.into_iter().map(ToString::to_string).collect()
}

#[test]
fn dotted() {
    let files = ["lua/app/init.lua", "lua/app/util.lua", "main.lua", "util.lua"];
    let from = |module| imported(&files, Language::Lua, "lua/app/view.lua", module, "");
    assert_eq!(from("app.util"), ["lua/app/util.lua"]);
    assert_eq!(from("app"), ["lua/app/init.lua"], "a module that is a folder");
    assert_eq!(from("util"), ["lua/app/util.lua"], "beside wins over the root");
    assert_eq!(imported(&files, Language::Lua, "main.lua", "lua.app", ""), ["lua/app/init.lua"]);
}

#[test]
fn python() {
    let files = ["pkg/__init__.py", "pkg/core/expr.py", "pkg/core/__init__.py", "pkg/solve.py", "other/core/expr.py"];
    let from = |module, names| imported(&files, Language::Python, "pkg/solve.py", module, names);
    assert_eq!(from("pkg.core.expr", "Expr"), ["pkg/core/expr.py"]);
    assert_eq!(from(".core", "expr"), ["pkg/core/__init__.py", "pkg/core/expr.py"]);
    assert_eq!(from("core.expr", ""), ["pkg/core/expr.py"], "the nearest of several");
    assert_eq!(from("expr", ""), Vec::<String>::new());
    assert_eq!(from("....far", "x"), Vec::<String>::new());
}

#[test]
fn rust() {
    let files = [
        "crates/a-core/src/lib.rs",
        "crates/a-core/src/tree.rs",
        "src/lib.rs",
        "src/repo/mod.rs",
        "src/repo/tree.rs",
        "src/base.rs",
    ];
    let from = |file, module, names| imported(&files, Language::Rust, file, module, names);
    assert_eq!(from("src/repo/tree.rs", "crate::base", "Path"), ["src/base.rs"]);
    assert_eq!(from("src/repo/mod.rs", "self::tree", ""), ["src/repo/tree.rs"]);
    assert_eq!(from("src/base.rs", "crate::repo", "Tree"), ["src/repo/mod.rs"]);
    assert_eq!(from("src/base.rs", "crate::repo", "tree"), ["src/repo/mod.rs", "src/repo/tree.rs"]);
    assert_eq!(from("src/repo/tree.rs", "super", "mod_item"), ["src/repo/mod.rs"]);
    assert_eq!(from("src/base.rs", "a_core::tree", "Tree"), ["crates/a-core/src/tree.rs"]);
    assert_eq!(from("src/base.rs", "std::fmt", ""), Vec::<String>::new());
}

#[test]
fn scripts() {
    let files = ["src/a.ts", "src/ui/index.tsx", "src/ui/b.ts", "src/c.js"];
    let from = |module| imported(&files, Language::TypeScript, "src/ui/b.ts", module, "");
    assert_eq!(from("../a"), ["src/a.ts"]);
    assert_eq!(from("../a.js"), ["src/a.ts"]);
    assert_eq!(from("../c.js"), ["src/c.js"]);
    assert_eq!(from("."), ["src/ui/index.tsx"]);
    assert_eq!(from("@/a"), ["src/a.ts"]);
    assert_eq!(from("react"), Vec::<String>::new());
    assert_eq!(from("../../../etc/passwd"), Vec::<String>::new());
    let files =
        ["index.js", "test/a.js", "packages/core/src/index.ts", "packages/core/src/v2/index.ts", "web/app/x.ts"];
    let from = |module| imported(&files, Language::TypeScript, "test/a.js", module, "");
    assert_eq!(from(".."), ["index.js"]);
    assert_eq!(from("core"), ["packages/core/src/index.ts"]);
    assert_eq!(from("core/v2"), ["packages/core/src/v2/index.ts"]);
    assert_eq!(from("@/app/x"), ["web/app/x.ts"]);
    assert_eq!(from("@own/core"), Vec::<String>::new(), "nothing says that the scope is ours");
}

#[test]
fn scripts_of_a_workspace() {
    let core = r##"{ "name": "@own/the-core", "main": "dist/index.js",
        "exports": { "./*": "./dist/*.js", "./deep": { "import": "./dist/esm/inner/deep.mjs" } },
        "imports": { "#tools/*": "./src/tools/*.ts" } }"##;
    let settings =
        r#"{ "compilerOptions": { "baseUrl": ".", "paths": { "$lib/*": ["web/lib/*"], "one": ["web/a"] } } }"#;
    let manifests = [("packages/core/package.json", core), ("tsconfig.json", settings)];
    let files = [
        "packages/core/src/index.ts",
        "packages/core/src/inner/deep.mts",
        "packages/core/src/shape.ts",
        "packages/core/src/tools/hammer.ts",
        "web/a.tsx",
        "web/lib/b.ts",
        "web/react.ts",
    ];
    let from = |from, module| built(&manifests, &files, Language::TypeScript, from, module, "");
    assert_eq!(from("web/a.tsx", "@own/the-core"), ["packages/core/src/index.ts"]);
    assert_eq!(from("web/a.tsx", "@own/the-core/deep"), ["packages/core/src/inner/deep.mts"]);
    assert_eq!(from("web/a.tsx", "@own/the-core/shape"), ["packages/core/src/shape.ts"]);
    assert_eq!(from("web/a.tsx", "@own/the-core/none"), Vec::<String>::new());
    assert_eq!(from("packages/core/src/shape.ts", "#tools/hammer"), ["packages/core/src/tools/hammer.ts"]);
    assert_eq!(from("web/a.tsx", "#tools/hammer"), Vec::<String>::new(), "the name is the package's own");
    assert_eq!(from("web/react.ts", "$lib/b"), ["web/lib/b.ts"]);
    assert_eq!(from("web/react.ts", "one"), ["web/a.tsx"]);
    assert_eq!(from("packages/core/src/shape.ts", "web/lib/b.js"), ["web/lib/b.ts"], "below the base");
    assert_eq!(from("web/a.tsx", "react"), Vec::<String>::new());
}

#[test]
fn build_files_name_folders() {
    let go = ["main.go", "git/x.go", "tools/git/y.go", "b.go"];
    let modules = [("go.mod", "module example.org/x\n"), ("tools/go.mod", "module example.org/x/tools\n")];
    let from = |module| built(&modules, &go, Language::Go, "main.go", module, "");
    assert_eq!(from("example.org/x/git"), ["git/x.go"]);
    assert_eq!(from("example.org/x/tools/git"), ["tools/git/y.go"]);
    assert_eq!(from("other.org/y/git"), Vec::<String>::new());
    assert_eq!(built(&modules, &go, Language::Go, "git/x.go", "example.org/x", ""), ["b.go", "main.go"]);

    let rust = ["src/lib.rs", "src/repo.rs", "tests/it.rs", "oddly/named/root.rs", "oddly/named/part.rs"];
    let crates = [
        ("Cargo.toml", "[package]\nname = \"the-app\"\n"),
        ("oddly/named/Cargo.toml", "[package]\nname = \"odd\"\n[lib]\npath = \"root.rs\"\n"),
    ];
    let from = |module, names| built(&crates, &rust, Language::Rust, "tests/it.rs", module, names);
    assert_eq!(from("the_app::repo", "Tree"), ["src/repo.rs"]);
    assert_eq!(from("odd::part", "Part"), ["oddly/named/part.rs"]);
    assert_eq!(from("odd", "Whole"), ["oddly/named/root.rs"]);

    let php = ["lib/Jar.php", "lib/Http/Jar.php", "tests/JarTest.php"];
    let load = [(
        "composer.json",
        r#"{"autoload": {"psr-4": {"Own\\": "lib"}}, "autoload-dev": {"psr-4": {"Own\\Tests\\": "tests/"}}}"#,
    )];
    let from = |module, names| built(&load, &php, Language::Php, "lib/Http/Jar.php", module, names);
    assert_eq!(from("Own", "Jar"), ["lib/Jar.php"]);
    assert_eq!(from("Own\\Tests", "JarTest"), ["tests/JarTest.php"]);

    let python = ["libs/shapes/src/shapes/__init__.py", "libs/shapes/src/shapes/area.py", "apps/web/main.py"];
    let project = [("libs/shapes/pyproject.toml", "")];
    let from = |module, names| built(&project, &python, Language::Python, "apps/web/main.py", module, names);
    assert_eq!(from("shapes", "area"), [python[0], python[1]]);
}

#[test]
fn packages_and_headers() {
    let go = ["cmd/main.go", "internal/git/repo.go", "internal/git/repo_test.go", "git/x.go"];
    let found = imported(&go, Language::Go, "cmd/main.go", "github.com/a/b/internal/git", "");
    assert_eq!(found, ["internal/git/repo.go"]);
    let java = ["src/main/java/org/a/Mock.java", "src/main/java/org/a/Other.java", "src/main/java/org/b/Use.java"];
    let from = |module| imported(&java, Language::Java, java[2], module, "");
    assert_eq!(from("org.a.Mock"), ["src/main/java/org/a/Mock.java"]);
    assert_eq!(from("org.a.Mock.mock"), ["src/main/java/org/a/Mock.java"]);
    assert_eq!(from("org.a.*").len(), 2);
    let kotlin = ["src/main/kotlin/a/Mock.kt", "src/main/java/org/a/Other.java", "src/main/kotlin/b/Use.kt"];
    let from = |module, names| imported(&kotlin, Language::Kotlin, kotlin[2], module, names);
    assert_eq!(from("org.a", "Mock"), [kotlin[0]]);
    assert_eq!(from("org.a", "Other"), [kotlin[1]]);
    assert_eq!(from("org.a.Other", "make"), [kotlin[1]]);
    assert_eq!(from("java.util", "Other"), Vec::<String>::new());
    let csharp = ["src/Orders.Core/Model/Order.cs", "src/Orders.Core/Model/Line.cs", "src/Orders.Web/Page.cs"];
    let from = |module, names| imported(&csharp, Language::CSharp, csharp[2], module, names);
    assert_eq!(from("Orders.Core.Model", "*"), [csharp[1], csharp[0]]);
    assert_eq!(from("Orders.Core.Model.Order", "*"), [csharp[0]]);
    assert_eq!(from("System.Text", "*"), Vec::<String>::new());
    let php = ["src/Client.php", "src/Cookie/Jar.php", "lib/use.php"];
    let from = |module, names| imported(&php, Language::Php, php[2], module, names);
    assert_eq!(from("Http", "Client"), [php[0]]);
    assert_eq!(from("Http\\Cookie", "Jar"), [php[1]]);
    assert_eq!(from("Psr\\Http\\Message", "Client"), Vec::<String>::new());
    assert_eq!(from("../src/Client.php", ""), [php[0]]);
    let c = ["src/server.h", "src/server.c", "deps/lua/server.h"];
    assert_eq!(imported(&c, Language::C, "src/server.c", "server.h", ""), ["src/server.h"]);
    let ruby = ["lib/jekyll/site.rb", "lib/jekyll.rb"];
    assert_eq!(imported(&ruby, Language::Ruby, "lib/jekyll.rb", "jekyll/site", ""), ["lib/jekyll/site.rb"]);
    assert_eq!(imported(&ruby, Language::Ruby, "lib/a.rb", "site", ""), Vec::<String>::new(), "no load path");
    let c = ["deps/std/assert.h", "src/errno.h", "src/a.c"];
    let from = |header| imported(&c, Language::C, c[2], header, "");
    assert_eq!(from("assert.h"), Vec::<String>::new(), "the library's");
    assert_eq!(from("errno.h"), [c[1]]);
    let zig = ["src/app.zig", "tests/a.zig"];
    assert_eq!(imported(&zig, Language::Zig, zig[1], "app", ""), [zig[0]]);
    let haskell = ["src/App/Prelude.hs", "src/App/Main.hs", "src/Setup.hs"];
    let from = |module| imported(&haskell, Language::Haskell, haskell[1], module, "");
    assert_eq!(from("Prelude"), Vec::<String>::new());
    assert_eq!(from("App.Prelude"), [haskell[0]]);
    let swift = ["Sources/Web/A.swift", "Sources/Core/Web/B.swift", "Tests/WebTests/Web.swift"];
    assert_eq!(imported(&swift, Language::Swift, swift[2], "Web", ""), [swift[0]]);
    assert_eq!(imported(&csharp, Language::CSharp, csharp[2], "Model", "*"), Vec::<String>::new());
}
