/**
 * The most expensive timestamps for their size, by kind: each is built from a few numbers, so that
 * a search can vary them. Whatever a hostile authority could sign is really signed.
 */
import { contextConstructed, TAG } from "../../verifier-lib/src/asn1/der.js";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";
import { makeToken } from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  basicConstraints,
  extension,
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOW,
  name,
  nameConstraints,
  newEcKey,
  OCSP_SIGNING,
  oid,
  policies,
  policyMappings,
  purposes,
  sequence,
  subjectAltNames,
  type TestName,
} from "../../verifier-lib/src/x509/authority.testing.js";

export interface WorstInput {
  readonly token: Uint8Array;
  readonly anchors: readonly Uint8Array[];
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

/** A number from 0 to 1 for each dimension. */
export type Point = readonly number[];

export interface WorstKind {
  readonly name: string;
  readonly dimensions: number;
  build(point: Point): Promise<WorstInput>;
}

const MAX_INPUT_BYTES = 67_108_864;
const bits = (bytes: Uint8Array) => encodeDer(TAG.bitString, Uint8Array.of(0), bytes);
const utf8 = (text: string) => encodeDer(TAG.utf8String, new TextEncoder().encode(text));
const between = (part: number, low: number, high: number) => Math.round(low + part * (high - low));
/** On a logarithmic scale. */
const decades = (part: number, low: number, high: number) => Math.round(low * (high / low) ** part);
const pick = <Item>(part: number, items: readonly Item[]) =>
  items[Math.min(items.length - 1, Math.floor(part * items.length))]!;

const root = await issueAuthority("Root");
/** Below the root, and controlled by the attacker. */
const hostile = await issueAuthority("Hostile", { issuer: root });
const unit = await issueUnit(hostile);
const ecKey = await newEcKey();

async function input(given: Partial<WorstInput>, signer: Issued = unit): Promise<WorstInput> {
  return {
    token: await makeToken({ signer }),
    anchors: [root.certificate.der],
    certificates: [hostile.certificate.der],
    crls: [],
    ocspResponses: [],
    ...given,
  };
}

interface RawCertificate {
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly spki: Uint8Array;
  readonly serialNumber: number;
  readonly extensions: readonly Uint8Array[];
}

/** With an invalid signature. */
function raw({ issuer, subject, spki, serialNumber, extensions }: RawCertificate): Uint8Array {
  const number = Uint8Array.of(0x40, serialNumber >> 16, (serialNumber >> 8) & 0xff, serialNumber & 0xff);
  const validity = sequence(generalizedTime(new Date("2026-01-01T00:00:00Z")), generalizedTime(NOT_AFTER));
  const tbs = sequence(
    encodeDer(contextConstructed(0), encodeDer(TAG.integer, Uint8Array.of(2))),
    encodeDer(TAG.integer, number),
    ecKey.algorithm,
    issuer,
    validity,
    subject,
    spki,
    encodeDer(contextConstructed(3), sequence(...extensions)),
  );
  const signature = sequence(
    encodeDer(TAG.integer, new Uint8Array(32).fill(0x11)),
    encodeDer(TAG.integer, new Uint8Array(32).fill(0x12)),
  );
  return sequence(tbs, ecKey.algorithm, bits(signature));
}

/** An exponent of 64 bits, all of them set. */
function rsaSpki(length: number): Uint8Array {
  const modulus = new Uint8Array(length / 8 + 1).fill(0xa5);
  modulus[0] = 0;
  modulus[1] = 0xff;
  const exponent = Uint8Array.of(0, ...new Uint8Array(8).fill(0xff));
  const key = sequence(encodeDer(TAG.integer, modulus), encodeDer(TAG.integer, exponent));
  return sequence(sequence(oid("1.2.840.113549.1.1.1"), encodeDer(TAG.null)), bits(key));
}

const keyIdentifiers = (subject: number, issuer: number) => [
  extension("2.5.29.14", encodeDer(TAG.octetString, new Uint8Array(20).fill(subject))),
  extension("2.5.29.35", sequence(encodeDer(0x80, new Uint8Array(20).fill(issuer)))),
];

/** Strings that are slow to check, to fold or to compare. */
const STRINGS = [
  (length: number) => "a".repeat(length),
  (length: number) => "\u{fdfa}".repeat(length / 3),
  (length: number) => "\u0344".repeat(length / 2),
  (length: number) => `a${"\u{1d165}".repeat(length / 8)}${"\u0327".repeat(length / 4)}`,
  (length: number) => `a${"\u0301".repeat(length / 4)}${"\u0327".repeat(length / 4)}`,
  (length: number) => "\u0001".repeat(length),
  (length: number) => `a${"\u0301\u0327".repeat(14)}`.repeat(length / 57),
  (length: number) => " \t".repeat(length / 2),
  (length: number) => "가".repeat(length / 3),
];

function longName(attributes: number, length: number, string: (length: number) => string): Uint8Array {
  const value = utf8(string(length));
  const one = encodeDer(TAG.set, sequence(oid("2.5.4.3"), value));
  return sequence(...Array.from({ length: attributes }, () => one));
}

const fitted = (one: Uint8Array, count: number) =>
  Math.max(1, Math.min(count, Math.floor(MAX_INPUT_BYTES / one.length)));

/** An authority issued by the hostile one. */
const subAuthority = (label: string, issuer: Issued, extensions: readonly Uint8Array[] = []) =>
  issueAuthority(label, { issuer, key: ecKey, extensions: [...extensions] });

export const WORST_KINDS: readonly WorstKind[] = [
  {
    name: "look-alikes of the issuer",
    dimensions: 5,
    async build([count, keys, extensions, identifiers, names]) {
      const spki = pick(keys!, [ecKey.spki, rsaSpki(8192), rsaSpki(4096), hostile.certificate.spki.der]);
      const extra = Array.from({ length: decades(extensions!, 1, 3_000) }, (_, i) =>
        extension(`1.3.${i}`, encodeDer(TAG.null)),
      );
      const subject = names! < 0.8 ? hostile.certificate.subject.der : name({ CN: "Somebody" });
      const make = (serialNumber: number) =>
        raw({
          issuer: root.certificate.subject.der,
          subject,
          spki,
          serialNumber,
          extensions: [
            ...keyIdentifiers(identifiers! < 0.5 ? 1 : serialNumber, 2),
            basicConstraints(),
            keyUsage(5, 6),
            ...extra,
          ],
        });
      const length = fitted(make(0), decades(count!, 100, 100_000));
      return input({ certificates: Array.from({ length }, (_, i) => make(i)) });
    },
  },
  {
    name: "long names",
    dimensions: 4,
    async build([count, attributes, length, string]) {
      const bytes = decades(length!, 1, 40_000);
      const subject = longName(
        Math.max(1, Math.min(decades(attributes!, 1, 4_000), Math.floor(50_000 / (bytes + 12)))),
        bytes,
        pick(string!, STRINGS),
      );
      const make = (serialNumber: number) =>
        raw({
          issuer: root.certificate.subject.der,
          subject,
          spki: ecKey.spki,
          serialNumber,
          extensions: keyIdentifiers(1, 2),
        });
      const total = fitted(make(0), decades(count!, 10, 100_000));
      return input({ certificates: Array.from({ length: total }, (_, i) => make(i)) });
    },
  },
  {
    name: "certificates with many values",
    dimensions: 3,
    async build([count, kind, values]) {
      const total = decades(values!, 10, 5_000);
      const list = (of: (i: number) => Uint8Array) =>
        sequence(...Array.from({ length: total }, (_, i) => of(i)));
      const mail = new TextEncoder().encode("a@b");
      const added = pick(kind!, [
        () =>
          extension(
            "2.5.29.17",
            list(() => encodeDer(0x81, mail)),
          ),
        () =>
          extension(
            "2.5.29.32",
            list((i) => sequence(oid(`1.2.${i}`))),
          ),
        () =>
          extension(
            "2.5.29.33",
            list((i) => sequence(oid("1.2.3"), oid(`1.2.${i}`))),
          ),
        () =>
          extension(
            "2.5.29.37",
            list((i) => oid(`1.2.${i}`)),
          ),
        () =>
          extension(
            "2.5.29.30",
            sequence(
              encodeDer(0xa0, ...Array.from({ length: total }, () => sequence(encodeDer(0x82, mail)))),
            ),
          ),
        () =>
          extension(
            "2.5.29.31",
            list(() => sequence(encodeDer(0xa0, encodeDer(0xa0, encodeDer(0x86, mail))))),
          ),
        () =>
          extension(
            "1.3.6.1.5.5.7.1.3",
            list((i) => sequence(oid(`1.2.${i}`))),
          ),
        () =>
          extension(
            "2.5.29.35",
            sequence(encodeDer(0xa1, ...Array.from({ length: total }, () => encodeDer(0x82, mail)))),
          ),
      ])();
      const make = (serialNumber: number) =>
        raw({
          issuer: root.certificate.subject.der,
          subject: hostile.certificate.subject.der,
          spki: ecKey.spki,
          serialNumber,
          extensions: [added],
        });
      const length = fitted(make(0), decades(count!, 10, 20_000));
      return input({
        certificates: make(0).length > 65_536 ? [] : Array.from({ length }, (_, i) => make(i)),
      });
    },
  },
  {
    name: "name constraints of a hostile authority",
    dimensions: 5,
    async build([constraints, names, kind, depth, crossed]) {
      const count = decades(constraints!, 4, 650);
      const host = (i: number) => `${"a.".repeat(30)}${i.toString(36)}.example`;
      const nameOf: (i: number) => TestName = pick(kind!, [
        (i: number) => ["dns", host(i)] as const,
        (i: number) => ["email", `a@${host(i)}`] as const,
        (i: number) => ["uri", `http://${host(i)}/`] as const,
        (i: number) => ["directory", name({ CN: `${i}`, O: "x" })] as const,
      ]);
      const treeOf = (i: number): TestName =>
        nameOf(0)[0] === "uri" ? ["email", `x${host(i)}`] : nameOf(i + 100_000);
      const excluded = Array.from({ length: count }, (_, i) => treeOf(i));
      const alternative = Array.from({ length: decades(names!, 4, 650) }, (_, i) => nameOf(i));
      // Several paths: each of two levels has several certificates for the same key.
      const levels = between(depth!, 1, 12);
      const ways = between(crossed!, 1, 4);
      const certificates: Uint8Array[] = [];
      let below = hostile;
      for (let level = 0; level < levels; level++) {
        let next = below;
        for (let way = 0; way < ways; way++) {
          next = await issueAuthority(`Level ${level}`, {
            issuer: below,
            ...(way === 0 ? {} : { key: next.key }),
            extensions: [nameConstraints([], excluded)],
          });
          certificates.push(next.certificate.der);
        }
        below = next;
      }
      const leaf = await issueUnit(below, { extensions: [subjectAltNames(...alternative)] });
      return input({ certificates: [hostile.certificate.der, ...certificates] }, leaf);
    },
  },
  {
    name: "policies mapped",
    dimensions: 4,
    async build([width, mapped, depth, crossed]) {
      const count = decades(width!, 4, 512);
      const targets = decades(mapped!, 1, 3_000);
      const certificates: Uint8Array[] = [];
      let below = hostile;
      for (let level = 0; level < between(depth!, 1, 14); level++) {
        const pairs = Array.from(
          { length: Math.min(targets, 2_000) },
          (_, i) => [`1.2.${i % count}`, `1.2.${(i * 7 + (i % count)) % count}`] as const,
        );
        let next = below;
        for (let way = 0; way < between(crossed!, 1, 4); way++) {
          next = await issueAuthority(`Level ${level}`, {
            issuer: below,
            ...(way === 0 ? {} : { key: next.key }),
            extensions: [
              policies(...Array.from({ length: count }, (_, i) => `1.2.${i}`), "2.5.29.32.0"),
              policyMappings(...pairs),
            ],
          });
          certificates.push(next.certificate.der);
        }
        below = next;
      }
      const leaf = await issueUnit(below, {
        extensions: [policies("1.2.1"), extension("1.2.3.4", encodeDer(TAG.null), true)],
      });
      return input({ certificates: [hostile.certificate.der, ...certificates] }, leaf);
    },
  },
  {
    name: "long lists",
    dimensions: 4,
    async build([lists, entries, kind, own]) {
      const serial = own! < 0.5 ? unit.certificate.serialNumber : Uint8Array.of(1);
      const time = encodeDer(TAG.utcTime, new TextEncoder().encode("270101000000Z"));
      const entry = pick(kind!, [
        sequence(encodeDer(TAG.integer, serial), time),
        sequence(
          encodeDer(TAG.integer, serial),
          time,
          sequence(extension("2.5.29.21", encodeDer(TAG.enumerated, Uint8Array.of(4)))),
        ),
        sequence(
          encodeDer(TAG.integer, serial),
          time,
          sequence(extension("2.5.29.24", generalizedTime(NOW))),
        ),
        sequence(
          encodeDer(TAG.integer, serial),
          time,
          sequence(extension("2.5.29.29", sequence(encodeDer(0x82)))),
        ),
        sequence(
          encodeDer(TAG.integer, serial),
          time,
          sequence(extension("2.5.29.29", sequence(encodeDer(0xa4, hostile.certificate.subject.der)), true)),
        ),
        sequence(encodeDer(TAG.integer, new Uint8Array(20).fill(0x55)), time),
        encodeDer(TAG.sequence),
      ]);
      const count = Math.floor(decades(entries!, 100, 8_380_000) / entry.length);
      const lengthBytes = entry.length * count;
      const all = new Uint8Array(lengthBytes);
      for (let i = 0; i < count; i++) all.set(entry, i * entry.length);
      const made: Uint8Array[] = [];
      const length = Math.max(
        1,
        Math.min(decades(lists!, 1, 2_000), Math.floor(MAX_INPUT_BYTES / (lengthBytes + 200))),
      );
      for (let i = 0; i < length; i++) {
        const tbs = sequence(
          encodeDer(TAG.integer, Uint8Array.of(1)),
          ecKey.algorithm,
          hostile.certificate.subject.der,
          generalizedTime(NOW),
          generalizedTime(NOT_AFTER),
          encodeDer(TAG.sequence, all),
          encodeDer(
            contextConstructed(0),
            sequence(extension("2.5.29.20", encodeDer(TAG.integer, Uint8Array.of(0x40, i >> 8, i & 0xff)))),
          ),
        );
        // The first are signed; the others have a false signature.
        const signature = i < 8 ? await hostile.key.sign(tbs) : new Uint8Array(8);
        made.push(sequence(tbs, ecKey.algorithm, bits(signature)));
      }
      return input({ crls: made });
    },
  },
  {
    name: "many small lists",
    dimensions: 2,
    async build([count, named]) {
      const issuer = named! < 0.5 ? hostile.certificate.subject.der : name({ CN: "x" });
      const list = (await issueCrl(hostile, { issuerName: issuer })).der;
      return input({
        crls: Array.from({ length: fitted(list, decades(count!, 1_000, 400_000)) }, () => list),
      });
    },
  },
  {
    name: "OCSP responses",
    dimensions: 4,
    async build([count, answers, delegates, about]) {
      const delegate = await issueUnit(hostile, {
        subject: name({ CN: "Responder" }),
        extensions: [],
      });
      const proper = raw({
        issuer: hostile.certificate.subject.der,
        subject: name({ CN: "Responder" }),
        spki: ecKey.spki,
        serialNumber: 5,
        extensions: [...keyIdentifiers(1, 2), keyUsage(0), purposes(OCSP_SIGNING)],
      });
      const { parseCertificate } = await import("@svc-proof/verifier-lib/x509");
      const certificates = Array.from({ length: decades(delegates!, 1, 200) }, (_, i) =>
        parseCertificate(proper.map((byte, at) => (at === proper.length - 1 ? i & 0x7f : byte))),
      );
      const response = await issueOcspResponse(hostile, about! < 0.7 ? unit.certificate : root.certificate, {
        responder: delegate,
        certificates,
        others: Array.from({ length: decades(answers!, 1, 500) }, () => "good" as const),
      });
      const whole = sequence(
        encodeDer(TAG.enumerated, Uint8Array.of(0)),
        encodeDer(
          contextConstructed(0),
          sequence(oid("1.3.6.1.5.5.7.48.1.1"), encodeDer(TAG.octetString, response.der)),
        ),
      );
      return input({
        ocspResponses: Array.from({ length: fitted(whole, decades(count!, 10, 200_000)) }, () => whole),
      });
    },
  },
  {
    name: "ways through authorities of one name",
    dimensions: 3,
    async build([authorities, crossed, revoked]) {
      const count = between(authorities!, 2, 11);
      const made: Issued[] = [];
      for (let i = 0; i < count; i++)
        made.push(await subAuthority(`Ring ${i % between(crossed!, 1, count)}`, hostile));
      const certificates: Uint8Array[] = made.map(({ certificate }) => certificate.der);
      for (const a of made) {
        for (const b of made) {
          const { certificate } = await issueAuthority("", {
            subject: a.certificate.subject.der,
            key: a.key,
            issuer: b,
          });
          certificates.push(certificate.der);
        }
      }
      const leaf = await issueUnit(made[0]!, {
        extensions: [extension("1.2.3.4", encodeDer(TAG.null), true)],
      });
      const list = await issueCrl(made[0]!, {});
      return input(
        {
          certificates: [hostile.certificate.der, ...certificates],
          crls: revoked! < 0.5 ? [] : Array.from({ length: 5_000 }, () => list.der),
        },
        leaf,
      );
    },
  },
];
