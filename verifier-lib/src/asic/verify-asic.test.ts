import { bytesToHex } from "@svc-proof/shared/encoding";
import { beforeAll, describe, expect, test } from "vitest";
import { randomAccess, UnreadableInputError } from "../package/random-access.js";
import { digestOf } from "../rfc3161/hash-algorithm.js";
import { readImprint } from "../seal/read-imprint.js";
import { verifySealFile } from "../seal/verify-seal-file.js";
import { Work } from "../work/work.js";
import { NOW } from "../x509/authority.testing.js";
import { CONTENT, containerOf, tokenOf, UNKNOWN_IMPRINT } from "./container.testing.js";
import { hashOf } from "./hash-of.js";
import { verifyAsic } from "./verify-asic.js";

type Beside = Parameters<typeof verifyAsic>[2];
const NOTHING: Beside = { seal: undefined, timestamps: [] };
const HASH = bytesToHex(digestOf("SHA-256", CONTENT));
const optionsOf = (work: Work) => ({ now: NOW, work, trustList: null, bitcoin: { now: NOW } });
const verifyIt = (bytes: Uint8Array, beside = NOTHING, work = new Work()) =>
  verifyAsic(randomAccess(bytes), undefined, beside, optionsOf(work), {});

let token: Uint8Array;
beforeAll(async () => {
  token = await tokenOf("SHA-256");
});

test("a container has the checks of its token, over the file in it", async () => {
  const { checks, packed, subject } = await verifyIt(containerOf(token));
  expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "format passed",
    "content passed",
    "seal indeterminate",
    "qualified skipped",
  ]);
  expect(checks[0]?.evidence).toEqual({ hash: "SHA-256", media_type: "application/vnd.etsi.asic-s+zip" });
  expect(subject?.content).toEqual({ algorithm: "SHA-256", hash: HASH });
  expect(packed).toMatchObject({ isOneSeal: false, original: { name: "a.txt", hash: HASH }, unchecked: [] });
});

test("the given hash is used for SHA-256 only", async () => {
  const count = async (bytes: Uint8Array) => {
    let hashes = 0;
    const createHash = () => {
      hashes++;
      return hashOf("SHA-256");
    };
    const options = optionsOf(new Work());
    const { checks } = await verifyAsic(randomAccess(bytes), undefined, NOTHING, options, { createHash });
    expect(checks[1]).toMatchObject({ id: "content", status: "passed" });
    return hashes;
  };
  expect(await count(containerOf(token))).toBe(1);
  expect(await count(containerOf(await tokenOf("SHA-384")))).toBe(0);
  expect(await count(containerOf(await tokenOf("SHA-512")))).toBe(0);
});

test("a file that was time-stamped by SHA-1 is not compared", async () => {
  const { checks } = await verifyIt(containerOf(await tokenOf("SHA-1")));
  expect(checks[1]).toEqual({
    id: "content",
    status: "indeterminate",
    code: "file_hash_not_sha256",
    basis: null,
    evidence: { part: "a.txt", algorithm: "SHA-1", stated: bytesToHex(digestOf("SHA-1", CONTENT)) },
  });
});

test("a token whose hash is not known has no subject, and the container is told", async () => {
  const { checks, packed, subject } = await verifyIt(containerOf(await tokenOf(UNKNOWN_IMPRINT)));
  expect(subject).toBeNull();
  expect(checks[0]).toMatchObject({ id: "format", status: "indeterminate", code: "algorithm_unsupported" });
  expect(checks.slice(1).every(({ status }) => status === "skipped")).toBe(true);
  expect(packed).toMatchObject({ original: { name: "a.txt", hash: HASH } });
});

describe("a container that cannot be read", () => {
  test.each<[string, Beside, readonly string[]]>([
    ["nothing", NOTHING, ["content", "seal", "qualified"]],
    [
      "a seal",
      { seal: new Uint8Array(1), timestamps: [] },
      ["content", "seal", "seal", "qualified", "qualified"],
    ],
    [
      "two timestamps",
      { seal: undefined, timestamps: [new Uint8Array(1), new Uint8Array(1)] },
      ["content", "bitcoin", "seal", "qualified"],
    ],
  ])("has skipped checks: beside %s", async (_, beside, skipped) => {
    const { checks, ...rest } = await verifyIt(containerOf(new Uint8Array(5)), beside);
    expect(rest).toEqual({ subject: null, seals: [], bitcoin: null, packed: null });
    expect(checks.slice(1).map(({ id }) => id)).toEqual(skipped);
  });

  test("fails with the place of its error", async () => {
    const { checks } = await verifyIt(containerOf(new Uint8Array(5)));
    expect(checks[0]).toEqual({
      id: "format",
      status: "failed",
      code: "asic_timestamp_not_a_token",
      basis: "computed",
      evidence: { offset: 0, pointer: null, message: "the timestamp is not a bare token" },
    });
  });

  test("is undecided if it is of another kind, or takes too much work", async () => {
    const other = await verifyIt(containerOf(token, "application/vnd.etsi.asic-e+zip"));
    expect(other.checks[0]).toMatchObject({
      status: "indeterminate",
      code: "asic_e_unsupported",
      evidence: { message: expect.any(String) },
    });
    const work = new Work({ units: 0 });
    const unfinished = await verifyIt(containerOf(token), NOTHING, work);
    expect(unfinished.checks[0]).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
  });
});

test("the budget pays for the reading of the token twice: for its hash, and for its checks", async () => {
  const [all, first, second] = [new Work(), new Work(), new Work()];
  await verifyIt(containerOf(token), NOTHING, all);
  readImprint(token, { work: first });
  await verifySealFile(token, undefined, NOTHING, optionsOf(second), {});
  expect(new Work().left - all.left).toBe(2 * new Work().left - first.left - second.left);
  expect(first.left).toBeLessThan(new Work().left);
});

test("a medium that fails, or does not answer an abort, is no fault of the container", async () => {
  const bytes = containerOf(token);
  const file = (read: () => Promise<Uint8Array>) => ({ sizeBytes: bytes.length, read });
  const options = optionsOf(new Work());
  const broken = file(async () => {
    throw new Error("the disk is gone");
  });
  await expect(verifyAsic(broken, undefined, NOTHING, options, {})).rejects.toThrow(UnreadableInputError);
  const stop = new AbortController();
  const silent = file(() => {
    stop.abort(new Error("enough"));
    return new Promise(() => undefined);
  });
  const aborted = verifyAsic(silent, undefined, NOTHING, optionsOf(new Work({ signal: stop.signal })), {});
  await expect(aborted).rejects.toThrow("enough");
});
