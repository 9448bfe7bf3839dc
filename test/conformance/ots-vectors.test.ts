/** Third-party OpenTimestamps proofs: parsed, replayed, and written again to the byte. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type Attested,
  encodeDetachedTimestamp,
  mergeTimestamps,
  parseDetachedTimestamp,
  replay,
} from "@svc-proof/shared/opentimestamps";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

interface OtsCase {
  readonly file: string;
  readonly expected: string;
  readonly fileHash?: { readonly alg: string; readonly hex: string };
  readonly messages?: readonly string[];
  readonly attestations?: readonly {
    readonly type: string;
    readonly ops: number;
    readonly uri?: string;
    readonly height?: number;
    readonly commitment?: string;
    readonly merkleRootInternal?: string;
  }[];
  readonly parsesHere?: boolean;
}

/** The upstream's message for each malformed file, and our code. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/major version/, "ots_version_unsupported"],
  [/not a digest/, "ots_file_hash_unknown"],
  [/trailing bytes/, "ots_trailing_data"],
  [/bad magic/, "ots_bad_magic"],
  [/truncated/, "ots_truncated"],
];

const folder = vectorFolder("ots");
const cases: OtsCase[] = folder === null ? [] : JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
const read = (file: string) => readFileSync(join(folder!, file));

/** In the form of the expectations. An Ethereum attestation is of a kind that we keep without knowing it. */
function stated({ attestation, message, depth }: Attested) {
  switch (attestation.kind) {
    case "pending":
      return { type: "pending", ops: depth, uri: attestation.uri, commitment: bytesToHex(message) };
    case "unknown":
      return { type: `unknown:${bytesToHex(attestation.tag)}`, ops: depth };
    default:
      return {
        type: attestation.kind,
        ops: depth,
        height: attestation.height,
        merkleRootInternal: bytesToHex(message),
      };
  }
}

function expectedOf(attestation: NonNullable<OtsCase["attestations"]>[number]) {
  const { type, ops, uri, height, commitment, merkleRootInternal } = attestation;
  if (type === "ethereum") return { type: "unknown:30fe8087b5c7ead7", ops };
  if (type === "pending") return { type, ops, uri, commitment };
  return type === "bitcoin" ? { type, ops, height, merkleRootInternal } : { type, ops };
}

describe.skipIf(folder === null)("vectors/ots", () => {
  test("every file has its expectation", () => {
    const files = ["good", "bad"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => name.endsWith(".ots"))
        .map((name) => `${part}/${name}`),
    );
    expect(cases.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(cases.length).toBeGreaterThanOrEqual(20);
  });

  test.each(cases.filter(({ parsesHere }) => parsesHere))("$file: $expected", (expected) => {
    const bytes = read(expected.file);
    const file = parseDetachedTimestamp(bytes);
    expect(file.hash).toBe(expected.fileHash!.alg);
    expect(bytesToHex(file.digest)).toBe(expected.fileHash!.hex);
    for (const message of expected.messages ?? []) {
      expect(createHash(file.hash).update(read(message)).digest("hex")).toBe(bytesToHex(file.digest));
    }
    expect(replay(file.timestamp, file.digest).map(stated)).toEqual(expected.attestations!.map(expectedOf));
    expect(Buffer.from(encodeDetachedTimestamp(file)).equals(bytes)).toBe(true);
    const merged = { ...file, timestamp: mergeTimestamps(file.timestamp, file.timestamp) };
    expect(Buffer.from(encodeDetachedTimestamp(merged)).equals(bytes)).toBe(true);
  });

  test.each(cases.filter(({ parsesHere }) => !parsesHere))("$file: $expected", ({ file, expected }) => {
    let code: string | null = null;
    try {
      parseDetachedTimestamp(read(file));
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      code = (error as FormatError).code;
    }
    expect(code).toBe(CODES.find(([word]) => word.test(expected))?.[1]);
  });
});
