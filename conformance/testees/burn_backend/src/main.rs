//! The CPU backends of burn behind the pipe protocol, version 1 (docs/conformance.md): quantize and
//! dequantize, as a user of the backend calls them. Panics are refusals, handed on word for word.

#[path = "../../burn_std/src/placed.rs"]
mod placed;
#[path = "../../burn_std/src/request.rs"]
mod request;
#[path = "../../burn_std/src/serve.rs"]
mod serve;

use burn_backend::ops::{FloatTensorOps, QTensorOps};
use burn_backend::quantization::{Calibration, compute_q_params, compute_range};
use burn_std::{DType, FloatDType, Shape, TensorData};
use request::{Bits, No, Request, need, unsupported};
use serde_json::{Value, json};
use serve::{hello, hex, serve};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

#[cfg(feature = "flex")]
type Backend = burn_flex::Flex;
#[cfg(feature = "ndarray")]
type Backend = burn_ndarray::NdArray;

fn main() -> std::io::Result<()> {
    serve(answer)
}

fn answer(request: &Request) -> Result<Value, No> {
    match request.verb.as_str() {
        "hello" => hello(
            request,
            env!("BACKEND_NAME"),
            env!("BACKEND_VERSION"),
            &["quantize", "dequantize"],
        ),
        "quantize" => quantize(request),
        "dequantize" => dequantize(request),
        verb => unsupported(format!("no verb {verb:?} here")),
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

/// These crates panic with `unimplemented!` where they lack an operation: unsupported, no refusal.
fn ask<T>(of_the_crate: impl FnOnce() -> T) -> Result<T, No> {
    serve::ask(of_the_crate).map_err(|no| match no {
        No::Refused(message) if message.starts_with("not implemented") => No::Unsupported(message),
        other => other,
    })
}
