//! The CPU backends of burn behind the pipe protocol, version 1 (docs/conformance.md): quantize and
//! dequantize, as a user of the backend calls them. Panics are refusals, handed on word for word.

#[path = "../../burn_std/src/placed.rs"]
mod placed;
#[path = "../../burn_std/src/request.rs"]
mod request;

use burn_backend::ops::{FloatTensorOps, QTensorOps};
use burn_backend::quantization::{Calibration, compute_q_params, compute_range};
use burn_std::{DType, FloatDType, Shape, TensorData};
use request::{Bits, No, Request, need, unsupported};
use serde::Deserialize;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, Waker};

#[cfg(feature = "flex")]
type Backend = burn_flex::Flex;
#[cfg(feature = "ndarray")]
type Backend = burn_ndarray::NdArray;

fn main() -> std::io::Result<()> {
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
        serde_json::to_writer(&mut output, &reply(&line))?;
        output.write_all(b"\n")?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn reply(line: &[u8]) -> Value {
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

fn answer(request: &Request) -> Result<Value, No> {
    match request.verb.as_str() {
        "hello" => hello(request),
        "quantize" => quantize(request),
        "dequantize" => dequantize(request),
        verb => unsupported(format!("no verb {verb:?} here")),
    }
}

fn hello(request: &Request) -> Result<Value, No> {
    match request.protocol {
        Some(1) => Ok(json!({
            "protocol": 1,
            "name": env!("BACKEND_NAME"),
            "version": env!("BACKEND_VERSION"),
            "language": "Rust",
            "capabilities": ["quantize", "dequantize"],
            "choices": {},
        })),
        _ => unsupported("this testee speaks protocol 1"),
    }
}

fn quantize(request: &Request) -> Result<Value, No> {
    let (scheme, shape) = (request.scheme()?, request.shape()?);
    bounded(&shape)?;
    let input: Vec<f32> = need(&request.input, "input")?.iter().map(|bits| bits.float()).collect();
    let calibration = match need(&request.calibration, "calibration")?.as_str() {
        "MinMax" => Calibration::MinMax,
        "AbsMean" => Calibration::AbsMean,
        name => return unsupported(format!("no calibration {name:?} here")),
    };
    let quantized = ask(|| {
        let data = TensorData::new(input, shape);
        let tensor =
            <Backend as FloatTensorOps<Backend>>::float_from_data(data, &Default::default());
        let quantized = match calibration {
            Calibration::MinMax => Backend::quantize_dynamic(tensor, &scheme),
            _ => {
                let (min, max) = compute_range::<Backend>(&scheme, tensor.clone(), &calibration);
                let params = compute_q_params::<Backend>(&scheme, min, max);
                Backend::quantize(tensor, &scheme, params)
            }
        };
        ready(Backend::q_into_data(quantized))
    })?;
    match quantized {
        Ok(data) => Ok(json!({"bytes": hex(data.as_bytes())})),
        Err(error) => Err(No::Refused(format!("{error:?}"))),
    }
}

fn dequantize(request: &Request) -> Result<Value, No> {
    let dtype = DType::QFloat(request.scheme()?);
    let (shape, bytes) = (request.shape()?, request.bytes()?);
    bounded(&shape)?;
    let values = ask(|| {
        let data = TensorData::from_bytes(bytes, shape, dtype);
        let tensor = Backend::q_from_data(data, &Default::default());
        let floats = Backend::dequantize(tensor, FloatDType::F32);
        ready(<Backend as FloatTensorOps<Backend>>::float_into_data(floats))
    })?;
    match values {
        Ok(data) => {
            let bits = data.as_bytes().chunks_exact(4);
            let bits = bits.map(|four| Bits(u32::from_le_bytes(four.try_into().unwrap())));
            Ok(json!({"values": bits.collect::<Vec<_>>()}))
        }
        Err(error) => Err(No::Refused(format!("{error:?}"))),
    }
}

/// The crates walk the other extents beside a zero, however large they are. All else they may judge
/// themselves.
fn bounded(shape: &Shape) -> Result<(), No> {
    let dims = shape.as_slice();
    let others = dims.iter().filter(|dim| **dim != 0);
    let walked = others.fold(1, |product: usize, dim| product.saturating_mul(*dim));
    if dims.contains(&0) && walked > 1 << 20 {
        return unsupported(format!("an empty {shape:?} would take forever"));
    }
    Ok(())
}

/// What a future of these backends gives: they never wait.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the backend waits for something"),
    }
}

static ASKING: AtomicBool = AtomicBool::new(false);

/// Runs something of the crate's; a panic is its refusal, and the message what it says. What it
/// calls not implemented it does not have.
fn ask<T>(of_the_crate: impl FnOnce() -> T) -> Result<T, No> {
    ASKING.store(true, Relaxed);
    let result = catch_unwind(AssertUnwindSafe(of_the_crate));
    ASKING.store(false, Relaxed);
    result.map_err(|panic| {
        let owned = panic.downcast_ref::<String>().cloned();
        let message = owned.or(panic.downcast_ref::<&str>().map(|text| text.to_string()));
        let message = message.unwrap_or("a panic without a text".into());
        match message.starts_with("not implemented") {
            true => No::Unsupported(message),
            false => No::Refused(message),
        }
    })
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| DIGITS[usize::from(digit)] as char).collect()
}
