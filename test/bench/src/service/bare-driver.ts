/**
 * A process of its own: insertions by the MongoDB driver alone, single documents of a proof's shape
 * with 64 in flight and the service's write concern. Prints documents per second.
 */
import { randomBytes } from "node:crypto";
import { Binary, MongoClient } from "mongodb";

const IN_FLIGHT = 64;
const [url, seconds] = process.argv.slice(2);
const client = new MongoClient(url!, {
  writeConcern: { w: "majority", journal: true },
  maxPoolSize: IN_FLIGHT,
});
const database = client.db(`svc_bench_${randomBytes(6).toString("hex")}`);
const collection = database.collection("proofs");
await collection.createIndex({ account: 1, seq: -1 });

let seq = 0;
const account = new Binary(randomBytes(16), Binary.SUBTYPE_UUID);
const proof = () => ({
  _id: new Binary(randomBytes(16), Binary.SUBTYPE_UUID),
  certificateId: new Binary(randomBytes(16), Binary.SUBTYPE_UUID),
  account,
  hash: new Binary(randomBytes(32)),
  name: "annual report 2026.pdf",
  size: 1_482_771,
  mimeType: "application/pdf",
  receivedAt: new Date(),
  first: true,
  seq: seq++,
});

async function insertFor(milliseconds: number): Promise<number> {
  const start = performance.now();
  let inserted = 0;
  const insert = async () => {
    while (performance.now() - start < milliseconds) {
      await collection.insertOne(proof() as never);
      inserted++;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, insert));
  return (inserted / (performance.now() - start)) * 1000;
}

try {
  await insertFor(1000);
  process.stdout.write(String(await insertFor(Number(seconds) * 1000)));
} finally {
  await database.dropDatabase();
  await client.close();
}
