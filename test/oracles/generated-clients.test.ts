/** Clients that the most used generators write from the served OpenAPI document do the main job. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SealWorld } from "../contract/seal-world.js";
import { openCustody, type TestCustody } from "../contract/test-custody.js";
import { openTemporarySqlite } from "../contract/test-stores.js";
import { run } from "../run-command.js";
import {
  type GeneratedClient,
  generateClients,
  installedGenerators,
} from "./generated-clients/generated-clients.js";

const generators = installedGenerators();
const folder = mkdtempSync(join(tmpdir(), "svc-clients-"));
let custody: TestCustody;
let world: SealWorld;
let clients: readonly GeneratedClient[];

beforeAll(async () => {
  if (generators === null) return;
  const opened = await openTemporarySqlite();
  custody = await openCustody(opened.store);
  // Its own address, so that the document names it.
  world = await SealWorld.start(async () => opened, { custody: custody.custody, siteUrl: null });
  const { json: document } = await world.api.request("GET", "/openapi.json");
  clients = await generateClients(generators, document, folder);
}, 600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world?.stop();
  await custody?.remove();
});

test.skipIf(generators === null)("every generated client does the main job", async () => {
  for (const { name, command } of clients) {
    const account = await world.newAccount(0, 1);
    const content = `The original of ${name}`;
    const file = join(folder, "original.txt");
    writeFileSync(file, content);
    const hashes = [content, randomBytes(16)].map((one) => createHash("sha256").update(one).digest("hex"));
    const url = `http://127.0.0.1:${world.api.port}/api/v2`;
    const [program, ...words] = command;
    const { status, stdout, stderr } = await run(program, [...words, url, account.key, file, ...hashes]);
    expect(status, `${name}: ${stderr}`).toBe(0);
    const told = JSON.parse(stdout);
    const { data } = (await world.api.request("GET", "/proofs", { key: account.key })).json;
    const [second, first] = data;
    expect(told, name).toEqual({
      registered: [
        [first.id, true],
        [first.id, false],
        [second.id, true],
      ],
      pages: [
        [second.id, true],
        [first.id, false],
      ],
      sealed: ["issued", Math.floor(Date.parse(first.qualified.time) / 1000)],
      refusal: "payment_required",
      deposited: [content.length, content.length],
      downloaded: content,
      ended: true,
      proof: ["queued", null, null],
      custody: 5_000_000_000,
      portable: [202, 60],
    });
  }
});
