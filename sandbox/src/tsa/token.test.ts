/** How the sandbox's authority answers valid, invalid and hostile requests. */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeTimestampRequest } from "@svc-proof/verifier-lib/rfc3161";
import {
  Boolean as AsnBoolean,
  type AsnType,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from "asn1js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { share } from "../../../shared/src/testing/extent.testing.js";
import { openCertificateAuthority } from "./authority.js";
import { readResponse } from "./read-response.testing.js";
import { SANDBOX_POLICY_OID, TimestampAuthority, TsaSigner } from "./token.js";

const SHA256 = "2.16.840.1.101.3.4.2.1";
const RUNS = process.env["SVC_TEST_FUZZ"] === "full" ? 100_000 : share(2_000);

let folder: string;
let authority: TimestampAuthority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-tsa-"));
  const ca = await openCertificateAuthority(folder, "http://127.0.0.1:1");
  const signer = new TsaSigner({ folder, kind: "p256", authority: ca, validityMs: 86_400_000 });
  authority = new TimestampAuthority(ca, signer);
});
afterAll(() => rm(folder, { recursive: true }));

const answerTo = async (query: Uint8Array) => readResponse(Uint8Array.from(await authority.answer(query)));

interface Parts {
  version?: number;
  algorithm?: string;
  parameters?: AsnType[];
  digestBytes?: number;
  rest?: AsnType[];
}

/** A request, well-formed except for the given fields. */
function request({
  version = 1,
  algorithm = SHA256,
  parameters,
  digestBytes = 32,
  rest = [],
}: Parts): Uint8Array {
  const identifier = new Sequence({
    value: [new ObjectIdentifier({ value: algorithm }), ...(parameters ?? [new Null()])],
  });
  const imprint = new Sequence({
    value: [identifier, new OctetString({ valueHex: randomBytes(digestBytes) })],
  });
  return new Uint8Array(new Sequence({ value: [new Integer({ value: version }), imprint, ...rest] }).toBER());
}

const policy = (value: string) => new ObjectIdentifier({ value });
const nonce = (bytes: number) => new Integer({ valueHex: Buffer.alloc(bytes, 0x55) });
const extensions = () =>
  new Constructed({
    idBlock: { tagClass: 3, tagNumber: 0 },
    value: [new Sequence({ value: [policy("1.2.3"), new OctetString({ valueHex: randomBytes(3) })] })],
  });

describe("grants", () => {
  it.each<[string, Parts]>([
    ["a digest and nothing else", {}],
    ["an algorithm without parameters", { parameters: [] }],
    ["SHA3-512", { algorithm: "2.16.840.1.101.3.4.2.10", digestBytes: 64 }],
    ["its own policy", { rest: [policy(SANDBOX_POLICY_OID)] }],
    ["a nonce of 128 bytes", { rest: [nonce(128)] }],
    [
      "policy, nonce and certificates",
      { rest: [policy(SANDBOX_POLICY_OID), nonce(8), new AsnBoolean({ value: true })] },
    ],
  ])("%s", async (_, parts) => {
    const query = request(parts);
    const { status, failInfo, tstInfo } = await answerTo(query);
    expect([status, failInfo]).toEqual([0, null]);
    expect(Buffer.from(query).toString("hex")).toContain(tstInfo!.digest);
  });
});

/** RFC 3161, section 2.4.2, with the bits as in DER: the number of unused bits, then the bytes. */
const BAD_ALG = "7:80";
const BAD_REQUEST = "5:20";
const BAD_DATA_FORMAT = "2:04";
const UNACCEPTED_POLICY = "0:0001";
const UNACCEPTED_EXTENSION = "7:000080";

describe("rejects", () => {
  it.each<[string, Uint8Array, string]>([
    ["SHA-1", request({ algorithm: "1.3.14.3.2.26", digestBytes: 20 }), BAD_ALG],
    ["MD5", request({ algorithm: "1.2.840.113549.2.5", digestBytes: 16 }), BAD_ALG],
    ["what is no digest algorithm", request({ algorithm: "1.2.3" }), BAD_ALG],
    ["parameters of the algorithm", request({ parameters: [new Integer({ value: 1 })] }), BAD_ALG],
    ["parameters twice", request({ parameters: [new Null(), new Null()] }), BAD_DATA_FORMAT],
    ["a digest that is too short", request({ digestBytes: 31 }), BAD_DATA_FORMAT],
    ["a digest that is too long", request({ digestBytes: 33 }), BAD_DATA_FORMAT],
    ["an empty digest", request({ digestBytes: 0 }), BAD_DATA_FORMAT],
    ["version 0", request({ version: 0 }), BAD_REQUEST],
    ["version 2", request({ version: 2 }), BAD_REQUEST],
    ["another policy", request({ rest: [policy("0.4.0.2023.1.1")] }), UNACCEPTED_POLICY],
    ["extensions", request({ rest: [extensions()] }), UNACCEPTED_EXTENSION],
    [
      "fields in another order",
      request({ rest: [new AsnBoolean({ value: true }), nonce(8)] }),
      BAD_DATA_FORMAT,
    ],
    ["a field twice", request({ rest: [nonce(8), nonce(8)] }), BAD_DATA_FORMAT],
    [
      "a field of its own",
      request({ rest: [new OctetString({ valueHex: randomBytes(3) })] }),
      BAD_DATA_FORMAT,
    ],
    ["nothing", new Uint8Array(), BAD_DATA_FORMAT],
    ["a text", Buffer.from("GET / HTTP/1.1"), BAD_DATA_FORMAT],
    ["a length beyond the end", Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff), BAD_DATA_FORMAT],
    ["a length of 126 bytes", Uint8Array.of(0x30, 0xfe, 1, 2, 3), BAD_DATA_FORMAT],
    ["an indefinite length", Uint8Array.of(0x30, 0x80, 0x02, 0x01, 0x01, 0, 0), BAD_DATA_FORMAT],
    ["what follows the request", Buffer.concat([request({}), Uint8Array.of(0)]), BAD_DATA_FORMAT],
    ["sequences in sequences", Buffer.alloc(8_000, Uint8Array.of(0x30, 0x80)), BAD_DATA_FORMAT],
    ["a request that is cut short", request({}).subarray(0, -1), BAD_DATA_FORMAT],
  ])("%s", async (_, query, failInfo) => {
    expect(await answerTo(query)).toEqual({ status: 2, failInfo, tstInfo: null, certificates: [] });
  });
});

describe("any input", () => {
  const REJECTIONS = new Set([
    BAD_ALG,
    BAD_REQUEST,
    BAD_DATA_FORMAT,
    UNACCEPTED_POLICY,
    UNACCEPTED_EXTENSION,
  ]);

  /** Expects a token for the request, or a rejection with one reason. */
  async function isAnswered(query: Uint8Array): Promise<void> {
    const { status, failInfo, tstInfo } = await answerTo(query);
    if (status === 0) {
      const hex = Buffer.from(query).toString("hex");
      expect(hex).toContain(tstInfo!.digest);
      if (tstInfo!.nonce !== null) expect(hex).toContain(tstInfo!.nonce);
    } else {
      expect(status).toBe(2);
      expect(REJECTIONS).toContain(failInfo);
    }
  }

  it(
    "answers random bytes",
    () => fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), isAnswered), { numRuns: RUNS }),
    120_000,
  );

  it("answers requests with bytes changed, added and left out", () => {
    const whole = encodeTimestampRequest({
      hashAlgorithm: "SHA-256",
      digest: Buffer.alloc(32, 0xaa),
      nonce: Buffer.alloc(8, 0x11),
      policy: SANDBOX_POLICY_OID,
    });
    const change = fc.record({
      at: fc.nat(whole.length),
      leftOut: fc.nat(3),
      put: fc.uint8Array({ maxLength: 3 }),
    });
    const changed = fc
      .array(change, { minLength: 1, maxLength: 4 })
      .map((changes) =>
        changes.reduce(
          (bytes, { at, leftOut, put }) =>
            Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + leftOut)]),
          Buffer.from(whole),
        ),
      );
    return fc.assert(fc.asyncProperty(changed, isAnswered), { numRuns: RUNS });
  }, 120_000);

  it("answers trees of DER", () => {
    const { tree } = fc.letrec<{ tree: Buffer }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "medium", withCrossShrink: true },
        fc
          .tuple(
            fc.constantFrom(0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x18, 0x80, 0xa0),
            fc.uint8Array({ maxLength: 40 }),
          )
          .map(([tag, content]) => Buffer.from([tag, content.length, ...content])),
        fc
          .tuple(fc.constantFrom(0x30, 0x31, 0xa0), fc.array(tie("tree"), { maxLength: 5 }))
          .map(([tag, members]) => tlv(tag, Buffer.concat(members))),
      ),
    }));
    return fc.assert(fc.asyncProperty(tree, isAnswered), { numRuns: RUNS });
  }, 120_000);
});

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
