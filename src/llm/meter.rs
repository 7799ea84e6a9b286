//! What a run may spend, checked before each call, and what it has spent, by role and model. Passed down explicitly;
//! there is no global and no clock of its own.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use crate::llm::ChatModel;
use crate::llm::ChatReply;
use crate::llm::ChatRequest;
use crate::llm::ModelError;
use crate::llm::Prices;
use crate::llm::Usage;

/// Characters of a token, where a server does not count.
const CHARACTERS_PER_TOKEN: u64 = 4;

/// The most that a run may spend; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Calls.
    pub calls: Option<u64>,
    /// Tokens of requests and answers together, as the server counts them.
    pub tokens: Option<u64>,
    /// US dollars.
    pub cost: Option<f64>,
    /// Wall time since the meter was made.
    pub time: Option<Duration>,
}

/// What one role has spent on one model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Calls that were made, failed ones included.
    pub calls: u64,
    /// Those of them that gave no reply.
    pub failed: u64,
    /// Answers that came from an earlier run and cost nothing; not among the calls.
    pub kept: u64,
    /// Tokens of requests, those that the server had kept included.
    pub input_tokens: u64,
    /// Those of them that the server had kept.
    pub cached_tokens: u64,
    /// Tokens of answers.
    pub output_tokens: u64,
    /// Calls whose tokens are estimated, since the server did not count.
    pub estimated: u64,
    /// US dollars; `None` where the model's price is not known.
    pub cost: Option<f64>,
}

/// Whose spending it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Account {
    /// The role, such as `solver`.
    pub role: &'static str,
    /// The model.
    pub model: String,
}

/// Counts what a run spends and keeps it within limits.
pub struct Meter {
    limits: Limits,
    prices: Prices,
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    interrupted: Box<dyn Fn() -> bool + Send + Sync>,
    books: Mutex<Books>,
}

#[derive(Default)]
struct Books {
    accounts: BTreeMap<Account, Spent>,
    /// Tokens and dollars of calls that are under way, estimated.
    open: (u64, f64),
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// What a call that is under way was estimated to cost.
struct Reserved {
    tokens: u64,
    cost: f64,
}

/// What a call asks for, as far as it costs.
#[derive(Clone, Copy)]
struct Asked {
    characters: u64,
    /// Tokens that the answer may have.
    most_output: u64,
}

/// What a call that was answered came to.
struct Outcome {
    usage: Usage,
    estimated: bool,
}

impl Outcome {
    fn new(counted: Option<Usage>, guessed: impl FnOnce() -> Usage) -> Self {
        Self { usage: counted.unwrap_or_else(guessed), estimated: counted.is_none() }
    }
}

impl Meter {
    /// A meter whose `elapsed` tells the time since it was made.
    pub fn new(limits: Limits, prices: Prices, elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        let (elapsed, interrupted) = (Box::new(elapsed), Box::new(|| false));
        Self { limits, prices, elapsed, interrupted, books: Mutex::default() }
    }

    /// The same meter, which allows no further call as soon as `interrupted` says so; those under way are finished.
    #[must_use]
    pub fn until(mut self, interrupted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.interrupted = Box::new(interrupted);
        self
    }

    /// What was spent so far, by role and model.
    pub fn accounts(&self) -> BTreeMap<Account, Spent> {
        self.lock().accounts.clone()
    }

    /// What was spent so far, all in all; its cost is unknown where any part of it is.
    pub fn total(&self) -> Spent {
        total(&self.lock().accounts)
    }

    /// The price of a model, if it is known.
    pub fn prices(&self) -> &Prices {
        &self.prices
    }

    /// The most that may be spent.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Takes one call out of the budget, or says which limit forbids it.
    fn reserve(&self, account: &Account, asked: Asked) -> Result<Reserved, ModelError> {
        let mut books = self.lock();
        if (self.interrupted)() {
            return Err(ModelError::Interrupted);
        }
        let refused = |limit: String| Err(ModelError::OutOfBudget { limit });
        let spent = total(&books.accounts);
        if let Some(most) = self.limits.calls
            && spent.calls >= most
        {
            return refused(format!("{most} calls"));
        }
        if let Some(most) = self.limits.time
            && (self.elapsed)() >= most
        {
            return refused(format!("{} s", most.as_secs()));
        }
        let input = asked.characters / CHARACTERS_PER_TOKEN;
        if let Some(most) = self.limits.tokens
            && spent.input_tokens + spent.output_tokens + books.open.0 + input >= most
        {
            return refused(format!("{most} tokens"));
        }
        let price = self.prices.of(&account.model);
        // The answer is counted as a quarter of what it may be: few answers are as long as they may be.
        let likely = Usage { input, cached: 0, output: asked.most_output / 4 };
        let cost = price.map_or(0.0, |price| price.of(likely));
        if let Some(most) = self.limits.cost
            && spent.cost.unwrap_or(0.0) + books.open.1 + cost > most
        {
            return refused(format!("${most:.2}"));
        }
        let reserved = Reserved { tokens: input + likely.output, cost };
        books.open.0 += reserved.tokens;
        books.open.1 += reserved.cost;
        books.accounts.entry(account.clone()).or_default().calls += 1;
        Ok(reserved)
    }

    /// Books what a call came to; `None` for one that gave no reply.
    fn settle(&self, account: &Account, reserved: &Reserved, outcome: Option<&Outcome>) {
        let price = self.prices.of(&account.model);
        let mut books = self.lock();
        books.open.0 = books.open.0.saturating_sub(reserved.tokens);
        books.open.1 = (books.open.1 - reserved.cost).max(0.0);
        let spent = books.accounts.entry(account.clone()).or_default();
        let usage = match outcome {
            None => {
                spent.failed += 1;
                Usage::default()
            }
            Some(Outcome { usage, estimated }) => {
                spent.estimated += u64::from(*estimated);
                *usage
            }
        };
        spent.input_tokens += usage.input;
        spent.cached_tokens += usage.cached;
        spent.output_tokens += usage.output;
        spent.cost = price.map(|price| spent.cost.unwrap_or(0.0) + price.of(usage));
    }

    /// A call that is no conversation, such as one for vectors: taken out of the budget, made, and booked with what the
    /// server counted or, where it did not, with what its `characters` come to.
    #[cfg(feature = "models")]
    pub(crate) fn call<T>(
        &self,
        account: &Account,
        characters: u64,
        call: impl FnOnce() -> Result<(T, Option<Usage>), ModelError>,
    ) -> Result<T, ModelError> {
        let reserved = self.reserve(account, Asked { characters, most_output: 0 })?;
        let made = call();
        let guessed = Usage { input: characters / CHARACTERS_PER_TOKEN, cached: 0, output: 0 };
        let outcome = made.as_ref().ok().map(|(_, usage)| Outcome::new(*usage, || guessed));
        self.settle(account, &reserved, outcome.as_ref());
        made.map(|(made, _)| made)
    }

    /// Books an answer that an earlier run has paid for.
    pub(crate) fn kept(&self, account: &Account) {
        let known = self.prices.of(&account.model).map(|_| 0.0);
        let mut books = self.lock();
        let spent = books.accounts.entry(account.clone()).or_default();
        spent.kept += 1;
        spent.cost = spent.cost.or(known);
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn total(accounts: &BTreeMap<Account, Spent>) -> Spent {
    let mut total = Spent { cost: Some(0.0), ..Spent::default() };
    for spent in accounts.values() {
        total.calls += spent.calls;
        total.failed += spent.failed;
        total.kept += spent.kept;
        total.input_tokens += spent.input_tokens;
        total.cached_tokens += spent.cached_tokens;
        total.output_tokens += spent.output_tokens;
        total.estimated += spent.estimated;
        total.cost = total.cost.zip(spent.cost).map(|(a, b)| a + b);
    }
    total
}

/// A model on a role's account.
pub struct Metered<M> {
    model: M,
    meter: Arc<Meter>,
    account: Account,
}

impl<M: ChatModel> Metered<M> {
    /// Puts a model on an account.
    pub fn new(model: M, meter: Arc<Meter>, account: Account) -> Self {
        Self { model, meter, account }
    }
}

impl<M: ChatModel> ChatModel for Metered<M> {
    fn chat(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let asked = Asked { characters: request.characters(), most_output: request.max_tokens.into() };
        let reserved = self.meter.reserve(&self.account, asked)?;
        let reply = self.model.chat(request);
        let guessed = |reply: &ChatReply| {
            let calls: usize = reply.calls.iter().map(|call| call.arguments.to_string().len()).sum();
            Usage {
                input: asked.characters / CHARACTERS_PER_TOKEN,
                cached: 0,
                output: (reply.text.len() + calls) as u64 / CHARACTERS_PER_TOKEN,
            }
        };
        let outcome = reply.as_ref().ok().map(|reply| Outcome::new(reply.usage, || guessed(reply)));
        self.meter.settle(&self.account, &reserved, outcome.as_ref());
        reply
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::llm::Price;
    use crate::llm::Scripted;

    const USAGE: Usage = Usage { input: 70, cached: 0, output: 30 };

    fn metered(limits: Limits, elapsed: u64) -> (Arc<Meter>, Metered<Scripted>) {
        let prices = Prices::default().with("m", Price::parse("1000 10000").expect("two numbers"));
        let meter = Arc::new(Meter::new(limits, prices, move || Duration::from_secs(elapsed)));
        let account = Account { role: "solver", model: "m".to_owned() };
        let model = Scripted::new(["one", "two", "three"]).with_usage(USAGE);
        (Arc::clone(&meter), Metered::new(model, meter, account))
    }

    fn request() -> ChatRequest {
        ChatRequest::new("", "", 10)
    }

    fn refusal(limits: Limits, elapsed: u64) -> String {
        let (_, model) = metered(limits, elapsed);
        let error = (0..3).find_map(|_| model.chat(&request()).err()).expect("a limit");
        error.to_string()
    }

    #[test]
    fn each_limit_is_checked_before_the_call() {
        let none = Limits::default();
        assert_eq!(refusal(Limits { calls: Some(1), ..none }, 0), "the budget of 1 calls is used up");
        assert_eq!(refusal(Limits { tokens: Some(150), ..none }, 0), "the budget of 150 tokens is used up");
        // One call costs 37 cents.
        assert_eq!(refusal(Limits { cost: Some(0.7), ..none }, 0), "the budget of $0.70 is used up");
        assert_eq!(refusal(Limits { time: Some(Duration::from_secs(5)), ..none }, 5), "the budget of 5 s is used up");
    }

    #[test]
    fn what_was_spent_is_booked_by_role_and_model() {
        let (meter, model) = metered(Limits::default(), 0);
        assert!(model.chat(&request()).is_ok());
        let spent = meter.accounts().into_values().next().expect("one account");
        assert_eq!((spent.calls, spent.input_tokens, spent.output_tokens), (1, 70, 30));
        assert!((spent.cost.expect("a known price") - 0.37).abs() < 1e-9);
    }

    #[test]
    fn an_interrupt_allows_no_further_call() {
        let came = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&came);
        let meter = Meter::new(Limits::default(), Prices::default(), || Duration::ZERO);
        let meter = Arc::new(meter.until(move || seen.load(Ordering::Relaxed)));
        let account = Account { role: "solver", model: "m".to_owned() };
        let model = Metered::new(Scripted::new(["one", "two"]), Arc::clone(&meter), account);
        assert!(model.chat(&request()).is_ok());
        came.store(true, Ordering::Relaxed);
        assert!(matches!(model.chat(&request()), Err(ModelError::Interrupted)));
        assert_eq!(meter.total().calls, 1, "what was refused was not spent");
    }

    #[test]
    fn an_unknown_price_makes_the_total_unknown() {
        let meter = Arc::new(Meter::new(Limits::default(), Prices::default(), || Duration::ZERO));
        let account = Account { role: "solver", model: "home-made".to_owned() };
        let model = Metered::new(Scripted::new(["twelve chars"]), Arc::clone(&meter), account);
        assert!(model.chat(&ChatRequest::new("", "eightchr", 10)).is_ok());
        assert!(model.chat(&request()).is_err());
        let total = meter.total();
        assert_eq!((total.cost, total.failed, total.estimated), (None, 1, 1));
        assert_eq!((total.input_tokens, total.output_tokens), (2, 3));
    }
}
