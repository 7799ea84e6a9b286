//! What a file's place and name say by the conventions of its language: a test, somebody else's code, or generated.
//!
//! The tables lean to "source": a test that is catalogued costs a line, a source file that is not found costs the user
//! his trust.

use crate::base::RepoPath;
use crate::source::Language;
use crate::source::habits::TestHabits;

/// Endings of files that hold nothing but tests.
const TEST_ENDINGS: &[&str] = &["bats"];
/// Folders of other people's code, at any depth.
const VENDOR_FOLDERS: &[&str] = &[
    "vendor",
    "vendors",
    "_vendor",
    "vendored",
    "_vendored",
    "node_modules",
    "bower_components",
    "jspm_packages",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "3rd_party",
    "extern",
    "externals",
    "site-packages",
    "Godeps",
    "Pods",
    "Carthage",
    ".build",
    "SourcePackages",
    ".venv",
    "venv",
    ".yarn",
];
/// Folders that hold nothing but generated files, at any depth.
const GENERATED_FOLDERS: &[&str] = &["__generated__", "generated", "__pycache__", "autogen"];
/// Folders that hold tests whatever the language, at any depth.
const TEST_FOLDERS: &[&str] = &[
    "tests",
    "__tests__",
    "__mocks__",
    "__fixtures__",
    "__snapshots__",
    "testdata",
    "test_data",
    "test-data",
    "e2e",
    "e2e-tests",
    "integration-tests",
    "integration_tests",
    "unittests",
    "unit_tests",
    "test-fixtures",
    "test_fixtures",
];

/// Whether the file is somebody else's code.
pub(crate) fn is_vendored(path: &RepoPath, language: Language) -> bool {
    let folders = folders(path);
    // C projects keep copies of their libraries in `deps` at the root.
    let copies = matches!(language, Language::C | Language::Cpp) && folders.first() == Some(&"deps");
    copies || folders.iter().any(|folder| VENDOR_FOLDERS.contains(folder))
}

/// Whether the file's name or folder says that a program wrote it.
pub(crate) fn is_generated(path: &RepoPath, language: Language) -> bool {
    let name = path.file_name();
    let folders = folders(path);
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let script = matches!(language, Language::JavaScript | Language::TypeScript | Language::Tsx);
    folders.iter().any(|folder| GENERATED_FOLDERS.contains(folder))
        || ends(&["_pb2.py", "_pb2.pyi", "_pb2_grpc.py", ".pb.go", ".pb.gw.go", ".pb.cc", ".pb.h", ".pb.rs"])
        || ends(&[".g.cs", ".g.i.cs", ".designer.cs", ".Designer.cs"])
        || ends(&[".min.js", "-min.js", ".bundle.js", "_pb.js", "_pb.ts", "_pb.d.ts", "_pb.rb", "_generated.go"])
        || name.contains(".generated.")
        || name.starts_with("zz_generated")
        || (script && folders.iter().any(|folder| matches!(*folder, "dist" | ".next" | ".nuxt" | ".output")))
}

/// Whether the file is a test, or serves tests only.
pub(crate) fn is_test(path: &RepoPath, language: Language) -> bool {
    let habits = &language.habits().tests;
    let folders = folders(path);
    // What a build tool calls the main sources holds no tests, whatever its packages are named.
    if folders.windows(2).any(|pair| pair[0] == "src" && pair[1] == "main") {
        return false;
    }
    folders.iter().any(|folder| TEST_FOLDERS.contains(folder))
        || in_test_folder(&folders, habits)
        || is_test_name(path.stem(), habits)
        || path.extension().is_some_and(|ending| TEST_ENDINGS.contains(&ending))
}

fn in_test_folder(folders: &[&str], habits: &TestHabits) -> bool {
    let first = folders.first().copied().unwrap_or_default();
    // Beside the sources of a package of a larger repository: `packages/a/test`, `crates/b/spec`.
    let in_package = folders.len() >= 3
        && matches!(first, "packages" | "crates" | "apps" | "libs" | "modules" | "gems" | "plugins")
        && matches!(folders[2], "test" | "spec");
    let is_source_set = |pair: &[&str]| pair[0] == "src" && pair[1].to_ascii_lowercase().contains("test");
    in_package
        || habits.root_folders.contains(&first)
        || folders.iter().any(|folder| habits.folders.contains(folder) || ends_longer(folder, habits.folder_ends))
        || (habits.source_sets && folders.windows(2).any(is_source_set))
}

fn is_test_name(stem: &str, habits: &TestHabits) -> bool {
    let starts = |start: &&str| stem.len() > start.len() && stem.starts_with(start);
    habits.stems.contains(&stem) || habits.starts.iter().any(starts) || ends_longer(stem, habits.ends)
}

/// Whether a name ends with one of these and is more than that.
fn ends_longer(name: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

fn folders(path: &RepoPath) -> Vec<&str> {
    let mut parts: Vec<&str> = path.parts().collect();
    parts.pop();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(holds: impl Fn(&RepoPath, Language) -> bool, yes: &[&str], no: &[&str]) {
        for (list, expected) in [(yes, true), (no, false)] {
            for text in list {
                let path = RepoPath::new(*text).expect("plain");
                let language = Language::of_path(&path).expect("source");
                assert_eq!(holds(&path, language), expected, "{text}");
            }
        }
    }

    #[test]
    fn tests_are_known_by_convention() {
        let yes = [
            "tests/a.py",
            "sympy/core/tests/test_x.py",
            "pkg/test_x.py",
            "conftest.py",
            "x/conftest.py",
            "a_test.py",
            "testing/python/raises.py",
            "a/b_test.go",
            "a/testdata/x.go",
            "src/a.test.ts",
            "src/a.spec.tsx",
            "src/__tests__/a.js",
            "packages/a/test/b.ts",
            "m/src/test/java/A.java",
            "m/src/testFixtures/java/A.java",
            "crates/x/tests/it/main.rs",
            "src/a/tests.rs",
            "src/a/tests/b.rs",
            "spec/a_spec.rb",
            "test/helper.rb",
            "features/step.rb",
            "lib/x_spec.rb",
            "tests/unit/a.c",
            "src/a_unittest.cc",
            "FooTest.java",
            "test/Orders.Tests/Given.cs",
            "src/Orders.UnitTests/Support/Fake.cs",
            "src/Orders/OrderTests.cs",
            "src/Orders/Tests/Fake.php",
            "core/src/commonTest/kotlin/Fake.kt",
            "core/jvmTest/src/Fake.kt",
            "Tests/OrdersTests/Fake.swift",
            "App/OrdersUITests/Launch.swift",
            "src/Orders/OrderTest.php",
        ];
        let no = [
            "src/_pytest/python.py",
            "src/_pytest/pytester.py",
            "sympy/testing/runtests.py",
            "django/test/client.py",
            "a/src/main/java/org/x/test/A.java",
            "a/src/main/java/org/x/MockTest.java",
            "internal/server/testing.go",
            "pkg/test.py",
            "src/test.rs",
            "src/testutils.rs",
            "src/contest.py",
            "src/attest.ts",
            "src/helper/testing/index.ts",
            "latest.js",
            "benches/a.rs",
            "examples/a.py",
            "src/t_string.c",
            "src/testhelp.h",
            "lib/latest_test_results.rb",
            "src/Orders/Latest.cs",
            "src/Test.cs",
            "src/Orders/TestCase.php",
            "app/src/main/kotlin/OrderTest.kt",
            "core/commonMain/src/Latest.kt",
            "Sources/XCTVapor/XCTApplication.swift",
            "src/Orders/Contest/Rules.cs",
        ];
        check(is_test, &yes, &no);
    }

    #[test]
    fn copies_and_generated_files_are_known_by_place_and_name() {
        check(
            is_vendored,
            &[
                "vendor/a/b.go",
                "deps/lua/src/lapi.c",
                "pip/_vendor/x.py",
                "third_party/x.cc",
                "node_modules/a/index.js",
            ],
            &["src/vendor.rs", "src/deps/a.ts", "deps/a.py", "src/deps/a.c"],
        );
        check(
            is_generated,
            &[
                "a/x.pb.go",
                "x_pb2.py",
                "a.min.js",
                "dist/x.js",
                "src/generated/a.rs",
                "zz_generated.deepcopy.go",
                "Form1.Designer.cs",
                "App.g.cs",
            ],
            &["dist/x.py", "a/generated.py", "src/min.js", "generator/a.go"],
        );
    }
}
