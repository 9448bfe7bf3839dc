import { bytesToHex } from "@svc-proof/shared/encoding";
import { beforeAll, describe, expect, test } from "vitest";
import { CONTENT, containerOf, tokenOf, UNKNOWN_IMPRINT } from "../asic/container.testing.js";
import { randomAccess, UnreadableInputError } from "../content/content.js";
import { hashOf } from "../content/hash-of.js";
import type { VerifyOptions } from "../options.js";
import type { StatedEvidence } from "../package/stated-evidence.js";
import { digestOf } from "../rfc3161/token.js";
import { verify } from "../verify.js";
import { Work } from "../work/work.js";
import { NOW } from "../x509/authority.testing.js";
import { readContainer } from "./container.js";

const HASH = bytesToHex(digestOf("SHA-256", CONTENT));
const verifyIt = (bytes: Uint8Array, options: VerifyOptions = {}) =>
  verify(bytes, { now: NOW, trustList: null, ...options });
const read = (bytes: Uint8Array, work = new Work()) => readContainer(randomAccess(bytes), {}, work);

let token: Uint8Array;
beforeAll(async () => {
  token = await tokenOf("SHA-256");
});

test("a container has the checks of its token, over the file in it", async () => {
  const { checks, inputs, proof } = await verifyIt(containerOf(token));
  expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "format passed",
    "content passed",
    "seal indeterminate",
    "qualified skipped",
  ]);
  expect(checks[0]?.evidence).toEqual({ hash: "SHA-256", media_type: "application/vnd.etsi.asic-s+zip" });
  expect(proof?.content).toEqual({ algorithm: "SHA-256", hash: HASH });
  expect(inputs).toMatchObject([
    { kind: "original", origin: "package", name: "a.txt", status: "checked" },
    { kind: "seal", origin: "package", status: "checked" },
  ]);
});

test("the given hash is used for SHA-256 only", async () => {
  const count = async (bytes: Uint8Array) => {
    let hashes = 0;
    const createHash = () => {
      hashes++;
      return hashOf("SHA-256");
    };
    const { checks } = await verifyIt(bytes, { createHash });
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
  const bytes = containerOf(await tokenOf(UNKNOWN_IMPRINT));
  const { checks, proof } = await verifyIt(bytes);
  expect(proof).toBeNull();
  expect(checks[0]).toMatchObject({ id: "format", status: "indeterminate", code: "algorithm_unsupported" });
  expect(checks.slice(1).every(({ status }) => status === "skipped")).toBe(true);
  expect((await read(bytes)).original).toEqual({ name: "a.txt", hash: HASH });
});

describe("a container that cannot be read", () => {
  const JUNK = new Uint8Array(1);
  test.each<[string, readonly StatedEvidence[], readonly string[]]>([
    ["nothing", [], ["content", "seal", "qualified"]],
    ["a seal", [{ kind: "seal", content: JUNK }], ["content", "seal", "seal", "qualified", "qualified"]],
    [
      "two timestamps",
      [
        { kind: "timestamp", content: JUNK },
        { kind: "timestamp", content: JUNK },
      ],
      ["content", "bitcoin", "seal", "qualified"],
    ],
  ])("has skipped checks: beside %s", async (_, evidence, skipped) => {
    const { checks, proof } = await verifyIt(containerOf(new Uint8Array(5)), { evidence });
    expect(proof).toBeNull();
    expect(
      checks
        .slice(1)
        .filter(({ id }) => id !== "inputs")
        .map(({ id }) => id),
    ).toEqual(skipped);
  });

  test("is undecided, with the place of its error", async () => {
    const { checks } = await verifyIt(containerOf(new Uint8Array(5)));
    expect(checks[0]).toEqual({
      id: "format",
      status: "indeterminate",
      code: "damaged",
      basis: "computed",
      evidence: {
        fault: "asic_timestamp_not_a_token",
        offset: 0,
        pointer: null,
        message: "the timestamp is not a bare token",
      },
    });
  });

  test("is undecided if it is of another kind, or takes too much work", async () => {
    const other = await verifyIt(containerOf(token, "application/vnd.etsi.asic-e+zip"));
    expect(other.checks[0]).toMatchObject({
      status: "indeterminate",
      code: "unsupported",
      evidence: { fault: "asic_e_unsupported", message: expect.any(String) },
    });
    const work = new Work({ units: 0 });
    const unfinished = await read(containerOf(token), work);
    expect(unfinished.format).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
  });
});

test("a medium that fails, or does not answer an abort, is no fault of the container", async () => {
  const bytes = containerOf(token);
  const file = (read: () => Promise<Uint8Array>) => ({ sizeBytes: bytes.length, read });
  const broken = file(async () => {
    throw new Error("the disk is gone");
  });
  await expect(readContainer(broken, {}, new Work())).rejects.toThrow(UnreadableInputError);
  const stop = new AbortController();
  const silent = file(() => {
    stop.abort(new Error("enough"));
    return new Promise(() => undefined);
  });
  const aborted = readContainer(silent, {}, new Work({ signal: stop.signal }));
  await expect(aborted).rejects.toThrow("enough");
});
