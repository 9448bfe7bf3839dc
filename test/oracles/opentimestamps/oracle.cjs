/**
 * Reads detached timestamps, one per line in hexadecimal, and prints the npm package
 * `opentimestamps`' reading of each, in the form of oracle.py. The first argument is the folder in
 * which the package is installed.
 */
const { createInterface } = require("node:readline");
const { createRequire } = require("node:module");

const [folder] = process.argv.slice(2);
const { Context, DetachedTimestampFile } = createRequire(`${folder}/`)("opentimestamps");
// The package logs its errors and continues.
console.error = () => undefined;

const hex = (bytes) => Buffer.from(bytes).toString("hex");

function* attested(timestamp) {
  for (const attestation of timestamp.attestations) {
    const payload = new Context.StreamSerialization();
    attestation.serializePayload(payload);
    yield [hex(attestation._TAG()), hex(payload.getOutput()), hex(timestamp.msg)];
  }
  for (const next of timestamp.ops.values()) yield* attested(next);
}

function judge(bytes) {
  try {
    const detached = DetachedTimestampFile.deserialize(new Context.StreamDeserialization(bytes));
    const encoded = new Context.StreamSerialization();
    detached.serialize(encoded);
    return { attested: [...attested(detached.timestamp)].sort(), encoded: hex(encoded.getOutput()) };
  } catch (error) {
    return { error: error.name };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(`${JSON.stringify(judge(Buffer.from(line.trim(), "hex")))}\n`);
});
