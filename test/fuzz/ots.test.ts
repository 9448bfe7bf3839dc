/**
 * Damaged and made-up OpenTimestamps files: one-byte changes of twenty valid ones, and random
 * inputs. None may crash, hang, or claim something about a block that its true file does not.
 * `SVC_TEST_FUZZ=full` makes every change of every byte of all files, and draws a million inputs:
 * some minutes. Otherwise files of more than 200 bytes get 8 changes of every byte, the others all 255,
 * and 100,000 inputs are drawn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type Attested,
  applyOperation,
  auditPathOperations,
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  leafOperations,
  parseDetachedTimestamp,
  parseTimestamp,
  replay,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { count, SEED, STRIDE, share, tell } from "./extent.js";
import { randomBytes } from "./random-bytes.js";

const isFull = process.env["SVC_TEST_FUZZ"] === "full";
const RANDOM_INPUTS = isFull ? 1_000_000 : share(100_000);
const SMALL_BYTES = 200;
const TEST_TIMEOUT_MS = isFull ? 3_600_000 : 240_000;
/** One in this many changed files goes through the whole verifier, which takes a hundred times as long. */
const VERIFIED_SHARE = 1009;

/**
 * The claims of a file: every message from the digest to each Bitcoin attestation, in the order of
 * replay. Operations are not compared: where a block's Merkle tree repeats its last hash, appending
 * and prepending it are the same.
 */
function claimsOf({ digest, timestamp }: DetachedTimestamp): string[] {
  const claims: string[] = [];
  const visit = ({ branches }: Timestamp, message: Uint8Array, path: string) => {
    const here = `${path} ${bytesToHex(message)}`;
    for (const branch of branches) {
      if ("next" in branch) visit(branch.next, applyOperation(branch.operation, message), here);
      else if (branch.attestation.kind === "bitcoin") claims.push(`${here} ${branch.attestation.height}`);
    }
  };
  visit(timestamp, digest, "");
  return claims;
}

/** Every Bitcoin attestation with its message: what a block must hold for the file to be true. */
const blocksOf = (attested: readonly Attested[]) =>
  attested.flatMap(({ attestation, message }) =>
    attestation.kind === "bitcoin" ? [{ height: attestation.height, message }] : [],
  );
type Block = ReturnType<typeof blocksOf>[number];

/** Whether a block is one of the true file's. */
const isOneOf = (truths: readonly Block[], { height, message }: Block) =>
  truths.some(
    (truth) =>
      truth.height === height &&
      truth.message.length === message.length &&
      truth.message.every((byte, i) => byte === message[i]),
  );

interface Replayed {
  readonly file: DetachedTimestamp;
  readonly attested: readonly Attested[];
}

/** A file that was parsed and replayed; null if it was refused with a code. */
function tryOut(bytes: Uint8Array): Replayed | null {
  try {
    const file = parseDetachedTimestamp(bytes);
    return { file, attested: replay(file.timestamp, file.digest) };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Bits to change in one byte, one set after the other: each bit alone, or all combinations. */
function changesOf(size: number): number[] {
  const all = Array.from({ length: 255 }, (_, i) => i + 1);
  if (isFull || size <= SMALL_BYTES) return all;
  return all.filter((bits) => (bits & (bits - 1)) === 0);
}

/** Files of our own kinds, enough to make twenty with the third-party ones. */
function ownFiles(): Uint8Array[] {
  const next = randomBytes(7);
  const bytes = (length: number) => Uint8Array.from({ length }, next);
  return Array.from({ length: 20 }, (_, i) => {
    const path = Array.from({ length: i }, () => ({
      position: next() & 1 ? ("left" as const) : ("right" as const),
      hash: bytesToHex(bytes(32)),
    }));
    const operations = [
      ...leafOperations("6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4"),
      ...auditPathOperations(path),
    ];
    const end: Timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 800_000 + i } }] };
    return encodeDetachedTimestamp({
      hash: "sha256",
      digest: bytes(32),
      timestamp: timestampAlong(operations, end),
    });
  });
}

const folder = vectorFolder("ots");
const thirdParty =
  folder === null ? [] : readdirSync(join(folder, "good")).filter((name) => name.endsWith(".ots"));
const files = [
  ...thirdParty.map((name) => [name, new Uint8Array(readFileSync(join(folder!, "good", name)))] as const),
  ...ownFiles().map((bytes, i) => [`own ${i}`, bytes] as const),
].slice(0, Math.max(20, thirdParty.length + 5));

describe("one-byte changes of a valid file", () => {
  test.each(files)(
    "%s",
    async (_, bytes) => {
      const original = tryOut(bytes)!;
      const { hash, digest } = original.file;
      const claims = claimsOf(original.file);
      const truths = blocksOf(original.attested);
      const contentHash = bytesToHex(digest);
      const nobody: BitcoinSource = {
        name: "an explorer without blocks",
        fetchTip: async () => ({ height: 2 ** 31, chain: "main" }),
        fetchHeader: async () => null,
      };
      const changed = bytes.slice();
      let seen = 0;
      for (let at = 0; at < bytes.length; at += STRIDE) {
        for (const bits of changesOf(bytes.length)) {
          changed[at] = bytes[at]! ^ bits;
          const found = tryOut(changed);
          const blocks = found === null ? [] : blocksOf(found.attested);
          if (found !== null && blocks.some((block) => isOneOf(truths, block))) {
            // The remaining claims are those that the change did not touch: each true root with its
            // own messages.
            const stated = claimsOf(found.file);
            const isFalse = blocks.some((block, i) => isOneOf(truths, block) && !claims.includes(stated[i]!));
            if (isFalse) expect.fail(`byte ${at} ^ ${bits}: another way to the same root`);
            // The digest's kind is not part of the path to the root. The verifier checks it.
            if (found.file.hash !== hash) {
              expect((await verify(changed)).checks[1]!.code).toBe("file_hash_not_sha256");
            }
          }
          if (++seen % VERIFIED_SHARE !== 0) continue;
          const given = contentHash.length === 64 ? { contentHash } : {};
          const { outcome } = await verify(changed, { ...given, bitcoinSources: [nobody] });
          expect(outcome).not.toBe("verified");
        }
        changed[at] = bytes[at]!;
      }
      expect(seen).toBe(changesOf(bytes.length).length * Math.ceil(bytes.length / STRIDE));
    },
    TEST_TIMEOUT_MS,
  );
});

describe(`${RANDOM_INPUTS} inputs at random`, () => {
  /** Bytes with a meaning, more often than by chance. */
  const MEANT = [0x00, 0xff, 0x08, 0x02, 0x03, 0x67, 0xf0, 0xf1, 0xf2, 0xf3, 0x01, 0x20, 0x80];
  const TAGS = ["0588960d73d71901", "83dfe30d2ef90c8e", "06869a0d73d71b45"].map((tag) =>
    Buffer.from(tag, "hex"),
  );

  test(
    "a quarter with the start of a file, the others bare: no crash, no hang",
    () => {
      const next = randomBytes(SEED);
      const start = parseStart();
      const came = new Map<string, number>();
      for (let i = 0; i < RANDOM_INPUTS; i++) {
        const parts: number[] = [];
        const length = next() >> 1;
        while (parts.length < length) {
          const dice = next();
          if (dice < 150) parts.push(MEANT[dice % MEANT.length]!);
          else if (dice < 200) parts.push(0, ...TAGS[dice % 3]!, 1, next() & 0x7f);
          else parts.push(next());
        }
        const isFile = i % 4 === 0;
        const bytes = Uint8Array.from(isFile ? [...start, ...parts] : parts);
        try {
          const timestamp = isFile ? parseDetachedTimestamp(bytes).timestamp : parseTimestamp(bytes, 32);
          replay(timestamp, new Uint8Array(32));
          count(came, "accepted");
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          count(came, error.code);
        }
      }
      tell("random timestamps", came);
    },
    TEST_TIMEOUT_MS,
  );

  function parseStart(): Uint8Array {
    const file = ownFiles()[0]!;
    return file.subarray(0, 33 + 32);
  }
});
