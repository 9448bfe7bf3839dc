import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  encodeDetachedTimestamp,
  type HashKind,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { expect, test } from "vitest";
import { Work } from "../work/work.js";
import { verifyTimestampFile } from "./verify-timestamp-file.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const fileOf = (hash: HashKind, length: number) =>
  encodeDetachedTimestamp({
    hash,
    digest: new Uint8Array(length).fill(3),
    timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
  });
const HEX = bytesToHex(new Uint8Array(32).fill(3));
const run = (file: Uint8Array, hash?: string, work?: Work) =>
  verifyTimestampFile(file, [], hash === undefined ? undefined : { hash }, {
    now: NOW,
    ...(work !== undefined && { work }),
  });

test("a file about SHA-256 is compared with the content", async () => {
  const file = fileOf("sha256", 32);
  const { subject, checks, bitcoin } = await run(file, HEX);
  expect(subject).toEqual({ proof_id: null, content: { algorithm: "SHA-256", hash: HEX } });
  expect(checks[0]).toEqual({
    id: "format",
    status: "passed",
    code: "ok",
    basis: "computed",
    evidence: { hash: "SHA-256" },
  });
  expect(checks[1]).toMatchObject({ id: "content", status: "passed", code: "ok" });
  expect(checks[2]).toBe(bitcoin!.check);
  expect(bitcoin!.check).toMatchObject({ id: "bitcoin", code: "bitcoin_pending" });
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

test("a malformed file fails by its malformation, and the rest is skipped", async () => {
  const { subject, checks, bitcoin } = await run(fileOf("sha256", 32).slice(0, -1));
  expect([subject, bitcoin]).toEqual([null, null]);
  expect(checks).toEqual([
    {
      id: "format",
      status: "failed",
      code: "ots_truncated",
      basis: "computed",
      evidence: { offset: expect.any(Number), pointer: null, message: expect.any(String) },
    },
    expect.objectContaining({ id: "content", status: "skipped", code: "depends_on_failed_check" }),
    expect.objectContaining({ id: "bitcoin", status: "skipped", code: "depends_on_failed_check" }),
  ]);
});

test("a file that the budget does not pay for is not judged", async () => {
  const { checks, bitcoin } = await run(fileOf("sha256", 32), undefined, new Work({ units: 0 }));
  expect(bitcoin).toBeNull();
  expect(checks[0]).toMatchObject({
    id: "format",
    status: "indeterminate",
    code: "work_limit_exceeded",
    basis: null,
  });
});

test("a file is paid for when its format is read, and when its block is looked for", async () => {
  const file = fileOf("sha256", 32);
  const work = new Work();
  const before = work.left;
  parseDetachedTimestamp(file, { work });
  const once = before - work.left;
  const codeOf = async (units: number) =>
    (await run(file, undefined, new Work({ units }))).bitcoin!.check.code;
  expect(await codeOf(2 * once)).toBe("bitcoin_pending");
  expect(await codeOf(2 * once - 1)).toBe("work_limit_exceeded");
});

test("what is no file is a mistake of the caller's", async () => {
  await expect(run(null as unknown as Uint8Array)).rejects.toThrow(TypeError);
});
