/**
 * OpenTimestamps files changed by someone who knows the format: branches repeated, moved and
 * grafted from other files, operations and attestations exchanged, false lengths. None throws,
 * takes long, or verifies more than its original.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { type DetachedTimestamp, parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { attack, claimKey, newTally, tellTally } from "./attack.js";
import { drawOf } from "./draw.js";
import { endsWithin, mutations, SEED } from "./extent.js";
import { type Changeable, encoded, misspelled, mutate } from "./mutate-timestamp.js";

const MUTATIONS = mutations(3_000);

const given = join(import.meta.dirname, "../vectors/given/files");
const ots = vectorFolder("ots");
const bitcoin = vectorFolder("bitcoin");

interface Base {
  readonly file: DetachedTimestamp;
  readonly options: VerifyOptions;
  readonly truths: ReadonlySet<string>;
}

test.skipIf(ots === null || bitcoin === null)(
  `${MUTATIONS} files, each changed in one to four places`,
  async () => {
    const draw = drawOf(SEED + 1);
    const bases = await Promise.all([
      baseOf(join(given, "content.ots"), { headers: [readFileSync(join(given, "block-0.txt"), "utf8")] }),
      baseOf(join(ots!, "good/hello-world.txt.ots"), { bitcoinSources: [explorer(358_391)] }),
    ]);
    const grafts = [
      ...bases.map(({ file }) => file.timestamp),
      parsed(join(ots!, "good/two-calendars.txt.ots")).timestamp,
    ];
    const tally = newTally();
    for (let i = 0; i < MUTATIONS; i++) {
      const base = draw.pick(bases);
      const file = structuredClone(base.file) as Changeable;
      for (let changes = 1 + draw.below(4); changes > 0; changes--) mutate(file, draw, grafts);
      const input = misspelled(encoded(file, draw), draw);
      const contentHash = bytesToHex(base.file.digest);
      await attack(
        input,
        draw.below(2) === 0 ? base.options : { ...base.options, contentHash },
        base.truths,
        tally,
      );
    }
    tellTally("timestamps", tally);
  },
  endsWithin(MUTATIONS),
);

function parsed(path: string): DetachedTimestamp {
  return parseDetachedTimestamp(new Uint8Array(readFileSync(path)));
}

async function baseOf(path: string, options: VerifyOptions): Promise<Base> {
  const all = { ...options, now: new Date("2026-11-21T12:00:00Z") };
  const report = await verify(new Uint8Array(readFileSync(path)), all);
  expect(report.outcome).toBe("verified");
  const truths = new Set(report.claims.map((claim) => claimKey(report, claim)));
  return { file: parsed(path), options: all, truths };
}

function explorer(height: number): BitcoinSource {
  const header = hexToBytes(readFileSync(join(bitcoin!, `header-${height}.hex`), "utf8").trim());
  return {
    name: "an explorer",
    fetchTip: async () => ({ height: 970_000, chain: null }),
    fetchHeader: async (asked) => (asked === height ? header : null),
  };
}
