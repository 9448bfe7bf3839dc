import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  encodeDetachedTimestamp,
  type HashKind,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { describe, expect, test } from "vitest";
import { verify } from "../verify.js";
import { Work } from "../work/work.js";
import { MessageNumbers, openPromises, readTimestampFile } from "./timestamp-file.js";

describe("open promises", () => {
  type Branch = Timestamp["branches"][number];
  const DIGEST = new Uint8Array(32).fill(5);

  const pending = (uri: string): Branch => ({ attestation: { kind: "pending", uri } });
  const BLOCK: Branch = { attestation: { kind: "bitcoin", height: 7 } };
  const LITECOIN: Branch = { attestation: { kind: "litecoin", height: 7 } };
  const after = (byte: number, ...branches: Branch[]): Branch => ({
    operation: { kind: "append", argument: Uint8Array.of(byte) },
    next: { branches },
  });

  /** Of files about one digest. */
  function openOf(...files: readonly Branch[][]): string[] {
    const timestamps = files.map((branches): Timestamp => ({ branches }));
    const attested = timestamps.flatMap((timestamp) => [...replay(timestamp, DIGEST)]);
    return [...openPromises(timestamps, attested, new MessageNumbers())];
  }

  describe("a promise is kept", () => {
    test.each<[string, Branch[]]>([
      ["beside a block", [pending("a"), BLOCK]],
      ["before what leads to a block", [pending("a"), after(1, BLOCK)]],
      ["behind what leads to a block", [after(1, BLOCK), pending("a")]],
      ["before what leads there by two steps", [pending("a"), after(1, after(2, BLOCK))]],
      ["beside one branch of two that leads there", [pending("a"), after(1, BLOCK), after(2, LITECOIN)]],
      ["beside the other branch of two", [pending("a"), after(1, LITECOIN), after(2, BLOCK)]],
      ["on the way as well as at its start", [pending("a"), after(1, pending("b"), after(2, BLOCK))]],
    ])("%s", (_, branches) => {
      expect(openOf(branches)).toEqual([]);
    });

    test("wherever a file shows it of the same message", () => {
      expect(openOf([pending("a")], [after(1, BLOCK)], [pending("b"), BLOCK])).toEqual([]);
      expect(openOf([after(1, pending("a"))], [after(1, pending("b"), after(2, BLOCK))])).toEqual([]);
    });
  });

  describe("a promise is open", () => {
    test.each<[string, Branch[], string[]]>([
      ["alone", [pending("a")], ["a"]],
      ["beside a block of another chain", [pending("a"), LITECOIN], ["a"]],
      ["beside a way that ends in another promise", [pending("a"), after(1, pending("b"))], ["a", "b"]],
      ["behind the way, where it leads no further", [after(1, pending("a")), after(2, BLOCK)], ["a"]],
      ["once for each calendar, in their order", [pending("b"), pending("a"), pending("b")], ["b", "a"]],
    ])("%s", (_, branches, uris) => {
      expect(openOf(branches)).toEqual(uris);
    });

    test("where no file that leads on shows it", () => {
      expect(openOf([pending("a")], [BLOCK])).toEqual(["a"]);
    });

    test("of another message than the one that a file leads on from", () => {
      expect(openOf([after(1, pending("a"))], [after(2, pending("b"), BLOCK)])).toEqual(["a"]);
    });
  });
});

describe("read timestamp file", () => {
  const NOW = new Date("2026-11-21T12:00:00.000Z");
  const fileOf = (hash: HashKind, length: number) =>
    encodeDetachedTimestamp({
      hash,
      digest: new Uint8Array(length).fill(3),
      timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
    });
  const HEX = bytesToHex(new Uint8Array(32).fill(3));
  const run = async (file: Uint8Array, contentHash?: string) => {
    const { proof: subject, checks } = await verify(file, { now: NOW, ...(contentHash && { contentHash }) });
    return { subject, checks };
  };

  test("a file about SHA-256 is compared with the content", async () => {
    const file = fileOf("sha256", 32);
    const { subject, checks } = await run(file, HEX);
    expect(subject).toEqual({ proof_id: null, content: { algorithm: "SHA-256", hash: HEX } });
    expect(checks[0]).toEqual({
      id: "format",
      status: "passed",
      code: "ok",
      basis: "computed",
      evidence: { hash: "SHA-256" },
    });
    expect(checks[1]).toMatchObject({ id: "content", status: "passed", code: "ok" });
    expect(checks[2]).toMatchObject({ id: "bitcoin", code: "bitcoin_pending" });
    expect((await run(file, "0".repeat(64))).checks[1]).toMatchObject({ status: "failed" });
  });

  test.each<[HashKind, number, string]>([
    ["sha1", 20, "SHA-1"],
    ["ripemd160", 20, "RIPEMD-160"],
    ["keccak256", 32, "Keccak-256"],
  ])("a file about %s is about no fingerprint", async (kind, length, algorithm) => {
    const hash = HEX.slice(0, 2 * length);
    const { subject, checks } = await run(fileOf(kind, length), HEX);
    expect(subject).toEqual({ proof_id: null, content: { algorithm, hash } });
    expect(checks.map(({ id }) => id)).toEqual(["format", "content", "bitcoin"]);
    expect(checks[0]!.evidence).toEqual({ hash: algorithm });
    expect(checks[1]).toEqual({
      id: "content",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm, stated: hash },
    });
  });

  test("a file that is not understood is undecided, and the rest is skipped", async () => {
    const { subject, checks } = await run(fileOf("sha256", 32).slice(0, -1));
    expect(subject).toBeNull();
    expect(checks).toEqual([
      {
        id: "format",
        status: "indeterminate",
        code: "damaged",
        basis: "computed",
        evidence: {
          fault: "ots_truncated",
          offset: expect.any(Number),
          pointer: null,
          message: expect.any(String),
        },
      },
      expect.objectContaining({ id: "content", status: "skipped", code: "depends_on_failed_check" }),
      expect.objectContaining({ id: "bitcoin", status: "skipped", code: "depends_on_failed_check" }),
    ]);
  });

  test("a file that the budget does not pay for is not judged", () => {
    const { subject, format } = readTimestampFile(fileOf("sha256", 32), new Work({ units: 0 }));
    expect(subject).toBeNull();
    expect(format).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded", basis: null });
  });

  test("what is no file is a mistake of the caller's", () => {
    expect(() => readTimestampFile(null as unknown as Uint8Array, new Work())).toThrow(TypeError);
  });
});
