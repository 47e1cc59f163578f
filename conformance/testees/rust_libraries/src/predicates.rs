//! What the types say of their own codes, against what F36 and F38 make of the code.

use std::cmp::Ordering;

use cubecl_common::{e2m1, e4m3, e5m2, ue8m0};
use float4::{E8M0, F4E2M1};
use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};

/// Prints each code of which a type says something wrong, and gives how many there are.
pub fn report() -> usize {
    let nan4 = |code: u8| code & 0x7f == 0x7f;
    let nan5 = |code: u8| code & 0x7f > 0x7c;
    let infinite5 = |code: u8| code & 0x7f == 0x7c;
    let f4 = F8E4M3::from_bits;
    let f5 = F8E5M2::from_bits;
    codes("float8 F8E4M3::is_nan", nan4, |code| f4(code).is_nan())
        + codes("float8 F8E4M3::is_infinite", |_| false, |code| f4(code).is_infinite())
        + codes("float8 F8E4M3::is_finite", |code| !nan4(code), |code| f4(code).is_finite())
        + codes("float8 F8E5M2::is_nan", nan5, |code| f5(code).is_nan())
        + codes("float8 F8E5M2::is_infinite", infinite5, |code| f5(code).is_infinite())
        + codes("float8 F8E5M2::is_finite", |c| c & 0x7f < 0x7c, |code| f5(code).is_finite())
        + codes("cubecl-common e4m3::is_nan", nan4, |code| e4m3::from_bits(code).is_nan())
        + codes("cubecl-common e5m2::is_nan", nan5, |code| e5m2::from_bits(code).is_nan())
        + largest("float8 F8E4M3::MAX", 0x7e, F8E4M3::MAX.to_bits())
        + largest("float8 F8E5M2::MAX", 0x7b, F8E5M2::MAX.to_bits())
        + largest("float4 F4E2M1::MAX", 0x7, F4E2M1::MAX.to_bits())
        + largest("cubecl-common e4m3::MAX", 0x7e, e4m3::MAX.to_bits())
        + largest("cubecl-common e5m2::MAX", 0x7b, e5m2::MAX.to_bits())
        + largest("cubecl-common e2m1::MAX", 0x7, e2m1::MAX.to_bits())
        + largest("cubecl-common ue8m0::MAX", 0xfe, ue8m0::MAX.to_bits())
        + orders()
}

/// Each type's order and equality, against those of its values: a NaN is in no order and equal to
/// nothing, and both zeros are equal.
fn orders() -> usize {
    let f16s: Vec<f16> = (0..=u16::MAX).step_by(37).map(f16::from_bits).collect();
    let bf16s: Vec<bf16> = (0..=u16::MAX).step_by(37).map(bf16::from_bits).collect();
    let f4s: Vec<F4E2M1> = (0..16).map(F4E2M1::from_bits).collect();
    let e8s: Vec<E8M0> = (0..=u8::MAX).map(E8M0::from_bits).collect();
    let f8a: Vec<F8E4M3> = (0..=u8::MAX).map(F8E4M3::from_bits).collect();
    let f8b: Vec<F8E5M2> = (0..=u8::MAX).map(F8E5M2::from_bits).collect();
    let c4: Vec<e2m1> = (0..16).map(e2m1::from_bits).collect();
    let c8a: Vec<e4m3> = (0..=u8::MAX).map(e4m3::from_bits).collect();
    let c8b: Vec<e5m2> = (0..=u8::MAX).map(e5m2::from_bits).collect();
    let c8c: Vec<ue8m0> = (0..=u8::MAX).map(ue8m0::from_bits).collect();
    order("half f16", &f16s, f16::to_f32, f16::partial_cmp)
        + order("half bf16", &bf16s, bf16::to_f32, bf16::partial_cmp)
        + order("float8 F8E4M3", &f8a, |x| x.to_f32(), F8E4M3::partial_cmp)
        + order("float8 F8E5M2", &f8b, |x| x.to_f32(), F8E5M2::partial_cmp)
        + order("cubecl-common e4m3", &c8a, e4m3::to_f32, e4m3::partial_cmp)
        + order("cubecl-common e5m2", &c8b, e5m2::to_f32, e5m2::partial_cmp)
        + order("cubecl-common e2m1", &c4, e2m1::to_f32, e2m1::partial_cmp)
        + order("cubecl-common ue8m0", &c8c, ue8m0::to_f32, ue8m0::partial_cmp)
        + equality("float4 F4E2M1", &f4s, |x| x.to_f64())
        + equality("float4 E8M0", &e8s, |x| x.to_f64())
}

/// Prints the first pair that comes out wrong and how many do; gives 1 if there is one.
fn pairs<T: Copy>(what: &str, all: &[T], wrong: impl Fn(T, T) -> Option<String>) -> usize {
    let mut first = None;
    let mut count = 0;
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            if let Some(says) = wrong(*a, *b) {
                first.get_or_insert((i, j, says));
                count += 1;
            }
        }
    }
    let Some((i, j, says)) = first else { return 0 };
    println!("{what}: numbers {i} and {j} of {}: {says}; {count} such pairs", all.len());
    1
}

fn order<T: Copy>(
    what: &str,
    all: &[T],
    value: impl Fn(T) -> f32,
    says: impl Fn(&T, &T) -> Option<Ordering>,
) -> usize {
    pairs(&format!("{what}::partial_cmp"), all, |a, b| {
        let (right, said) = (value(a).partial_cmp(&value(b)), says(&a, &b));
        (right != said).then(|| format!("{} and {}: {said:?}, not {right:?}", value(a), value(b)))
    })
}

fn equality<T: Copy + PartialEq>(what: &str, all: &[T], value: impl Fn(T) -> f64) -> usize {
    pairs(&format!("{what}::eq"), all, |a, b| {
        let (right, said) = (value(a) == value(b), a == b);
        (right != said).then(|| format!("{} and {}: {said}, not {right}", value(a), value(b)))
    })
}

fn codes(what: &str, right: impl Fn(u8) -> bool, says: impl Fn(u8) -> bool) -> usize {
    let wrong = (0..=u8::MAX).filter(|code| right(*code) != says(*code));
    let wrong = wrong.inspect(|code| println!("{what}: code {code:02x}: {}", says(*code)));
    wrong.count()
}

fn largest(what: &str, right: u8, says: u8) -> usize {
    if right == says {
        return 0;
    }
    println!("{what}: {says:02x}, the largest value is {right:02x}");
    1
}
