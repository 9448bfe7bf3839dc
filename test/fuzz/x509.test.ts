/**
 * Damaged and made-up certificates, revocation lists and OCSP responses. No changed byte of a valid
 * chain may leave it valid: every part of a certificate is signed, is the signature, or identifies
 * its algorithm. No input may crash or hang. `SVC_TEST_FUZZ=full` makes every change of every byte
 * and draws a million inputs: some minutes. Otherwise every byte gets 4 changes, and 100,000 inputs
 * are drawn.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import {
  type Certificate,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
  parsePemCertificates,
  validatePath,
} from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { TAG } from "../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";
import {
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
  newEcKey,
  newRsaKey,
  type TestKey,
  TIME_STAMPING,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { count, SEED, STRIDE, share, tell } from "./extent.js";
import { randomBytes } from "./random-bytes.js";

const isFull = process.env["SVC_TEST_FUZZ"] === "full";
const RANDOM_INPUTS = isFull ? 1_000_000 : share(100_000);
const CHANGES = isFull ? Array.from({ length: 255 }, (_, i) => i + 1) : [0x01, 0x20, 0x80, 0xff];
const TEST_TIMEOUT_MS = isFull ? 3_600_000 : 240_000;

/** The parsed value; null if it was refused with a code. */
function tryOut<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

describe.each<[string, () => Promise<TestKey>]>([
  ["P-256", newEcKey],
  ["RSA-2048", newRsaKey],
])("one-byte changes of a chain of %s", (_, newKey) => {
  test(
    "none is valid",
    async () => {
      const root = await issueAuthority("Root", { key: await newKey() });
      const authority = await issueAuthority("Authority", { issuer: root, key: await newKey() });
      const unit = await issueUnit(authority, { key: await newKey() });
      const isValid = async (leaf: Certificate, intermediate: Certificate) => {
        const result = await validatePath({
          leaf,
          intermediates: [intermediate],
          anchors: [root.certificate],
          time: NOW,
          purpose: TIME_STAMPING,
        });
        return result.isValid;
      };
      expect(await isValid(unit.certificate, authority.certificate)).toBe(true);
      const changeEach = async (
        { certificate }: Issued,
        judge: (changed: Certificate) => Promise<boolean>,
      ) => {
        const bytes = certificate.der.slice();
        for (let at = 0; at < bytes.length; at += STRIDE) {
          for (const bits of CHANGES) {
            bytes[at] = certificate.der[at]! ^ bits;
            const changed = tryOut(() => parseCertificate(bytes));
            if (changed === null) continue;
            if (await judge(changed))
              expect.fail(`${certificate.subject.text}: byte ${at} ^ ${bits} is valid`);
          }
          bytes[at] = certificate.der[at]!;
        }
      };
      await changeEach(unit, (changed) => isValid(changed, authority.certificate));
      await changeEach(authority, (changed) => isValid(unit.certificate, changed));
    },
    TEST_TIMEOUT_MS,
  );
});

test(
  "one-byte changes of a revocation list and of an OCSP response never clear a certificate",
  async () => {
    const root = await issueAuthority("Root");
    const { certificate } = await issueUnit(root);
    const at = new Date(NOW.getTime() - 1000);
    const crl = await issueCrl(root, { revoked: [{ certificate, at, reason: 1 }] });
    const response = await issueOcspResponse(root, certificate, { status: { revokedAt: at, reason: 1 } });
    const statusWith = async (more: object) => {
      const anchors = [root.certificate];
      const parameters = { leaf: certificate, intermediates: [], anchors, time: NOW, purpose: TIME_STAMPING };
      const result = await validatePath({ ...parameters, ...more });
      return result.isValid ? result.revocation[0]?.status : result.code;
    };
    expect(await statusWith({ crls: [crl] })).toBe("revoked");
    expect(await statusWith({ ocspResponses: [response] })).toBe("revoked");
    for (const [original, ask] of [
      [crl.der, (der: Uint8Array) => ({ crls: [parseCrl(der)] })],
      [response.der, (der: Uint8Array) => ({ ocspResponses: [parseOcspResponse(der)] })],
    ] as const) {
      const bytes = original.slice();
      for (let i = 0; i < bytes.length; i += STRIDE) {
        for (const bits of CHANGES) {
          bytes[i] = original[i]! ^ bits;
          const more = tryOut(() => ask(bytes));
          if (more !== null) expect(await statusWith(more), `byte ${i} ^ ${bits}`).not.toBe("good");
        }
        bytes[i] = original[i]!;
      }
    }
  },
  TEST_TIMEOUT_MS,
);

describe(`${RANDOM_INPUTS} inputs at random`, () => {
  const READERS = [parseCertificate, parseCrl, parseOcspResponse] as const;

  test(
    "changed in several places, shortened, joined and nested: no crash, no hang",
    async () => {
      const root = await issueAuthority("Root");
      const unit = await issueUnit(root);
      const seeds = [
        unit.certificate.der,
        (await issueCrl(root, { revoked: [{ certificate: unit.certificate, at: NOW, reason: 1 }] })).der,
        (await issueOcspResponse(root, unit.certificate, { certificates: [root.certificate] })).der,
      ];
      const next = randomBytes(SEED);
      const below = (bound: number) => ((next() << 16) | (next() << 8) | next()) % bound;
      const bytes = (length: number) => Uint8Array.from({ length }, next);
      const came = new Map<string, number>();
      for (let i = 0; i < RANDOM_INPUTS; i++) {
        const kind = i % 3;
        const input = draw(seeds[kind]!, below, bytes);
        count(came, tryOut(() => READERS[kind]!(input)) === null ? "refused" : "accepted");
      }
      tell("certificates, lists and responses at random", came);
    },
    TEST_TIMEOUT_MS,
  );

  test("huge and nested lengths", () => {
    const inputs = [
      ...Array.from({ length: 127 }, (_, i) => Uint8Array.of(0x30, 0x81 + i, ...Array(200).fill(0xff))),
      ...Array.from({ length: 6 }, (_, i) => Uint8Array.of(0x30, 0x81 + i, ...Array(i + 1).fill(0xff))),
      new Uint8Array(65_536).fill(0x30),
      new Uint8Array(65_536).fill(0x30).map((_, i) => (i % 2 === 0 ? 0x30 : 0x80)),
      nest(65_536),
      new Uint8Array(9_000_000),
      new Uint8Array(65_537).fill(0x05),
      Uint8Array.of(0x30, 0x82, 0xff, 0xf0, ...Array(0xff_f0).fill(0)),
      Uint8Array.of(
        0x30,
        0x82,
        0xff,
        0xf0,
        ...Array.from({ length: 0xff_f0 }, (_, i) => (i % 2 === 0 ? 5 : 0)),
      ),
    ];
    for (const input of inputs) {
      for (const read of READERS) expect(tryOut(() => read(input))).toBeNull();
    }
  });

  test("texts that look like PEM", () => {
    const next = randomBytes(7);
    const words = [
      "-----BEGIN CERTIFICATE-----",
      "-----END CERTIFICATE-----",
      "-----BEGIN ",
      "MIIB",
      "=",
      "\n",
      "é",
    ];
    for (let i = 0; i < RANDOM_INPUTS / 10; i++) {
      const text = Array.from({ length: next() % 12 }, () => words[next() % words.length]).join("");
      expect(tryOut(() => parsePemCertificates(text))).toBeNull();
    }
  });
});

/** A value nested in another, each length correct, as deep as the bytes allow. */
function nest(sizeBytes: number): Uint8Array {
  let der: Uint8Array = encodeDer(TAG.null);
  while (der.length + 4 <= sizeBytes) der = encodeDer(TAG.sequence, der);
  return der;
}

function draw(
  seed: Uint8Array,
  below: (bound: number) => number,
  bytes: (length: number) => Uint8Array,
): Uint8Array {
  const input = seed.slice();
  switch (below(5)) {
    case 0:
      return bytes(below(300));
    case 1:
      return Uint8Array.from([0x30, 0x82, below(4), below(256), ...bytes(below(600))]);
    case 2:
      return input.subarray(0, below(input.length));
    case 3: {
      // Overwrites one part with another: the lengths stay the same.
      const length = below(40);
      const from = below(input.length - length);
      return input.copyWithin(below(input.length - length), from, from + length);
    }
    default: {
      for (let i = 0; i <= below(3); i++) input[below(input.length)] = below(256);
      return input;
    }
  }
}
