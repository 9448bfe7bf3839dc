//! Reads headers, one per line in hexadecimal, and prints what the crate `bitcoin` makes of each: hash, target, work,
//! and whether the hash meets the target. Of a line with two headers, the first and the last of a difficulty epoch, it
//! prints the compact target of the next.
use bitcoin::block::Header;
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::consensus::params::MAINNET;
use bitcoin::hashes::Hash;
use bitcoin::CompactTarget;
use std::io::{stdin, BufRead};

fn header(text: &str) -> Header {
    deserialize_hex(text).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        let mut words = line.split_whitespace();
        let first = header(words.next().unwrap());
        match words.next() {
            Some(last) => {
                let bits = CompactTarget::from_header_difficulty_adjustment(first, header(last), &MAINNET);
                println!("{{\"bits\": {}}}", bits.to_consensus());
            }
            None => {
                let target = first.target();
                // The work of a target of zero is not defined.
                let is_zero = target.to_be_bytes().iter().all(|byte| *byte == 0);
                let work = if is_zero { "00".repeat(32) } else { hex(&target.to_work().to_be_bytes()) };
                println!(
                    "{{\"hash\": \"{}\", \"target\": \"{}\", \"work\": \"{}\", \"meets\": {}}}",
                    hex(&first.block_hash().to_byte_array()),
                    hex(&target.to_be_bytes()),
                    work,
                    first.validate_pow(target).is_ok(),
                );
            }
        }
    }
}
