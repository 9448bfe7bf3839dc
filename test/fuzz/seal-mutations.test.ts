/**
 * Tokens, certificates, revocation lists and OCSP responses with a changed structure. None throws
 * anything but a code, or verifies more than its original (in `npm run fuzz` none takes more than
 * 250 ms of processor time either): a passed token states what was signed. One in three is signed again by the authority
 * itself, so that the changes get past the signature. Of those only crashes and time are checked.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parseCertificate, parseCrl, parseOcspResponse, validatePath } from "@svc-proof/verifier-lib/x509";
import { expect, test } from "vitest";
import { isSameBytes } from "../../shared/src/bytes.js";
import { TAG } from "../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";
import { IMPRINT, makeToken, tstInfo } from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  extension,
  generalizedTime,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOW,
  name,
  nameConstraints,
  OCSP_SIGNING,
  policies,
  policyMappings,
  purposes,
  sequence,
  subjectAltNames,
  type TestKey,
  TIME_STAMPING,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { count, endsWithin, MAX_MS, mutations, SEED, tell } from "./extent.js";
import { type DerNode, mutated, readTree, writeTree } from "./mutate-der.js";
import { randomBytes } from "./random-bytes.js";

const COUNT = mutations(3_000);
const TIMEOUT_MS = endsWithin(COUNT);
const MAX_TRIES = 5;

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", {
  issuer: root,
  extensions: [
    nameConstraints([["dns", "example.com"]], [["email", "x.example.com"]]),
    policies("1.2.3", "2.5.29.32.0"),
    policyMappings(["1.2.3", "1.2.4"]),
  ],
});
const unit = await issueUnit(authority, {
  extensions: [
    subjectAltNames(["dns", "tsa.example.com"], ["directory", name({ CN: "Unit" })]),
    policies("1.2.4"),
  ],
});
const responder = await issue({
  subject: name({ CN: "Responder" }),
  issuer: authority,
  extensions: [keyUsage(0), purposes(OCSP_SIGNING)],
});
const leaf = unit.certificate;
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const invalidSince = extension("2.5.29.24", generalizedTime(hours(-1)));

const goodCrl = (await issueCrl(authority)).der;
const badCrl = (
  await issueCrl(authority, {
    revoked: [
      { certificate: root.certificate, at: hours(-9) },
      { certificate: leaf, at: hours(-1), reason: 1, extensions: [invalidSince] },
    ],
    extensions: [extension("2.5.29.28", sequence(Uint8Array.of(0x81, 1, 0xff)), true)],
  })
).der;
const goodOcsp = (
  await issueOcspResponse(authority, leaf, { responder, certificates: [responder.certificate] })
).der;
const badOcsp = (
  await issueOcspResponse(authority, leaf, {
    status: { revokedAt: hours(-1), reason: 1 },
    others: ["good"],
    extensions: [invalidSince],
  })
).der;
const token = await makeToken({
  signer: unit,
  certificates: [leaf.der, authority.certificate.der],
  unsignedAttributes: [sequence(encodeDer(TAG.objectIdentifier, Uint8Array.of(42, 3)), encodeDer(TAG.set))],
});

/** Every kind gets values of every other. */
const POOL: readonly DerNode[] = [token, leaf.der, authority.certificate.der, badCrl, badOcsp].map(readTree);

function numbers(seed: number): (bound: number) => number {
  const next = randomBytes(seed);
  return (bound) => ((next() << 16) | (next() << 8) | next()) % bound;
}

const slow: string[] = [];

/** Judges again if it was slow: garbage collection or the compiler may have interfered. */
async function inTime<Value>(what: string, judge: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    const { user, system } = process.cpuUsage();
    const value = await judge();
    const used = process.cpuUsage({ user, system });
    const ms = (used.user + used.system) / 1000;
    if (ms < MAX_MS) return value;
    if (tries === MAX_TRIES) {
      slow.push(`${what}: ${ms} ms`);
      return value;
    }
  }
}

/** A certificate, list or response (signed part, algorithm, signature), signed again. */
async function signedAgain(tree: DerNode, { sign, algorithm }: TestKey): Promise<Uint8Array> {
  const [tbs, ...rest] = tree.children ?? [];
  if (tbs === undefined) return writeTree(tree);
  const signed = writeTree(tbs);
  const signature = encodeDer(TAG.bitString, Uint8Array.of(0), await sign(signed));
  return sequence(signed, algorithm, signature, ...rest.slice(2).map(writeTree));
}

function codeOf(error: unknown): string {
  if (error instanceof FormatError) return error.code;
  throw error;
}

interface Mutant {
  readonly bytes: Uint8Array;
  readonly isSignedAgain: boolean;
}

/** Makes mutants of each original in turn, and counts the results. */
async function hunt(
  kind: string,
  originals: readonly Uint8Array[],
  key: TestKey | null,
  judge: (mutant: Mutant) => Promise<string>,
): Promise<void> {
  const below = numbers(SEED + kind.length);
  const trees = originals.map(readTree);
  const codes = new Map<string, number>();
  for (let i = 0; i < COUNT; i++) {
    const tree = mutated(trees[i % trees.length]!, POOL, below);
    const isSignedAgain = key !== null && i % 3 === 0;
    const bytes = isSignedAgain ? await signedAgain(tree, key) : writeTree(tree);
    const code = await inTime(`${kind} ${SEED}/${i}`, () => judge({ bytes, isSignedAgain }));
    count(codes, code);
  }
  tell(`mutations of a ${kind}`, codes);
  expect(slow).toEqual([]);
}

test(
  "tokens",
  () =>
    hunt("token", [token], null, async ({ bytes }) => {
      const {
        status,
        code,
        token: read,
      } = await verifyTimestamp({
        token: bytes,
        imprint: { algorithm: "SHA-256", digest: IMPRINT },
        anchors: [root.certificate],
        intermediates: [authority.certificate],
        now: NOW,
      });
      // Changes that anyone can make change nothing in the statement.
      if (status === "passed") expect(isSameBytes(read!.tstInfo.der, tstInfo())).toBe(true);
      return code;
    }),
  TIMEOUT_MS,
);

const asked = { anchors: [root.certificate], time: NOW, purpose: TIME_STAMPING };

test(
  "certificates",
  async () => {
    const originals = [leaf, authority.certificate];
    await hunt(
      "certificate",
      originals.map(({ der }) => der),
      authority.key,
      async ({ bytes, isSignedAgain }) => {
        try {
          const changed = parseCertificate(bytes);
          const results = [
            await validatePath({ ...asked, leaf: changed, intermediates: [authority.certificate] }),
            await validatePath({ ...asked, leaf, intermediates: [changed] }),
          ];
          for (const result of results) {
            if (!result.isValid || isSignedAgain) continue;
            const isOriginal = originals.some(({ tbs }) => isSameBytes(tbs, changed.tbs));
            expect(isOriginal || !result.chain.includes(changed)).toBe(true);
          }
          // The text of a name is computed on access.
          expect(`${changed.subject.text}${changed.subject.attributes.length}`.length).toBeGreaterThan(0);
          return results.map((result) => (result.isValid ? "ok" : result.code)).join(" and ");
        } catch (error) {
          return codeOf(error);
        }
      },
    );
  },
  TIMEOUT_MS,
);

/** The status of the mutants of one kind beside an otherwise valid path. */
async function statusWith(more: object): Promise<string> {
  const result = await validatePath({ ...asked, leaf, intermediates: [authority.certificate], ...more });
  return result.isValid ? result.revocation[0]!.status : result.code;
}

test(
  "revocation lists",
  async () => {
    const { tbs } = parseCrl(goodCrl);
    await hunt("revocation list", [badCrl, goodCrl], authority.key, async ({ bytes, isSignedAgain }) => {
      try {
        const changed = parseCrl(bytes);
        const status = await statusWith({ crls: [changed] });
        if (status === "good" && !isSignedAgain) expect(isSameBytes(changed.tbs, tbs)).toBe(true);
        // Nor does a changed list revoke what a true one states.
        expect(await statusWith({ crls: [changed, parseCrl(badCrl)] })).toBe("revoked");
        return status;
      } catch (error) {
        return codeOf(error);
      }
    });
  },
  TIMEOUT_MS,
);

test(
  "OCSP responses",
  async () => {
    const { tbs } = parseOcspResponse(goodOcsp);
    await hunt("OCSP response", [badOcsp, goodOcsp], authority.key, async ({ bytes, isSignedAgain }) => {
      try {
        const changed = parseOcspResponse(bytes);
        const status = await statusWith({ ocspResponses: [changed] });
        if (status === "good" && !isSignedAgain) expect(isSameBytes(changed.tbs, tbs)).toBe(true);
        const beside = await statusWith({ ocspResponses: [changed], crls: [parseCrl(badCrl)] });
        // A changed response may use up what a path may cost: then nothing is good either.
        expect(["revoked", "path_too_costly"]).toContain(beside);
        return status;
      } catch (error) {
        return codeOf(error);
      }
    });
  },
  TIMEOUT_MS,
);
