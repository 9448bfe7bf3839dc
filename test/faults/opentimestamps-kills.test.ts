/** The service is killed during a submission or a completion, and restarted on the same data. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHeaders } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { type Instance, randomHash, register, startInstance } from "../e2e/instance.js";
import { until } from "./anchoring-world.js";
import { type CalendarFault, FaultyCalendar } from "./faulty-calendar.js";

const PATIENCE_MS = 60_000;

let folder: string;
let own: SandboxCalendar;
let calendar: FaultyCalendar;
let instance: Instance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-opentimestamps-kills-"));
  const confirmations = 2;
  const onFailure = (error: Error) => {
    throw error;
  };
  own = await startSandboxCalendar({ dataDir: folder, port: 0, blockTimeMs: 100, confirmations, onFailure });
  calendar = await FaultyCalendar.start(own.url);
});
afterEach(async () => {
  await instance.end("SIGTERM");
  await calendar.stop();
  await own.stop();
  await rm(folder, { recursive: true });
});

const start = () =>
  startInstance({
    SVC_DATA_DIR: join(folder, "data"),
    SVC_CALENDAR_URLS: calendar.url,
    SVC_ESPLORA_URLS: calendar.url,
    SVC_BATCH_INTERVAL_MS: "100",
    SVC_SANDBOX_BLOCK_MS: "100",
  });

/** Each kill comes before the process can use the answer, or just after it has received it. */
const KILLS: Readonly<Record<string, { at: keyof FaultyCalendar["faults"]; fault: CalendarFault }>> = {
  "as a calendar gets the digest": {
    at: "digest",
    fault: (response) => {
      instance.process.kill("SIGKILL");
      response.destroy();
    },
  },
  "as a calendar has answered to the digest": {
    at: "digest",
    fault: (response, pass) => {
      response.on("finish", () => instance.process.kill("SIGKILL"));
      void pass();
    },
  },
  "as a calendar is asked for the completion": {
    at: "timestamp",
    fault: (response) => {
      instance.process.kill("SIGKILL");
      response.destroy();
    },
  },
  "as an explorer is asked for headers": {
    at: "blocks",
    fault: (response) => {
      instance.process.kill("SIGKILL");
      response.destroy();
    },
  },
  "as an explorer has given headers": {
    at: "blocks",
    fault: (response, pass) => {
      response.on("finish", () => instance.process.kill("SIGKILL"));
      void pass();
    },
  },
  "as a calendar has given an answer about the completion": {
    at: "timestamp",
    fault: (response, pass) => {
      response.on("finish", () => instance.process.kill("SIGKILL"));
      void pass();
    },
  },
};

test.each(Object.entries(KILLS))(
  "killed %s: continues, and submits nothing again that is stored",
  async (_, kill) => {
    instance = await start();
    calendar.faults[kill.at] = kill.fault;
    const { process: killed } = instance;
    const ended = new Promise((resolve) => killed.once("close", resolve));
    const key = await until("the sandbox has its keys", async () => {
      const text = await readFile(join(folder, "data/sandbox.json"), "utf8").catch(() => null);
      return text && (JSON.parse(text).keys.pro as string);
    });
    const hash = randomHash();
    const { id } = (await (await register(instance.baseUrl, key, hash)).json()) as { id: string };
    await ended;
    calendar.faults[kill.at] = null;
    instance = await start();
    const answer = await until(
      "the proof is confirmed in Bitcoin",
      async () => {
        const { baseUrl } = instance;
        const headers = { authorization: `Bearer ${key}` };
        const proof = (await (await fetch(`${baseUrl}/proofs/${id}`, { headers })).json()) as {
          bitcoin: { state: string };
        };
        return proof.bitcoin.state === "confirmed" && fetch(`${baseUrl}/proof/${id}.ots`);
      },
      PATIENCE_MS,
    );
    const { digest, timestamp } = parseDetachedTimestamp(new Uint8Array(await answer.arrayBuffer()));
    expect(Buffer.from(digest)).toEqual(Buffer.from(hexToBytes(hash)));
    const kinds = replay(timestamp, digest).map(({ attestation }) => attestation.kind);
    expect(kinds.sort()).toEqual(["bitcoin", "pending"]);
    const run = await until("the headers are served", async () => {
      const headers = await fetch(`${instance.baseUrl}/proof/${id}.headers.json`);
      return headers.status === 200 && parseHeaders(await headers.text())[0];
    });
    const root = replay(timestamp, digest).find(({ attestation }) => attestation.kind === "bitcoin")!.message;
    expect(Buffer.from(run.headers[0]!.merkleRoot)).toEqual(Buffer.from(root));
    // Unstored answers are requested once more, stored ones never. The header of the anchor is submitted after its batch.
    // Explorers are asked beside a submission, so that a kill may take the answer to it.
    expect(calendar.submissions).toBeLessThanOrEqual(kill.at === "timestamp" ? 2 : 3);
  },
);
