//! The fixture's scores by hand, and every way in which a file is refused.

use crate::base::Seed;
use crate::score::Coverage;
use crate::score::Fault;
use crate::score::Metric;
use crate::score::Resampling;
use crate::score::Scored;
use crate::score::score;
use crate::score::testing::ITEMS;
use crate::score::testing::LABELS;
use crate::score::testing::PREDICTIONS;
use crate::score::testing::items;
use crate::score::testing::labels;
use crate::score::testing::predictions;

fn scored(cuts: &[usize]) -> Scored {
    let items = items(ITEMS).expect("valid");
    let labels = labels(LABELS, &items).expect("valid");
    let predictions = predictions(PREDICTIONS, &items, Coverage::Whole).expect("valid");
    score(&items, &labels, &predictions, cuts, None, Resampling { draws: 200, seed: Seed(1) })
}

/// The score of a prediction by its place in the file.
fn of(scored: &Scored, row: usize, metric: Metric, k: usize) -> f64 {
    let column = scored.columns.iter().position(|column| column.metric == metric && column.k == k);
    scored.rows[row][column.expect("a column")]
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn an_observed_item_keeps_its_place_and_a_group_needs_its_minimum() {
    // `first` on `login`: seen, a, b, d. The first group (two of a, b, c; weight 3) is complete at 3, the second at 4.
    let scored = scored(&[4, 3, 2, 3]);
    assert_eq!(scored.columns.iter().map(|column| column.k).collect::<Vec<_>>().chunk_by(|a, b| a == b).count(), 3);
    close(of(&scored, 0, Metric::Group, 2), 0.0);
    close(of(&scored, 0, Metric::Ndcg, 2), 0.0);
    assert!(of(&scored, 0, Metric::Ndcg, 2).is_sign_positive());
    close(of(&scored, 0, Metric::Necessity, 3), 3.0 / 4.0);
    close(of(&scored, 0, Metric::Complete, 3), 0.0);
    // Both groups have one role, which the first alone covers.
    close(of(&scored, 0, Metric::Role, 3), 1.0);
    close(of(&scored, 0, Metric::Complete, 4), 1.0);
    // Best order in four places: two of the three first, then d: 3/log2 3 + 1/log2 4; d first gives 1 + 3/log2 4 = 2.5,
    // which is more.
    let best = f64::max(3.0 / 3.0_f64.log2() + 0.5, 1.0 + 3.0 / 2.0);
    close(of(&scored, 0, Metric::Ndcg, 4), (3.0 / 2.0 + 1.0 / 5.0_f64.log2()) / best);
    close(of(&scored, 0, Metric::Novelty, 4), 1.0);
}

#[test]
fn one_item_may_complete_two_groups() {
    // `first` on `cache`: q completes the groups of weight 2 and 1 at once, r the third.
    let scored = scored(&[1, 2, 3]);
    close(of(&scored, 1, Metric::Ndcg, 1), 1.0);
    close(of(&scored, 1, Metric::Group, 1), 2.0 / 3.0);
    close(of(&scored, 1, Metric::Ndcg, 2), 1.0);
    close(of(&scored, 1, Metric::Complete, 2), 1.0);
    // `second`: p completes the first group at 1, q the second at 3, and the best is (2 + 1) + 1/log2 3.
    close(of(&scored, 4, Metric::Ndcg, 3), (2.0 + 0.5) / (3.0 + 1.0 / 3.0_f64.log2()));
    close(of(&scored, 4, Metric::Role, 3), 2.0 / 3.0);
}

#[test]
fn alternative_sets_are_never_mixed() {
    // `parse` requires m, or n with o, or o with z. `first` has n and o; `second` has n and z of different sets, then m.
    let scored = scored(&[2, 3]);
    close(of(&scored, 2, Metric::Complete, 2), 1.0);
    close(of(&scored, 2, Metric::Group, 2), 0.0);
    close(of(&scored, 2, Metric::Novelty, 2), 0.0);
    close(of(&scored, 5, Metric::Complete, 2), 0.0);
    close(of(&scored, 5, Metric::Complete, 3), 1.0);
    close(of(&scored, 5, Metric::Ndcg, 3), 0.5);
}

#[test]
fn means_strata_and_comparisons() {
    let scored = scored(&[3]);
    let complete = 0;
    let names: Vec<_> = scored.methods.iter().map(|means| (means.method.as_str(), means.states)).collect();
    assert_eq!(names, [("first", 3), ("second", 3), ("silent", 3)]);
    // At 3 `first` completes cache and parse; `second` login and parse; `silent` nothing.
    close(scored.methods[0].means[complete].value, 2.0 / 3.0);
    close(scored.methods[1].means[complete].value, 2.0 / 3.0);
    let strata: Vec<_> = scored
        .strata
        .iter()
        .map(|(stratum, means, _)| {
            let value = means[0].means[complete].value;
            (format!("{}={}", stratum.dimension, stratum.value), stratum.states.clone(), value)
        })
        .collect();
    assert_eq!(
        strata,
        [
            ("groups=1".to_owned(), vec![2], 1.0),
            ("groups=2".to_owned(), vec![0], 0.0),
            ("groups=3".to_owned(), vec![1], 1.0),
            ("state_type=before_edit".to_owned(), vec![0, 2], 0.5),
            ("state_type=before_search".to_owned(), vec![1], 1.0),
            ("observed_overlap=no".to_owned(), vec![1, 2], 1.0),
            ("observed_overlap=yes".to_owned(), vec![0], 0.0),
        ]
    );
    let [second, silent] = scored.comparisons.as_slice() else { panic!("two methods beside the first") };
    assert_eq!((second.method.as_str(), second.baseline.as_str(), second.states), ("second", "first", 3));
    assert_eq!(second.outcomes[complete], [1, 1, 1]);
    assert_eq!(silent.outcomes[complete], [0, 1, 2]);
    // By repository: two states of tea/pot with -1 and +1, one of own/cup with 0: every draw has the mean 0.
    let difference = second.differences[complete];
    close(difference.value, 0.0);
    let interval = difference.interval.expect("two repositories");
    assert_eq!((interval.low, interval.high), (0.0, 0.0));
}

#[test]
fn a_baseline_that_nobody_is_called_is_the_first() {
    let items = items(ITEMS).expect("valid");
    let labels = labels(LABELS, &items).expect("valid");
    let predictions = predictions(PREDICTIONS, &items, Coverage::Whole).expect("valid");
    let against = |name| {
        let draws = Resampling { draws: 0, seed: Seed(1) };
        score(&items, &labels, &predictions, &[5], name, draws).comparisons[0].baseline.clone()
    };
    assert_eq!(
        (against(Some("silent")), against(Some("nobody")), against(None)),
        ("silent".into(), "first".into(), "first".into())
    );
}

/// What a refused file says.
fn refused<T>(result: Result<T, Fault>) -> String {
    result.err().map_or_else(|| "accepted".to_owned(), |fault| fault.to_string())
}

#[test]
fn items_are_refused_with_the_place() {
    let told = |text: &str| refused(items(text));
    assert_eq!(told(""), "items: there are no rows");
    assert_eq!(told("\n[1]\n"), "items:2: not a JSON object");
    assert_eq!(told("{\n"), "items:1: not JSON: EOF while parsing an object at line 1 column 1");
    assert_eq!(told(r#"{"state_id":" "}"#), "items:1: `state_id` must be a string that is not empty");
    assert_eq!(told(r#"{"state_id":"s","candidate_evidence":{}}"#), "items:1: `candidate_evidence` must be a list");
    assert_eq!(told(r#"{"state_id":"s"}"#), "items:1: `candidate_evidence` must be a list");
    assert_eq!(
        told(r#"{"state_id":"s","candidate_evidence":["a"]}"#),
        "items:1: `candidate_evidence` must be an object"
    );
    let pool = |pool: &str| told(&format!(r#"{{"state_id":"s","candidate_evidence":[{pool}]}}"#));
    assert_eq!(pool(r#"{"evidence_id":""}"#), "items:1: `evidence_id` must be a string that is not empty");
    assert_eq!(pool(r#"{"evidence_id":"a"},{"evidence_id":"a"}"#), "items:1: `candidate_evidence` has `a` twice");
    let observed =
        |ids: &str| told(&format!(r#"{{"state_id":"s","candidate_evidence":[],"observed_evidence_ids":{ids}}}"#));
    assert_eq!(observed(r#"["a","a"]"#), "items:1: `observed_evidence_ids` has `a` twice");
    assert_eq!(observed(r#"["a",1]"#), "items:1: `observed_evidence_ids` must hold strings that are not empty");
    assert_eq!(observed("null"), "items:1: `observed_evidence_ids` must be a list");
    let twice = r#"{"state_id":"s","candidate_evidence":[]}"#;
    assert_eq!(told(&format!("{twice}\n\n{twice}\n")), "items:3: `state_id` has `s` twice");
}

#[test]
fn labels_are_refused_with_the_place() {
    let items = items(ITEMS).expect("valid");
    let told = |text: &str| refused(labels(text, &items));
    assert_eq!(told("\n"), "labels: there are no rows");
    assert_eq!(told(r#"{"state_id":"gone"}"#), "labels:1: no item has the state `gone`");
    assert_eq!(told(r#"{"graded_labels":3}"#), "labels:1: `graded_labels` must be an object");
    assert_eq!(
        told(r#"{"state_id":"parse","required_evidence_groups":[]}"#),
        "labels:1: `required_evidence_groups` must be a list that is not empty"
    );
    let first = LABELS.lines().next().expect("a line");
    assert_eq!(told(first), "labels: the state `cache` has no label");
    assert_eq!(told(&format!("{first}\n{first}")), "labels:2: `state_id` has `login` twice");
    let group = |fields: &str| {
        told(&format!(r#"{{"state_id":"parse","required_evidence_groups":[{{{fields}}}]}}"#)).replace("labels:1: ", "")
    };
    let with = |minimum: &str, weight: &str| {
        group(&format!(
            r#""role":"r","acceptable_evidence_ids":["m","n"],"minimum_required":{minimum},"necessity_weight":{weight}"#
        ))
    };
    assert_eq!(group(""), "`role` must be a string that is not empty");
    assert_eq!(group(r#""role":"r""#), "`acceptable_evidence_ids` must be a list that is not empty");
    assert_eq!(group(r#""role":"r","acceptable_evidence_ids":["m","m"]"#), "`acceptable_evidence_ids` has `m` twice");
    assert_eq!(
        group(r#""role":"r","acceptable_evidence_ids":["a"]"#),
        "`acceptable_evidence_ids` has `a`, which is no candidate of this state"
    );
    for minimum in ["null", "true", "1.0", "0", "-1", "3", "\"1\""] {
        assert_eq!(with(minimum, "1"), "`minimum_required` must be an integer from 1 to 2", "{minimum}");
    }
    for weight in ["null", "true", "0", "-1.5", "\"1\""] {
        assert_eq!(with("1", weight), "`necessity_weight` must be a finite number above 0", "{weight}");
    }
    assert!(with("1", "NaN").starts_with("not JSON: "));
    let whole = |more: &str| {
        let group =
            r#"{"group_id":"G","role":"r","acceptable_evidence_ids":["m"],"minimum_required":1,"necessity_weight":1}"#;
        told(&format!(r#"{{"state_id":"parse","required_evidence_groups":[{group}{more}}}"#)).replace("labels:1: ", "")
    };
    assert_eq!(whole(r#",{"group_id":"G","role":"r"}]"#), "`group_id` has `G` twice");
    assert_eq!(
        whole(r#"],"alternative_minimal_sets":[[]]"#),
        "`alternative_minimal_sets` must be a list that is not empty"
    );
    assert_eq!(whole(r#"],"alternative_minimal_sets":["n"]"#), "`alternative_minimal_sets` must be a list");
    assert_eq!(whole(r#"],"alternative_minimal_sets":[["n","n"]]"#), "`alternative_minimal_sets` has `n` twice");
    assert_eq!(
        whole(r#"],"alternative_minimal_sets":[["far"]]"#),
        "`alternative_minimal_sets` has `far`, which is no candidate of this state"
    );
    assert_eq!(
        whole(r#"],"optional_evidence_ids":["far"]"#),
        "`optional_evidence_ids` has `far`, which is no candidate of this state"
    );
    assert_eq!(whole(r#"],"observed_evidence_ids":["m"]"#), "`observed_evidence_ids` differs from the item's");
    let gold = r#"{"state_id":"login","observed_evidence_ids":["seen"],"required_evidence_groups":[{"role":"r","acceptable_evidence_ids":["seen"],"minimum_required":1,"necessity_weight":1}]}"#;
    assert_eq!(told(gold), "labels:1: `seen` is gold and observed");
    let alternative = r#"{"state_id":"login","observed_evidence_ids":["seen"],"required_evidence_groups":[{"role":"r","acceptable_evidence_ids":["a"],"minimum_required":1,"necessity_weight":1}],"alternative_minimal_sets":[["seen"]]}"#;
    assert_eq!(told(alternative), "labels:1: `seen` is gold and observed");
}

#[test]
fn predictions_are_refused_with_the_place() {
    let items = items(ITEMS).expect("valid");
    let told = |text: &str| refused(predictions(text, &items, Coverage::Whole));
    assert_eq!(told(""), "predictions: there are no rows");
    assert_eq!(
        told(r#"{"state_id":"login","method":""}"#),
        "predictions:1: `method` must be a string that is not empty"
    );
    assert_eq!(told(r#"{"state_id":"gone","method":"m"}"#), "predictions:1: no item has the state `gone`");
    let ranked = |ranked: &str| format!(r#"{{"state_id":"login","method":"m","ranked_evidence_ids":{ranked}}}"#);
    assert_eq!(told(r#"{"state_id":"login","method":"m"}"#), "predictions:1: `ranked_evidence_ids` must be a list");
    assert_eq!(told(&ranked("\"a\"")), "predictions:1: `ranked_evidence_ids` must be a list");
    assert_eq!(
        told(&ranked(r#"["a",""]"#)),
        "predictions:1: `ranked_evidence_ids` must hold strings that are not empty"
    );
    assert_eq!(told(&ranked(r#"["a","a"]"#)), "predictions:1: `ranked_evidence_ids` has `a` twice");
    assert_eq!(
        told(&ranked(r#"["m"]"#)),
        "predictions:1: `ranked_evidence_ids` has `m`, which is no candidate of this state"
    );
    let twice = format!("{}\n{}", ranked("[]"), ranked("[]"));
    assert_eq!(told(&twice), "predictions:2: the method `m` has the state `login` twice");
    assert_eq!(told(&ranked("[]")), "predictions: the method `m` lacks 2 of the states, such as `cache`");
    assert!(predictions(&ranked("[]"), &items, Coverage::Partial).is_ok());
}
