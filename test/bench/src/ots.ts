/**
 * A typical OpenTimestamps proof of 60 operations, parsed and replayed, beside the npm package
 * `opentimestamps` and beside the bare hashes that any implementation must compute, one after
 * another.
 */
import { createHash, hash } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  encodeDetachedTimestamp,
  type Operation,
  parseDetachedTimestamp,
  replay,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";

const PROOFS = 500;
const OPERATIONS = 60;

/** Installed by `test/oracles/opentimestamps/oracles.ts`: it is an oracle and a rival, and never ships. */
const rivalFolder = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "svc-proof/oracles/opentimestamps-0.4.9-npm",
);

/** The rival package's exports used here. */
interface Rival {
  readonly Context: { readonly StreamDeserialization: new (bytes: Buffer) => object };
  readonly DetachedTimestampFile: {
    deserialize(context: object): { timestamp: { allAttestations(): Map<number[], unknown> } };
  };
}

export const alternatives: Alternatives = {
  ours: () => {
    const file = encodedProof();
    return () => {
      for (let i = 0; i < PROOFS; i++) {
        const { timestamp, digest } = parseDetachedTimestamp(file);
        if (replay(timestamp, digest).length !== 1) throw new Error("expected one attestation");
      }
    };
  },
  rival: () => {
    const rival = createRequire(`${rivalFolder}/`)("opentimestamps") as Rival;
    const file = Buffer.from(encodedProof());
    return () => {
      for (let i = 0; i < PROOFS; i++) {
        // It replays while it parses.
        const { timestamp } = rival.DetachedTimestampFile.deserialize(
          new rival.Context.StreamDeserialization(file),
        );
        if (timestamp.allAttestations().size !== 1) throw new Error("expected one attestation");
      }
    };
  },
  bareHashes: () => {
    const count = PROOFS * operations().filter(({ kind }) => kind === "sha256").length;
    const pair = new Uint8Array(64);
    return () => {
      for (let i = 0; i < count; i++) hash("sha256", pair);
    };
  },
};

export async function ots(): Promise<Figure[]> {
  if (!existsSync(join(rivalFolder, "installed"))) {
    process.stderr.write(
      "ots: skipped, because its rival is not installed (CI=true npm run test:all -- opentimestamps)\n",
    );
    return [];
  }
  const ms = await contest("ots", ["ours", "rival", "bareHashes"]);
  const rate = (runMs: number) => (PROOFS / runMs) * 1000;
  const ours = { unit: "proofs/s", ours: rate(ms.ours) };
  return [
    figure({
      ...ours,
      id: "ots.parse-and-replay",
      reference: rate(ms.rival),
      referenceName: "opentimestamps 0.4.9, 60 operations",
      bar: { atLeast: 12 },
    }),
    figure({
      ...ours,
      id: "ots.beside-bare-hashes",
      reference: rate(ms.bareHashes),
      referenceName: "as many × crypto.hash() to text",
      bar: null,
    }),
  ];
}

/**
 * One calendar's path: a nonce, its Merkle tree, its own signature, a transaction, and the block's
 * Merkle tree.
 */
function operations(): Operation[] {
  let drawn = 0;
  const bytes = (length: number) =>
    createHash("shake256", { outputLength: length }).update(String(drawn++)).digest();
  const joined = (length: number): Operation => ({
    kind: drawn % 2 === 0 ? "append" : "prepend",
    argument: new Uint8Array(bytes(length)),
  });
  const sha256: Operation = { kind: "sha256" };
  const level = (hashes: number): Operation[] => [joined(32), ...Array<Operation>(hashes).fill(sha256)];
  const all = [
    joined(16),
    sha256,
    ...Array.from({ length: 6 }, () => level(1)).flat(),
    joined(4),
    joined(8),
    joined(120),
    joined(40),
    sha256,
    sha256,
    ...Array.from({ length: 13 }, () => level(2)).flat(),
    sha256,
  ];
  if (all.length !== OPERATIONS) throw new Error(`expected ${OPERATIONS} operations, got ${all.length}`);
  return all;
}

function encodedProof(): Uint8Array {
  const digest = new Uint8Array(createHash("sha256").digest());
  const end = { branches: [{ attestation: { kind: "bitcoin", height: 900_000 } as const }] };
  return encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: timestampAlong(operations(), end) });
}
