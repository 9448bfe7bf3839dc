//! Reads detached timestamps, one per line in hexadecimal, and prints the reading of the crate `opentimestamps`, in the
//! form of oracle.py.
use opentimestamps::attestation::Attestation;
use opentimestamps::ser::{DetachedTimestampFile, Serializer};
use opentimestamps::timestamp::{Step, StepData};
use std::io::{stdin, BufRead};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// The tag and the payload, as the crate itself writes them.
fn encoded(attestation: &Attestation) -> (String, String) {
    let mut serializer = Serializer::new(vec![]);
    attestation.serialize(&mut serializer).unwrap();
    let all = serializer.into_inner();
    let length_bytes = all[8..].iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
    (hex(&all[..8]), hex(&all[8 + length_bytes..]))
}

fn attested(step: &Step, into: &mut Vec<String>) {
    if let StepData::Attestation(attestation) = &step.data {
        let (tag, payload) = encoded(attestation);
        into.push(format!("[\"{}\", \"{}\", \"{}\"]", tag, payload, hex(&step.output)));
    }
    for next in &step.next {
        attested(next, into);
    }
}

fn main() {
    for line in stdin().lock().lines() {
        let data = bytes(line.unwrap().trim());
        match DetachedTimestampFile::from_reader(&data[..]) {
            Err(error) => println!("{{\"error\": \"{}\"}}", error.to_string().replace(['"', '\\'], "")),
            Ok(file) => {
                let mut all = vec![];
                attested(&file.timestamp.first_step, &mut all);
                let mut out = vec![];
                file.to_writer(&mut out).unwrap();
                println!("{{\"attested\": [{}], \"encoded\": \"{}\"}}", all.join(", "), hex(&out));
            }
        }
    }
}
