/**
 * A process that registers proofs in MongoDB, killed before and after each of its commands. Another
 * instance then answers the same requests: proofs that were made remain, the others are made, and
 * the limit of the day stays exact.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { newCaller } from "../../service/src/records/account.testing.js";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Caller } from "../../service/src/records/registration.testing.js";
import { sealAll } from "../../service/src/records/sealing.testing.js";
import type { Registration } from "../../service/src/records/types.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { registration } from "./mongodb-workload.js";

const DAILY_LIMIT = 5;

/** Registers its input all at once, and never ends by itself. */
const REGISTRAR = `
  const { openMongodbRecords } = await import(${JSON.stringify(new URL("store/mongodb/mongo-store.js", COMPILED_SERVICE).href)});
  const store = await openMongodbRecords({ url: process.argv[1], timeoutMs: 30_000 });
  const asked = JSON.parse(process.argv[2]);
  for (const each of asked) each.receivedAt = new Date(each.receivedAt);
  await Promise.allSettled(asked.map((each) => store.proofs.register(each)));
  process.stdout.write("done");
  setInterval(() => {}, 1_000);
`;

type Step = Pick<SentCommand, "name" | "collection">;

/** The commands of a registration with an idempotency key, in order. */
const STEPS: readonly Step[] = [
  { name: "insert", collection: "idempotency_keys" },
  { name: "insert", collection: "fingerprints" },
  { name: "update", collection: "daily_proofs" },
  { name: "find", collection: "daily_proofs" },
  { name: "findAndModify", collection: "queue_pages" },
  { name: "insert", collection: "proofs" },
];

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies while it registers (${HOW_TO_PROVIDE})`, () => {
  beforeAll(compileService);
  afterAll(() => server?.dispose());

  describe.each(STEPS)("at $name on $collection", ({ name, collection }) => {
    it.each(["asked", "answered"] as const)("%s", async (when) => {
      const url = newDatabaseUrl(server!.url);
      const store = await openMongodbRecords({ url, timeoutMs: 10_000 });
      const owner = await newCaller(store);
      const other = await newCaller(store);
      const asked = [0, 1, 2].map((i) =>
        registration(owner, { idempotencyKey: `order-${i}`, dailyLimit: DAILY_LIMIT }),
      );
      await killAt(url, asked, when, { name, collection });

      // Another account registers the same bytes while the owner repeats its requests.
      const foreign = store.proofs.register(registration(other, { hash: asked[0]!.hash }));
      const again = await Promise.all(asked.map((each) => store.proofs.register(renewed(each))));
      const ids = again.map((result) => ("proof" in result ? result.proof.id : ""));
      expect(new Set(ids).size).toBe(3);
      expect(ids).not.toContain("");
      const wasMade = name === "insert" && collection === "proofs" && when === "answered";
      for (const { outcome } of again) expect(outcome).toBe(wasMade ? "existing" : "created");
      const foreignResult = await foreign;
      expect(foreignResult.outcome).toBe("created");

      // The limit: 3 were made, so 2 are left, whatever the dead process had counted.
      expect(await store.proofs.countOfDay(owner.accountId, asked[0]!.receivedAt)).toBe(3);
      const rest = await Promise.all(
        Array.from({ length: 10 }, () =>
          store.proofs.register(registration(owner, { dailyLimit: DAILY_LIMIT })),
        ),
      );
      expect(rest.filter(({ outcome }) => outcome === "created")).toHaveLength(2);
      for (const result of rest)
        if (result.outcome === "quota_exceeded") expect(result.used).toBe(DAILY_LIMIT);
      expect(await store.proofs.countOfDay(owner.accountId, asked[0]!.receivedAt)).toBe(DAILY_LIMIT);

      const firsts = [...again, foreignResult].filter(
        (result) => "proof" in result && result.proof.hash === asked[0]!.hash && result.proof.firstRegistrant,
      );
      expect(firsts).toHaveLength(1);
      const leaves = [...(await sealAll(store)).values()];
      for (const id of ids) expect(leaves.filter((leaf) => leaf === id)).toHaveLength(1);
      expect(await countProofs(url)).toBe(DAILY_LIMIT + 1);
      await store.close();
      await dropDatabase(url);
    });
  });
});

/** Runs a process, and kills it just before one of its commands arrives, or its answer. */
async function killAt(
  url: string,
  asked: readonly Registration[],
  when: "asked" | "answered",
  step: Step,
): Promise<void> {
  const proxy = await MongoProxy.start(server!.port);
  let child: ChildProcess | undefined;
  const kill = (command: SentCommand): boolean => {
    if (command.name !== step.name || command.collection !== step.collection) return true;
    child?.kill("SIGKILL");
    return false;
  };
  proxy.watch = { [when]: kill };
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", REGISTRAR, through, JSON.stringify(asked)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout?.on("data", (bytes: Buffer) => {
    output += bytes;
    child?.kill("SIGKILL");
  });
  await once(child, "exit");
  await proxy.dispose();
  expect(output).toBe("");
}

/** The same request repeated by its caller, with new identifiers. */
function renewed(asked: Registration): Registration {
  const { id, certificateId } = registration({ accountId: asked.accountId, keyId: asked.keyId } as Caller);
  return { ...asked, id, certificateId };
}

async function countProofs(url: string): Promise<number> {
  const client = new MongoClient(url);
  try {
    return await client
      .db()
      .collection("proofs")
      .countDocuments({ seq: { $exists: true } });
  } finally {
    await client.close();
  }
}
