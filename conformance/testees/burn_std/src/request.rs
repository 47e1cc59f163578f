//! A request line, read into burn-std's own types: what they cannot hold, serde refuses.

use crate::placed;
use burn_std::quantization::{QuantMode, QuantScheme, QuantStore, QuantValue, ScaleDtype};
use burn_std::{AllocationProperty, Bytes, Shape};
use serde::{Deserialize, Serialize};

/// The two ways not to answer.
pub enum No {
    /// The crate panicked, or returned an error.
    Refused(String),
    /// The crate cannot be asked.
    Unsupported(String),
}

pub fn unsupported<T>(why: impl Into<String>) -> Result<T, No> {
    Err(No::Unsupported(why.into()))
}

/// Every key of every verb; a verb asks for those that it needs, and no testee has them all.
#[allow(dead_code)]
#[derive(Deserialize)]
pub struct Request {
    pub id: u64,
    pub verb: String,
    pub protocol: Option<u64>,
    value: Option<QuantValue>,
    store: Option<String>,
    packed_dim: Option<usize>,
    mode: Option<QuantMode>,
    pub tensor: Option<ScaleDtype>,
    block: Option<Block>,
    pub shape: Option<Vec<usize>>,
    pub codes: Option<Vec<i8>>,
    pub scales: Option<Vec<Bits>>,
    pub global: Option<Bits>,
    bytes: Option<HexBytes>,
    pub input_offset: Option<usize>,
    #[cfg(feature = "since-0-23")]
    pub rank: Option<usize>,
    #[cfg(feature = "since-0-23")]
    pub axes: Option<Vec<usize>>,
    pub conversion: Option<String>,
    pub r#type: Option<String>,
    pub inputs: Option<Vec<Bits>>,
    pub calibration: Option<String>,
    pub input: Option<Vec<Bits>>,
}

#[derive(Deserialize)]
struct Block {
    size: Vec<u8>,
    dtype: ScaleDtype,
}

pub fn need<'a, T>(field: &'a Option<T>, name: &str) -> Result<&'a T, No> {
    match field {
        Some(value) => Ok(value),
        None => unsupported(format!("{name:?} is missing")),
    }
}

impl Request {
    pub fn scheme(&self) -> Result<QuantScheme, No> {
        let packed_dim = || need(&self.packed_dim, "packed_dim").copied();
        let store = match need(&self.store, "store")?.as_str() {
            "Native" => QuantStore::Native,
            "PackedNative" => QuantStore::PackedNative(packed_dim()?),
            "PackedU32" => QuantStore::PackedU32(packed_dim()?),
            store => return unsupported(format!("no store {store:?} here")),
        };
        let mut scheme = QuantScheme::default()
            .with_value(*need(&self.value, "value")?)
            .with_store(store)
            .with_mode(self.mode.unwrap_or(QuantMode::Symmetric));
        if let Some(dtype) = self.tensor {
            scheme = scheme.per_tensor(dtype);
        }
        if let Some(block) = &self.block {
            scheme = scheme.per_block(&block.size, block.dtype);
        }
        Ok(scheme)
    }

    pub fn shape(&self) -> Result<Shape, No> {
        Ok(need(&self.shape, "shape")?.clone().into())
    }

    /// The bytes to read. Those that are to lie at an offset are handed over as shared memory, as
    /// a mapped file is: memory of its own the crate would move to an aligned address first.
    pub fn bytes(&self) -> Result<Bytes, No> {
        let HexBytes(bytes) = need(&self.bytes, "bytes")?;
        Ok(match self.input_offset.unwrap_or(0) {
            0 => Bytes::from_bytes_vec(bytes.clone()),
            offset => {
                Bytes::from_shared(placed::copy_at(offset, bytes).into(), AllocationProperty::Other)
            }
        })
    }
}

/// The bits of an f32, or a code: eight hexadecimal digits on the line.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Bits(pub u32);

impl Bits {
    pub fn float(self) -> f32 {
        f32::from_bits(self.0)
    }
}

impl From<f32> for Bits {
    fn from(value: f32) -> Self {
        Bits(value.to_bits())
    }
}

impl TryFrom<String> for Bits {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let bits = digits.then(|| u32::from_str_radix(&text, 16).ok()).flatten();
        bits.map(Bits).ok_or(format!("{text:?} is not eight hexadecimal digits"))
    }
}

impl From<Bits> for String {
    fn from(bits: Bits) -> Self {
        format!("{:08x}", bits.0)
    }
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct HexBytes(Vec<u8>);

impl TryFrom<String> for HexBytes {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digit = |character: u8| (character as char).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        bytes.map(HexBytes).ok_or("the bytes are not pairs of hexadecimal digits")
    }
}
