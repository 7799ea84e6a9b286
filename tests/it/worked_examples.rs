//! Two examples worked by hand, step by step: one healing and one choice of evidence, each with a model that answers as
//! the procedure assumes. What the commands do is compared with what the hand wrote down.

use serde_json::Value;
use serde_json::json;

use crate::harness::TestRepo;
use crate::model_server::Reply;
use crate::model_server::Server;
use crate::model_server::calls;
use crate::model_server::says;
use crate::model_server::told;

const SHOP: &str = "
//- catalog.md
# shop

## Submodules

### [bank](bank/catalog.md)
Sums.

### [depot](depot/catalog.md)
What arrives.
//- bank/catalog.md
# bank

## Files

### [ledger.py](ledger.py)
Books.
- `note_receipt` (L1-L8)

### [rates.py](rates.py)
Turns sums into other currencies.
- `convert` (L1-L5)
//- bank/ledger.py
def note_receipt(book, amount):
    \"\"\"Write down that money came in.\"\"\"
    if amount <= 0:
        raise ValueError('nothing came in')
    for line in book.lines:
        if line.amount == amount:
            return line
    return book.add(amount)
//- bank/rates.py
def convert(amount, currency, table):
    \"\"\"Turn a sum into another currency.\"\"\"
    if currency not in table:
        raise KeyError('no rate for today')
    return amount * table[currency]
//- depot/catalog.md
# depot

## Files

### [shelf.py](shelf.py)
Places for goods.
- `put_away` (L1-L6)
//- depot/shelf.py
def put_away(goods, shelves):
    \"\"\"Find a free place for goods that came in.\"\"\"
    for shelf in shelves:
        if shelf.has_room(goods):
            return shelf.store(goods)
    raise OverflowError('every shelf is full')
";

/// The questions, and the place that answers each.
const QUESTIONS: [(&str, &str, &str); 3] = [
    ("bank/ledger.py", "note_receipt", "What is written down when money arrives?"),
    ("bank/rates.py", "convert", "How does a sum become one of another currency?"),
    ("depot/shelf.py", "put_away", "Which place do goods get?"),
];

/// Answers as somebody would who only knows the catalogs: what arrives is looked for in the depot, unless the root says
/// that receipts are the bank's.
fn reader(body: &Value) -> Reply {
    let (root, asked) = told(body);
    let is_about = |words: &str| asked.contains(words);
    let is_banks = if is_about("money arrives") { root.contains("receipts") } else { is_about("currency") };
    let module = if is_banks { "bank" } else { "depot" };
    let messages = body["messages"].as_array().map_or(0, Vec::len);
    if messages == 2 {
        return calls("read", &json!({ "path": format!("{module}/catalog.md") }));
    }
    let file = match module {
        "depot" => "depot/shelf.py",
        _ if is_about("become one of another") => "bank/rates.py",
        _ => "bank/ledger.py",
    };
    says(&json!({ "file": file, "function": "", "reasoning": "the catalog says so" }).to_string())
}

fn plays(body: &Value) -> Reply {
    let (system, asked) = told(body);
    if system.starts_with("You write exam questions") {
        let about = |(file, ..): &&(&str, &str, &str)| asked.contains(&format!("File: {file}"));
        let (file, symbol, question) = QUESTIONS.iter().find(about).expect("a chunk of the shop");
        let answer = format!("{file}::{symbol}");
        let probe = json!({ "reasoning": "r", "is_valid_chunk": true, "question": question, "answer": answer });
        return says(&probe.to_string());
    }
    if system.starts_with("You find the place") {
        return reader(body);
    }
    let (entry, text) = match asked.contains("bank/catalog.md`") || asked.contains("[ledger.py](ledger.py)") {
        true => ("ledger.py", "Receipts: what came in."),
        false => ("bank", "Sums: receipts and rates."),
    };
    let edit =
        json!({ "action": "set_summary", "entry": entry, "symbol": "", "text": text, "paths": [], "section": "" });
    let triage = json!({ "failure": 1, "verdict": "catalog", "cause": "separation", "note": "" });
    says(&json!({ "triage": [triage], "edits": [edit] }).to_string())
}

#[test]
fn a_healing() {
    let repo = TestRepo::with(SHOP);
    let server = Server::new(|_, body| plays(body));
    let endpoint = format!("http://{}/v1", server.address);
    let model = ["--engine", "openai", "--model", "m", "--endpoint", &endpoint, "--concurrency", "1"];
    let heal = ["heal", "--all", "--probes", "3", "--rewrite", "--trace", "trace.jsonl"];
    let answer = repo.answer(repo.command().args(heal).args(model));
    assert_eq!(answer.status, 0, "{answer}");
    let trace = repo.read("trace.jsonl");
    let rows: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |event: &str| -> Vec<&Value> { rows.iter().filter(|row| row["event"] == event).collect() };

    // 1. One question a chunk, each about its own file.
    let probes = of("probe");
    let mut gold: Vec<&str> = probes.iter().filter_map(|probe| probe["gold_file"].as_str()).collect();
    gold.sort_unstable();
    assert_eq!(gold, QUESTIONS.map(|(file, ..)| file));
    let number = |file: &str| probes.iter().find(|row| row["gold_file"] == file).expect("asked")["number"].clone();
    let money = number("bank/ledger.py");

    // 2. The Solver drills from the root into one module. What arrives is sought in the depot: one of three is missed.
    let answers = of("answer");
    let before = answers.iter().take(3);
    let wrong: Vec<_> =
        before.filter(|row| row["passed"] == false).map(|row| (&row["number"], &row["files"])).collect();
    assert_eq!(wrong, [(&money, &json!(["depot/shelf.py"]))]);
    assert!(answers.iter().all(|row| row["path"].as_array().is_some_and(|path| path.len() == 1)));

    // 3. The failure goes to the deepest catalog above the gold, and to the one where the paths part; deepest first.
    let proposals: Vec<_> =
        of("proposal").iter().map(|row| (row["catalog"].clone(), row["failures"].clone())).collect();
    assert_eq!(proposals, [(json!("bank/catalog.md"), json!([money])), (json!("catalog.md"), json!([money]))]);
    let healer = |body: &Value| told(body).0.starts_with("You repair catalogs");
    let shown: Vec<String> = server.bodies().iter().filter(|body| healer(body)).map(|body| told(body).1).collect();
    assert_eq!(shown.len(), 2, "each catalog is healed once");
    for told in &shown {
        assert!(told.contains("What is written down when money arrives?"), "{told}");
        assert!(told.contains("def note_receipt") && told.contains("depot/shelf.py"), "{told}");
    }
    assert!(shown[0].contains("Turns sums") && !shown[0].contains("What arrives."), "one target catalog: {}", shown[0]);
    assert!(shown[1].contains("What arrives.") && !shown[1].contains("Turns sums"), "one target catalog: {}", shown[1]);

    // 4. Nobody comes to the bank's catalog while the root sends them to the depot, so its edit repairs nothing; the
    //    root's does, and what passed goes on passing.
    let verdicts: Vec<_> = of("verdict").iter().map(|row| (row["kept"].clone(), row["repaired"].clone())).collect();
    assert_eq!(verdicts, [(json!(false), json!([])), (json!(true), json!([money]))]);
    assert_eq!(of("verdict")[0]["dropped"][0]["reason"], "it repairs no failure");
    assert_eq!(answers.iter().skip(3).map(|row| row["passed"].clone()).collect::<Vec<_>>(), [true, true, true]);
    // Three before; one for the first candidate, all three for the second.
    let solver = |body: &Value| told(body).0.starts_with("You find the place");
    assert_eq!(server.bodies().iter().filter(|body| solver(body)).count(), 2 * (3 + 1 + 3));

    // 5. One line of one catalog is another one now.
    let difference = repo.git(&["diff", "--unified=0", "--", "."]);
    let changed = |line: &&str| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---");
    assert_eq!(difference.lines().filter(changed).collect::<Vec<_>>(), ["-Sums.", "+Sums: receipts and rates."]);
    assert!(answer.stdout.contains("questions: 3 of 3 find their file, 2 did before"), "{answer}");
}

const ORDERS: [(&str, &str, &str); 6] = [
    ("billing", "charge_order", "take"),
    ("cards", "swipe_card", "card"),
    ("mail", "send_letter", "letter"),
    ("orders", "sum_order", "order"),
    ("stock", "reserve_goods", "goods"),
    ("tries", "try_again", "again"),
];

/// The card of a file among those that are shown: its id, and what stands behind it.
fn card<'t>(shown: &'t str, file: &str) -> Option<(&'t str, &'t str)> {
    let cards = shown.split("\n[").filter_map(|card| card.split_once("] "));
    cards.filter(|(id, text)| id.starts_with('C') && !text.starts_with('"')).find(|(_, text)| {
        let head = text.lines().next().unwrap_or_default();
        head.split(' ').any(|word| word.starts_with(&format!("{file}.py:")))
    })
}

/// What stands in the cards' data, and in the list of what is chosen so far.
fn parts(user: &str) -> (String, String) {
    let blocks: Vec<&str> = user.split("<data ").skip(1).filter_map(|block| block.split("</data").next()).collect();
    let last = blocks.last().copied().unwrap_or_default().to_owned();
    let chosen = if blocks.len() > 1 { blocks[0].to_owned() } else { String::new() };
    (last, chosen)
}

#[test]
fn a_choice_of_evidence() {
    let source = |(file, name, word): &(&str, &str, &str)| {
        format!(
            "//- {file}.py\ndef {name}(order, card):\n    \"\"\"The {word} of an order's payment.\"\"\"\n    \
             if order.total < 0:\n        raise ValueError('negative {word}')\n    return card.{word}(order.total)\n"
        )
    };
    let fixture: String = ORDERS.iter().map(source).collect();
    let repo = TestRepo::with(&format!("\n{fixture}"));
    let server = Server::new(|number, body| {
        let (cards, _) = parts(&told(body).1);
        let wanted: &[&str] = match number {
            0 => &["billing"],
            1 => &["tries", "cards"],
            _ => &["tries", "billing", "cards", "orders"],
        };
        let ids: Vec<&str> = wanted.iter().filter_map(|file| card(&cards, file)).map(|(id, _)| id).collect();
        says(&json!({ "reasoning": "r", "ids": ids }).to_string())
    });
    let endpoint = format!("http://{}/v1", server.address);
    let model = ["--engine", "openai", "--model", "m", "--endpoint", &endpoint];
    let ask = ["evidence", "-m", "Payments of orders are tried too often", "--format", "json"];
    let answer = repo.answer(repo.command().args(ask).args(model));
    assert_eq!(answer.status, 0, "{answer}");
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 3, "three calls");
    assert!(bodies.iter().all(|body| body["temperature"] == 0.0));
    let seen: Vec<(String, String)> = bodies.iter().map(|body| parts(&told(body).1)).collect();
    let shown = |stage: usize| ORDERS.iter().filter(|(file, ..)| card(&seen[stage].0, file).is_some()).count();

    // 1. Proposal: everything in the pool is shown, nothing is chosen yet.
    assert_eq!((shown(0), seen[0].1.as_str()), (6, ""));

    // 2. Expansion: what is chosen is said by its place, and its card is not shown again.
    assert!(seen[1].1.contains("billing.py:L1-L5 charge_order"), "{}", seen[1].1);
    assert_eq!(shown(1), 5);
    assert!(card(&seen[1].0, "billing").is_none());

    // 3. Finalization: all are shown, each with where it comes from, the proposal first.
    assert_eq!(shown(2), 6);
    let from = |file: &str| card(&seen[2].0, file).and_then(|(_, text)| text.split(',').next()).unwrap_or_default();
    let origins = ["billing", "tries", "cards", "orders", "mail", "stock"].map(from);
    assert_eq!(origins, ["proposal", "expansion", "expansion", "reserve", "reserve", "reserve"]);

    // 4. The answer is the set that was settled, in its order, decided by the model alone.
    let evidence: Value = serde_json::from_str(&answer.stdout).expect("JSON");
    let items = evidence["items"].as_array().expect("items").iter();
    let paths: Vec<&str> = items.filter_map(|item| item["path"].as_str()).collect();
    assert_eq!(paths, ["tries.py", "billing.py", "cards.py", "orders.py"]);
    let stages = evidence["controller"].as_array().expect("stages");
    assert!(stages.iter().all(|stage| stage["controller"] == "openai:m" && stage["fallback"].is_null()), "{stages:?}");
}
