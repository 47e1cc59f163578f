//! What the testees over crates of burn share: lines in, lines out, and panics as refusals.

use crate::request::{No, Request, unsupported};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub type Answer = Result<Value, No>;

/// Answers every line of stdin until it ends.
pub fn serve(answer: fn(&Request) -> Answer) -> std::io::Result<()> {
    let default_hook = take_hook();
    set_hook(Box::new(move |info| {
        if !ASKING.load(Relaxed) {
            default_hook(info)
        }
    }));
    let mut input = std::io::stdin().lock();
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        serde_json::to_writer(&mut output, &reply(&line, answer))?;
        output.write_all(b"\n")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn reply(line: &[u8], answer: fn(&Request) -> Answer) -> Value {
    #[derive(Deserialize)]
    struct Id {
        id: u64,
    }
    let (id, answer) = match serde_json::from_slice::<Request>(line) {
        Ok(request) => (Some(request.id), answer(&request)),
        Err(error) => (
            serde_json::from_slice::<Id>(line).ok().map(|known| known.id),
            unsupported(format!("cannot hold this request: {error}")),
        ),
    };
    let mut reply = answer.unwrap_or_else(|no| match no {
        No::Refused(message) => json!({"refused": {"error": null, "message": message}}),
        No::Unsupported(why) => json!({"unsupported": why}),
    });
    reply["id"] = json!(id);
    reply
}

pub fn hello(request: &Request, name: &str, version: &str, capabilities: &[&str]) -> Answer {
    match request.protocol {
        Some(1) => Ok(json!({
            "protocol": 1,
            "name": name,
            "version": version,
            "language": "Rust",
            "capabilities": capabilities,
            "choices": {},
        })),
        _ => unsupported("this testee speaks protocol 1"),
    }
}

static ASKING: AtomicBool = AtomicBool::new(false);

/// Runs something of the crate's; a panic is its refusal, and the message what it says.
pub fn ask<T>(of_the_crate: impl FnOnce() -> T) -> Result<T, No> {
    ASKING.store(true, Relaxed);
    let result = catch_unwind(AssertUnwindSafe(of_the_crate));
    ASKING.store(false, Relaxed);
    result.map_err(|panic| {
        let owned = panic.downcast_ref::<String>().cloned();
        let message = owned.or(panic.downcast_ref::<&str>().map(|text| text.to_string()));
        No::Refused(message.unwrap_or("a panic without a text".into()))
    })
}

pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| DIGITS[usize::from(digit)] as char).collect()
}
