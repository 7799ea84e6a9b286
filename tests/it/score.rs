//! `git libra score` on the fixture of the room, whose scores the unit tests work out by hand.

use crate::harness::Answer;
use crate::harness::TestRepo;

const ITEMS: &str = include_str!("../fixtures/score/items.jsonl");
const LABELS: &str = include_str!("../fixtures/score/labels.jsonl");
const PREDICTIONS: &str = include_str!("../fixtures/score/predictions.jsonl");

fn folder() -> TestRepo {
    // Scoring needs no repository.
    let folder = TestRepo::without_git();
    folder.write("items.jsonl", ITEMS);
    folder.write("labels.jsonl", LABELS);
    folder.write("predictions.jsonl", PREDICTIONS);
    folder
}

fn score(folder: &TestRepo, more: &[&str]) -> Answer {
    let files = ["score", "--items", "items.jsonl", "--labels", "labels.jsonl", "--predictions", "predictions.jsonl"];
    folder.libra(&[&files, more].concat())
}

#[test]
fn tables_show_means_differences_and_strata() {
    let answer = score(&folder(), &["-k", "3", "--draws", "500"]);
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("score_text", answer.to_string());
    });
}

#[test]
fn json_holds_the_reference_summary_and_rows_by_state() {
    let folder = folder();
    let answer = score(&folder, &["-k", "5", "-k", "2", "--format", "json", "--per-state", "rows.jsonl"]);
    assert_eq!(answer.status, 0, "{answer}");
    let json: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(json["k"], serde_json::json!([2, 5]));
    let first = &json["summary"]["first"];
    // login: both groups at 5; cache: all three at 2; parse: by its alternative set.
    assert_eq!((first["states"].as_f64(), first["mss_complete@5"].as_f64()), (Some(3.0), Some(1.0)));
    assert_eq!(first["group_recall@5"].as_f64(), Some(2.0 / 3.0));
    assert_eq!(json["summary"]["silent"]["group_ndcg@5"].to_string(), "0.0");
    assert_eq!(json["paired"][1]["method"], "silent");
    assert_eq!(json["paired"][1]["metrics"]["mss_complete@5"]["losses"], 3);
    let rows = folder.read("rows.jsonl");
    assert_eq!(rows.lines().count(), 9);
    assert!(rows.starts_with("{\"group_ndcg@2\":0.0,\"group_ndcg@5\":0.7722706232293572,"), "{rows}");
    let csv = score(&folder, &["-k", "5", "--draws", "0", "--format", "csv"]);
    assert!(csv.stdout.contains("\nall,,first,,3,mss_complete@5,1,,\n"), "{csv}");
    assert!(csv.stdout.contains("\nall,,silent,first,3,mss_complete@5,-1,,\n"), "{csv}");
}

#[test]
fn a_fault_is_one_sentence_with_its_place() {
    let folder = folder();
    folder.write("predictions.jsonl", "\n{\"state_id\":\"login\",\"method\":\"m\",\"ranked_evidence_ids\":[\"p\"]}\n");
    let answer = score(&folder, &[]);
    assert_eq!(answer.status, 2);
    assert_eq!(
        answer.stderr,
        "error: predictions.jsonl:2: `ranked_evidence_ids` has `p`, which is no candidate of this state\n"
    );
    folder.write("predictions.jsonl", "{\"state_id\":\"login\",\"method\":\"m\",\"ranked_evidence_ids\":[]}\n");
    let answer = score(&folder, &[]);
    assert_eq!(answer.stderr, "error: predictions.jsonl: the method `m` lacks 2 of the states, such as `cache`\n");
    assert_eq!(score(&folder, &["--allow-subset"]).status, 0);
    let answer = score(&folder, &["--allow-subset", "--baseline", "n"]);
    assert_eq!(answer.stderr, "error: no prediction is of the method `n`\n");
    assert_eq!(score(&folder, &["-k", "0"]).status, 2);
}
