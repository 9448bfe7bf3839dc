/**
 * Searches for the most expensive inputs: some random points of each kind, then steps from the
 * worst one. Prints its findings with time, longest stretch without a turn of the event loop, and
 * memory beyond the input's size. Asserts that each input ends with an answer, and never with
 * `passed` because the budget ended. `SVC_TEST_WORST=<steps>` sets how many inputs of each kind are
 * tried; 2 if not given: a random one, and one near it.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { type VerifyTimestampParameters, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { type Certificate, parseCertificate } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { IMPRINT } from "../../verifier-lib/src/rfc3161/token.testing.js";
import { Work } from "../../verifier-lib/src/work/work.js";
import { NOW } from "../../verifier-lib/src/x509/authority.testing.js";
import { randomBytes } from "./random-bytes.js";
import { type Point, WORST_KINDS, type WorstInput } from "./worst-seals.js";

const STEPS = Number(process.env["SVC_TEST_WORST"] ?? 2);
const TIMEOUT_MS = 3_600_000;

/** With the library's own types: tests are type-checked against the build, and run on the sources. */
const newWork = () => new Work() as unknown as NonNullable<VerifyTimestampParameters["work"]>;

interface Cost {
  readonly code: string;
  readonly ms: number;
  readonly stretchMs: number;
  readonly megabytes: number;
  readonly inputBytes: number;
  readonly units: number;
}

const sizeOf = ({ token, anchors, certificates, crls, ocspResponses }: WorstInput) =>
  [token, ...anchors, ...certificates, ...crls, ...ocspResponses].reduce(
    (sum, { length }) => sum + length,
    0,
  );

async function costOf(input: WorstInput): Promise<Cost> {
  globalThis.gc?.();
  const before = memory();
  let [peak, stretchMs, last] = [before, 0, processorMs()];
  const watch = () => {
    const now = processorMs();
    stretchMs = Math.max(stretchMs, now - last);
    last = now;
    peak = Math.max(peak, memory());
  };
  const timer = setInterval(watch, 1);
  const work = newWork();
  const { left } = work;
  const begun = processorMs();
  let code: string;
  try {
    const certificates: Certificate[] = [];
    for (const der of input.certificates) {
      certificates.push(parseCertificate(der, { work }));
      await work.pause();
    }
    const verdict = await verifyTimestamp({
      token: input.token,
      imprint: { algorithm: "SHA-256", digest: IMPRINT },
      anchors: input.anchors.map((der) => parseCertificate(der)),
      intermediates: certificates,
      crls: input.crls,
      ocspResponses: input.ocspResponses,
      now: NOW,
      work,
    });
    code = verdict.code;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    code = error.code;
  } finally {
    watch();
    clearInterval(timer);
  }
  return {
    code,
    ms: processorMs() - begun,
    stretchMs,
    megabytes: (peak - before) / 1_048_576,
    inputBytes: sizeOf(input),
    units: left - work.left,
  };
}

/** Processor time: other load on the machine does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe.each(WORST_KINDS)("$name", ({ name, dimensions, build }) => {
  test(
    "ends with an answer",
    async () => {
      const next = randomBytes(dimensions * 7919);
      const random = () => (next() * 256 + next()) / 65_535;
      let worst: { readonly point: Point; readonly cost: Cost } | undefined;
      let [stretchMs, megabytes] = [0, 0];
      for (let step = 0; step < STEPS; step++) {
        const from: Point | null = step < STEPS / 2 ? null : (worst?.point ?? null);
        const point: Point = Array.from({ length: dimensions }, (_, i) =>
          from === null ? random() : Math.min(1, Math.max(0, from[i]! + (random() - 0.5) / 4)),
        );
        const cost = await costOf(await build(point));
        expect(cost.code).toMatch(/^[a-z][a-z0-9_]+$/);
        if (cost.units >= newWork().left) expect(cost.code).toBe("work_limit_exceeded");
        stretchMs = Math.max(stretchMs, cost.stretchMs);
        megabytes = Math.max(megabytes, cost.megabytes);
        if (worst === undefined || cost.ms > worst.cost.ms) worst = { point, cost };
      }
      const { cost, point } = worst!;
      console.info(
        `${name}: ${cost.ms.toFixed(0)} ms of processor, ${cost.units} units (${((cost.ms * 1e6) / cost.units).toFixed(0)} ns each), ` +
          `${(cost.inputBytes / 1e6).toFixed(1)} MB, ${cost.code}; longest stretch of all ${stretchMs.toFixed(0)} ms, ` +
          `memory ${megabytes.toFixed(0)} MiB; at ${point.map((part) => part.toFixed(2)).join(" ")}`,
      );
    },
    TIMEOUT_MS,
  );
});
