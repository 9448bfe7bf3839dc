/** A store with batches, two calendars that may misbehave, and the chain in which both attest. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { type Attested, parseTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { createHttpCalendar } from "../../service/src/clients/calendars.js";
import { type JobLog, OutageLog } from "../../service/src/log.js";
import { type AttestRoundOptions, runAttestRound } from "../../service/src/opentimestamps/attest.js";
import type { Attestation, Lease } from "../../service/src/records/types.js";
import { ApiService, type TestAccount } from "../contract/api-service.js";
import { type LogLine, until } from "./anchoring-world.js";
import { FaultyCalendar } from "./faulty-calendar.js";

const CONFIRMATIONS = 2;
/** For calendars that must answer, however busy the machine is, and for those that never do. */
const TIMEOUT_MS = 10_000;
const SILENT_TIMEOUT_MS = 400;

export class OpenTimestampsWorld {
  readonly log: LogLine[] = [];
  readonly api: ApiService;
  readonly own: SandboxCalendar;
  readonly calendars: readonly [FaultyCalendar, FaultyCalendar];
  readonly #account: TestAccount;
  readonly #folder: string;
  readonly #outages: OutageLog = new OutageLog(this.jobLog);

  private constructor(
    api: ApiService,
    account: TestAccount,
    folder: string,
    own: SandboxCalendar,
    calendars: readonly [FaultyCalendar, FaultyCalendar],
  ) {
    this.api = api;
    this.own = own;
    this.calendars = calendars;
    this.#account = account;
    this.#folder = folder;
  }

  static async create(): Promise<OpenTimestampsWorld> {
    const folder = await mkdtemp(join(tmpdir(), "svc-opentimestamps-"));
    const own = await startSandboxCalendar({
      dataDir: folder,
      port: 0,
      blockTimeMs: 50,
      confirmations: CONFIRMATIONS,
      onFailure: (error) => {
        throw error;
      },
    });
    const api = await ApiService.start();
    const calendars = [await FaultyCalendar.start(own.url), await FaultyCalendar.start(own.url)] as const;
    return new OpenTimestampsWorld(api, await api.newAccount(), folder, own, calendars);
  }

  async end(): Promise<void> {
    await Promise.all(this.calendars.map((calendar) => calendar.stop()));
    await this.own.stop();
    await this.api.stop();
    await rm(this.#folder, { recursive: true });
  }

  get jobLog(): JobLog {
    const write = (level: keyof JobLog) => (fields: object, message: string) => {
      this.log.push({ level, message, fields: fields as Record<string, unknown> });
    };
    return { info: write("info"), warn: write("warn"), error: write("error") };
  }

  logged(message: RegExp): LogLine[] {
    return this.log.filter((line) => message.test(line.message));
  }

  get options(): AttestRoundOptions {
    return {
      calendars: this.calendars.map(({ url, faults }) => {
        const isSilent = Object.values(faults).some((fault) => fault?.isSilent);
        return createHttpCalendar({ url, timeoutMs: isSilent ? SILENT_TIMEOUT_MS : TIMEOUT_MS });
      }),
      minCalendars: 1,
      bitcoin: {
        network: "regtest",
        sources: [createEsploraBitcoinSource({ url: this.own.url, timeoutMs: TIMEOUT_MS, retries: 0 })],
        confirmations: CONFIRMATIONS,
      },
      pollMs: 1,
    };
  }

  lease(holder = "the service"): Promise<Lease | null> {
    return this.api.store.leases.acquire("attest", holder, 600_000);
  }

  async round(changes: Partial<AttestRoundOptions> = {}): Promise<void> {
    await runAttestRound(
      this.api.store,
      (await this.lease())!,
      this.jobLog,
      this.#outages,
      { ...this.options, ...changes },
      new AbortController().signal,
    );
  }

  /** A batch of this many new proofs. */
  async newBatch(proofs = 1): Promise<string> {
    for (let i = 0; i < proofs; i++) await this.api.newProof(this.#account);
    return this.api.batchQueue();
  }

  async attestation(batchId: string): Promise<Attestation> {
    return (await this.api.store.attestations.find(batchId))!;
  }

  /** The attestations in the stored timestamp of a batch. */
  async attested(batchId: string): Promise<Attested[]> {
    const { root } = (await this.api.store.batches.find(batchId))!;
    const { timestamp } = await this.attestation(batchId);
    return timestamp === null ? [] : replay(parseTimestamp(timestamp, 32), hexToBytes(root));
  }

  /** Runs rounds until a batch is confirmed. */
  untilConfirmed(batchId: string, changes: Partial<AttestRoundOptions> = {}): Promise<Attestation> {
    return until("the batch is confirmed in Bitcoin", async () => {
      await this.round(changes);
      const attestation = await this.attestation(batchId);
      return attestation.state === "confirmed" && attestation;
    });
  }

  /** The header of the sandbox's chain at a height, 80 bytes. */
  async header(height: number): Promise<Uint8Array> {
    return (await createEsploraBitcoinSource({ url: this.own.url }).fetchHeader(height))!;
  }
}
