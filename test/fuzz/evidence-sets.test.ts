/**
 * Random sets of evidence beside an input, stated with it or found: shuffled, renamed, found twice, and with junk of every kind
 * among what was found. What nobody has signed or mined never changes outcome or claims; order, names and copies never matter.
 * docs/design/threats.md.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { type Attestation, encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, leafHash } from "@svc-proof/shared/text";
import { type Report, type StatedEvidence, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { foundPiece, gatherEvidence } from "@svc-proof/verifier-lib/evidence";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeEvmWitness } from "../../verifier-lib/src/evm/witness.js";
import { anchored, chainSource } from "../../verifier-lib/src/judge/anchored.testing.js";
import { exampleProof } from "../../verifier-lib/src/judge/example.testing.js";
import {
  algorithm,
  integer,
  makeToken,
  NULL,
  octets,
  oid,
  sequence,
} from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { type Draw, drawOf } from "./draw.js";
import { endsWithin, mutations, SEED } from "./extent.js";

/** How many sets, in `npm test` too; `npm run fuzz -- evidence` sets more. */
const SETS = Math.max(1000, mutations(1000));

const GENESIS = parseBlockHeader(
  hexToBytes(
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  ),
);
const CONTENT = GENESIS.merkleRoot;
const text = (value: string) => new TextEncoder().encode(value);
const at = (height: number): Attestation => ({ kind: "bitcoin", height });
const stamp = (digest: Uint8Array, ...attestations: Attestation[]) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: { branches: attestations.map((attestation) => ({ attestation })) },
  });
const pem = (der: Uint8Array) =>
  text(`-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`);

/** Every file of the vectors, whatever is wrong with it. */
const VECTORS = join(import.meta.dirname, "../vectors");
const strange: readonly Uint8Array[] = [
  "opentimestamps/bad",
  "opentimestamps/good",
  "bitcoin-headers/bad",
  "bitcoin-headers/good",
  "evm-witness/bad",
  "evm-witness/good",
  "seals/tokens",
  "seals/crls",
  "seals/ocsp",
  "seals/certificates",
  "given/files",
  "svc-proof-2/bad",
  "asic/bad",
].flatMap((folder) =>
  readdirSync(join(VECTORS, folder)).map((name) => new Uint8Array(readFileSync(join(VECTORS, folder, name)))),
);

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What leads from it to a time, and what says more about it. */
  readonly beside: readonly Uint8Array[];
  readonly options: VerifyOptions;
}

let inputs: readonly Input[];
/** Signed or mined by those who are trusted here: it may decide. */
let trueFiles: readonly Uint8Array[];
let junk: readonly Uint8Array[];

beforeAll(async () => {
  const root = await issueAuthority("Root");
  const authority = await issueAuthority("Authority", { issuer: root });
  const unit = await issueUnit(authority);
  const other = await issueAuthority("Authority", { issuer: await issueAuthority("Root") });
  const imprint = sequence(algorithm("2.16.840.1.101.3.4.2.1", NULL), octets(CONTENT));
  const info = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  const seal = await makeToken({ signer: unit, content: info });
  const forged = await makeToken({ signer: await issueUnit(other), content: info });
  const der = async (issuer: Issued, more = {}) => (await issueCrl(issuer, more)).der;
  const revoked = { revoked: [{ certificate: unit.certificate, at: NOW, reason: 1 }] };
  const world = anchored({ transactions: 3, index: 1 });
  const invented = anchored({ transactions: 1, index: 0, extraData: "invented" });
  const elsewhere = anchored({ transactions: 1, index: 0, value: 1, extraData: "invented" });
  const witnessOf = ({ witness }: Pick<typeof world, "witness">) => text(encodeEvmWitness(witness));
  const sealsBy: VerifyOptions = {
    trustList: null,
    evidence: [{ kind: "trust", content: pem(root.certificate.der) }],
  };

  const example = exampleProof();
  const hash = bytesToHex(CONTENT);
  const value = bytesToHex(leafHash(example.proof_id, hash));
  const proof = text(
    encodePortableProof({
      ...example,
      content: { ...example.content, hash },
      leaf: { ...example.leaf, value },
      merkle: { index: 0, path: [], root: value },
      anchors: [{ ...example.anchors[0]!, payload: anchorPayload(value) }],
    }),
  );
  const header = text(HEADER);
  const stamped = STAMPED;
  const ofSeal = [
    pem(authority.certificate.der),
    await der(root),
    await der(authority),
    (await issueOcspResponse(authority, unit.certificate)).der,
  ];
  const all = [header, stamped, seal, ...ofSeal];
  inputs = [
    { name: "a proof", bytes: proof, beside: all, options: sealsBy },
    { name: "a timestamp", bytes: stamped, beside: all, options: sealsBy },
    {
      name: "a timestamp that waits",
      bytes: stamp(CONTENT, { kind: "pending", uri: "https://a.example" }),
      beside: all,
      options: sealsBy,
    },
    { name: "a seal", bytes: seal, beside: all, options: sealsBy },
    {
      name: "an anchored proof",
      bytes: text(encodePortableProof(world.proof)),
      beside: [witnessOf(world), header],
      options: { ...sealsBy, sources: [chainSource(world)] },
    },
    {
      name: "an anchored proof, offline",
      bytes: text(encodePortableProof(world.proof)),
      beside: [witnessOf(world)],
      options: sealsBy,
    },
    {
      name: "a witness",
      bytes: witnessOf(world),
      beside: [header],
      options: { sources: [chainSource(world)] },
    },
  ];
  trueFiles = [...all, witnessOf(world)];
  const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
  junk = [
    ...strange,
    witnessOf(invented),
    witnessOf(elsewhere),
    stamp(CONTENT, at(1), at(700_000)),
    stamp(CONTENT, ...Array.from({ length: 80 }, (_, i) => at(1 + i))),
    stamp(sha256(seal), at(0), at(5)),
    stamp(sha256(world.witness.header), at(0)),
    text(`1 ${bytesToHex(GENESIS.bytes)}\n700000 ${bytesToHex(GENESIS.bytes)}\n`),
    forged,
    pem(other.certificate.der),
    await der(other),
    await der(other, revoked),
    (await issueOcspResponse(other, unit.certificate, { status: { revokedAt: NOW, reason: 1 } })).der,
    text("a photograph"),
  ];
  const isJunk = await Promise.all(junk.map(async (file) => !(await isMined(file))));
  junk = junk.filter((_, i) => isJunk[i]);
}, 120_000);

const HEADER = `0 ${bytesToHex(GENESIS.bytes)}\n`;
const STAMPED = stamp(CONTENT, at(0));

/** Whether a file holds the header of the first block, leads to it, or adds work to it: that is mined, in whatever spelling. */
async function isMined(file: Uint8Array): Promise<boolean> {
  const headers = { kind: "headers", content: HEADER } as const;
  const [alone, byHeader, withHeader] = await Promise.all([
    verify(STAMPED, { now: NOW, found: await gatherEvidence([file]) }),
    verify(file, { now: NOW, evidence: [headers], trustList: null }),
    // One that asks for the headers of the blocks after it.
    verify(STAMPED, {
      now: NOW,
      evidence: [headers],
      found: await gatherEvidence([file, stamp(CONTENT, at(1))]),
    }),
  ]);
  const isHeavier = withHeader.claims.some(
    ({ source }) => source.type === "bitcoin-block" && source.work_bits > GENESIS_WORK_BITS,
  );
  return isHeavier || [alone, byHeader].some(({ outcome }) => outcome === "verified");
}

const GENESIS_WORK_BITS = 32;

/** Whether a file is a seal of those who are trusted here: a change of what nobody signs leaves it one. */
async function isSealed(file: Uint8Array): Promise<boolean> {
  const { options, beside } = inputs.find(({ name }) => name === "a seal")!;
  const report = await verify(file, { ...options, now: NOW, found: await gatherEvidence(beside) });
  return report.checks.some(({ id, status }) => id === "seal" && status === "passed");
}

const shuffled = <Item>(items: readonly Item[], draw: Draw): Item[] => {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = draw.below(i + 1);
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
};
const some = <Item>(items: readonly Item[], draw: Draw) => items.filter(() => draw.below(2) === 0);

/** What is between the armour of PEM; null for other files. Its text can be spelt in many ways. */
const armoured = (file: Uint8Array) => {
  const body = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/.exec(
    Buffer.from(file).toString("latin1"),
  )?.[1];
  return body === undefined ? null : Buffer.from(body, "base64").toString("hex");
};

/** A true file with a byte changed, or cut: nobody signed or mined it. */
async function spoilt(draw: Draw): Promise<Uint8Array> {
  const file = draw.pick(trueFiles);
  const where = draw.below(file.length);
  const changed =
    draw.below(4) === 0 ? file.slice(0, where) : file.with(where, file[where]! ^ (1 + draw.below(255)));
  const isRespelt = armoured(changed) !== null && armoured(changed) === armoured(file);
  return isRespelt || (await isMined(changed)) || (await isSealed(changed)) ? spoilt(draw) : changed;
}

const answer = ({ outcome, claims }: Report) => ({
  outcome,
  claims: claims.map((claim) => JSON.stringify(claim)).sort(),
});

async function ask(
  input: Input,
  stated: readonly StatedEvidence[],
  found: readonly Uint8Array[],
): Promise<ReturnType<typeof answer>> {
  const evidence = [...(input.options.evidence ?? []), ...stated];
  const options = { ...input.options, evidence, now: NOW, found: await gatherEvidence(found) };
  return answer(await verify(input.bytes, options));
}

/** As what it is, under any name. */
const statedAs = (content: Uint8Array, name: string): StatedEvidence => ({
  kind: foundPiece(content)!.kind,
  content,
  name,
});

describe("a set of evidence beside an input", () => {
  test(
    "gives the same outcome and claims in any order, twice, and with junk",
    async () => {
      const outcomes = new Map<string, number>();
      for (let set = 0; set < SETS; set++) {
        const draw = drawOf(SEED + set);
        const input = draw.pick(inputs);
        const beside = some(input.beside, draw);
        const stated = some(input.beside, draw);
        const states = (files: readonly Uint8Array[]) =>
          files.map((file, i) => statedAs(file, `${set} ${i}`));
        const expected = await ask(input, states(stated), beside);
        const added = [
          ...some([...beside, ...stated], draw),
          ...Array.from({ length: draw.below(12) }, () => draw.pick(junk)),
        ];
        for (let i = draw.below(4); i > 0; i--) added.push(await spoilt(draw));
        const all = shuffled([...beside, ...added], draw);
        const restated = shuffled(stated, draw);
        const got = await ask(input, states(restated), all);
        if (JSON.stringify(got) !== JSON.stringify(expected)) {
          const base64 = (files: readonly Uint8Array[]) =>
            files.map((bytes) => Buffer.from(bytes).toString("base64"));
          const sets = { expected, got, stated: base64(restated), found: base64(all) };
          expect.fail(`set ${set}, ${input.name}: ${JSON.stringify(sets)}`.slice(0, 20_000));
        }
        const key = `${input.name} ${expected.outcome}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
      }
      // Otherwise the sets would show nothing.
      for (const name of ["a proof", "a timestamp", "a timestamp that waits", "a seal"]) {
        expect([...outcomes.keys()]).toEqual(
          expect.arrayContaining([`${name} verified`, `${name} indeterminate`]),
        );
      }
    },
    endsWithin(SETS * 10),
  );
});
