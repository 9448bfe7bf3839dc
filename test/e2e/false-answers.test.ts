/**
 * A whole service whose timestamping authority and calendar stop in the middle of an answer, answer another question, or repeat what
 * was right once, and which is killed meanwhile: each seal is paid for once and issued once, nothing false is kept, and jobs go on.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeTimestampRequest, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { anyAudit } from "../../service/src/records/account.testing.js";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { expectBooks } from "../../service/src/records/seal-order.testing.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { newAccount } from "../contract/api-service.js";
import { FaultyCalendar } from "../faults/faulty-calendar.js";
import { FaultyTsa, REPLY_TYPE, replying, type TsaFault } from "../faults/faulty-tsa.js";
import { type Instance, randomHash, rehearsalOn, startInstance } from "./instance.js";
import { until } from "./sandbox.js";

const PATIENCE_MS = 120_000;
const SEALS = 20;

/** Of a proof. */
interface Shown {
  readonly id: string;
  readonly qualified: { readonly state: string; readonly serial_number: string };
  readonly bitcoin: { readonly state: string };
}

let folder: string;
let anvil: Anvil;
let calendarOwn: SandboxCalendar;
let calendar: FaultyCalendar;
let authority: SandboxTsa;
let tsa: FaultyTsa;
let service: Instance | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-false-answers-"));
  anvil = await Anvil.start(0, null);
  const onFailure = (error: unknown) => {
    throw error;
  };
  const inside = { dataDir: folder, port: 0, onFailure };
  calendarOwn = await startSandboxCalendar({ ...inside, blockTimeMs: 200, confirmations: 2 });
  calendar = await FaultyCalendar.start(calendarOwn.url);
  authority = await startSandboxTsa(inside);
  tsa = await FaultyTsa.start(authority.p256Url);
  await writeFile(join(folder, "root.pem"), authority.rootPem);
});
afterAll(async () => {
  await service?.end("SIGKILL");
  await tsa.stop();
  await authority.stop();
  await calendar.stop();
  await calendarOwn.stop();
  await anvil.end();
  await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
});

const start = () =>
  startInstance({
    ...rehearsalOn(anvil.port),
    SVC_DATA_DIR: join(folder, "data"),
    SVC_TSA_URL: tsa.url,
    SVC_TSA_TRUST: join(folder, "root.pem"),
    SVC_TSA_QUALIFIED: "off",
    SVC_TSA_TIMEOUT_MS: "3000",
    SVC_SEAL_WAIT_MS: "0",
    SVC_SEAL_RETRY_MS: "50",
    SVC_SEAL_INTERVAL_MS: "50",
    SVC_BITCOIN_NETWORK: "regtest",
    SVC_BITCOIN_CONFIRMATIONS: "2",
    SVC_CALENDAR_URLS: calendar.url,
    SVC_CALENDAR_MIN: "1",
    SVC_CALENDAR_POLL_MS: "300",
    SVC_CALENDAR_TIMEOUT_MS: "3000",
    SVC_ATTEST_INTERVAL_MS: "300",
    SVC_ESPLORA_URLS: calendarOwn.url,
    SVC_BATCH_INTERVAL_MS: "200",
    SVC_CREATIONS_PER_MINUTE: "0",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_LOG_LEVEL: "info",
  });

/** Half of an answer, and then nothing, or the end of the connection. */
const half = (bytes: Uint8Array, response: ServerResponse, type: string, isCut: boolean) => {
  response.writeHead(200, { "content-type": type, "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => void (isCut && response.destroy()));
};

const asking = (change: (query: Uint8Array) => Uint8Array): TsaFault =>
  replying(({ ask, query }) => ask(change(query)));

/** Right answers that were not passed on. */
const kept: Uint8Array[] = [];
const FAULTS: Readonly<Record<string, TsaFault>> = {
  "stops in the middle": async (response, { ask }) => half(await ask(), response, REPLY_TYPE, false),
  "breaks off in the middle": async (response, { ask }) => half(await ask(), response, REPLY_TYPE, true),
  "is about another content": asking(() =>
    encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest: randomBytes(32), nonce: randomBytes(8) }),
  ),
  "has another nonce": asking((query) => {
    const other = Uint8Array.from(query);
    // The nonce is the last field before certReq, which takes three bytes.
    other[other.length - 4]! ^= 1;
    return other;
  }),
  "was right for the request before": replying(async ({ ask }) => {
    kept.push(await ask());
    return kept.at(-2) ?? new Uint8Array();
  }),
};

test("what stops in the middle, answers another question, or repeats what was right spends and proves nothing", async () => {
  await mkdir(join(folder, "data"), { mode: 0o700 });
  const store = await openSqliteRecords(dataDirAt(join(folder, "data")).databasePath);
  const { key, id: accountId } = await newAccount(store, "pro");
  const grant = { id: randomUUID(), accountId, kind: "pack" as const, cause: "test", at: new Date() };
  await store.accounts.addSeals({ ...grant, amount: SEALS }, anyAudit());
  await store.close();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  service = await start();
  const ask = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${service!.baseUrl}${path}`, { headers, ...init });
    return { status: answer.status, json: (await answer.json()) as Shown };
  };
  /** By proof. */
  const hashes = new Map<string, string>();
  const sealed = async () => {
    const hash = randomHash();
    const { status, json } = await ask("/proofs", { hash, qualified: true });
    expect([status, json.qualified.state]).toEqual([201, "pending"]);
    hashes.set(json.id, hash);
  };
  const told = (pattern: RegExp) => service!.output().match(pattern)?.length ?? 0;
  const inTheMiddle = async (path: string, response: ServerResponse, isCut: boolean) => {
    const answer = await fetch(calendarOwn.url + path);
    half(new Uint8Array(await answer.arrayBuffer()), response, "application/octet-stream", isCut);
  };

  // The calendar, at the same time: half of each completion, then the rest of the connection.
  let isCut = false;
  calendar.faults.timestamp = (response) => {
    isCut = !isCut;
    void inTheMiddle(calendar.asked.at(-1)!, response, isCut);
  };
  for (const [what, fault] of Object.entries(FAULTS)) {
    tsa.fault = fault;
    await sealed();
    // Twice at least: the job goes on, and asks again.
    const before = tsa.queries.length;
    await until(() => tsa.queries.length >= before + 3, PATIENCE_MS);
    const { json } = await ask(`/proofs/${[...hashes.keys()].at(-1)}`);
    expect(json.qualified, what).toMatchObject({ state: "pending" });
    if (what.startsWith("stops")) {
      // In the middle of a request, with its seal on hold.
      await service.end("SIGKILL");
      service = await start();
    }
  }
  expect(told(/issued no token: no answer in time/g)).toBeLessThanOrEqual(1);
  for (const reason of ["imprint_mismatch", "nonce_mismatch"])
    expect(told(new RegExp(`issued no token: the response does not verify .${reason}`, "g"))).toBeGreaterThan(
      0,
    );

  tsa.fault = null;
  calendar.faults.timestamp = null;
  const anchors = parsePemCertificates(authority.rootPem);
  const serials = new Set<string>();
  for (const [id, hash] of hashes) {
    await until(async () => {
      const { qualified, bitcoin } = (await ask(`/proofs/${id}`)).json;
      return qualified.state === "issued" && bitcoin.state === "confirmed";
    }, PATIENCE_MS);
    serials.add((await ask(`/proofs/${id}`)).json.qualified.serial_number);
    const tsr = await fetch(`${service.baseUrl}/proofs/${id}/qualified.tsr`, { headers });
    const verdict = await verifyTimestamp({
      response: new Uint8Array(await tsr.arrayBuffer()),
      imprint: { algorithm: "SHA-256", digest: hexToBytes(hash) },
      anchors,
    });
    expect(verdict.status).toBe("passed");
  }
  expect(serials.size).toBe(hashes.size);
  await service.end("SIGTERM");
  const books = await openSqliteRecords(dataDirAt(join(folder, "data")).databasePath);
  expect(await expectBooks(books, accountId)).toBe(SEALS - hashes.size);
  await books.close();
});
