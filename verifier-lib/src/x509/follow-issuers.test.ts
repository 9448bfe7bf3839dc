import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import { type Issued, issue, issueAuthority, issueUnit, name, newRsaKey } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { followIssuers } from "./follow-issuers.js";
import { MAX_PATH_CERTIFICATES, MAX_SEARCH_SIGNATURES } from "./limits.js";
import { parseCertificate } from "./parse-certificate.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);
const stranger = await issueAuthority("Stranger");

const namesOf = async (leaf: Issued, issuers: readonly Certificate[], work = new Work()) =>
  (await followIssuers(leaf.certificate, issuers, work)).map(({ subject }) => subject.text.slice(3, -5));
const all = [root, stranger, authority, unit].map(({ certificate }) => certificate);

/** Authorities of the same name, each with another key, which is on no curve. */
function lookAlikes({ certificate }: Issued, count: number): Certificate[] {
  const { der, spki } = certificate;
  const end = Buffer.from(der).indexOf(spki.der) + spki.der.length;
  return Array.from({ length: count }, (_, i) => {
    const copy = der.slice();
    copy.set([copy[end - 4]! ^ 0x55, copy[end - 3]! ^ 0xaa, i >> 8, i & 0xff], end - 4);
    return parseCertificate(copy);
  });
}

describe("the issuers of a certificate", () => {
  test("are followed as far as those at hand go", async () => {
    expect(await namesOf(unit, all)).toEqual(["Unit", "Authority", "Root"]);
    expect(await namesOf(unit, all.slice(2))).toEqual(["Unit", "Authority"]);
    expect(await namesOf(unit, all.slice(0, 2))).toEqual(["Unit"]);
    expect(await namesOf(unit, [])).toEqual(["Unit"]);
    expect(await followIssuers(unit.certificate, all, new Work())).toEqual([
      unit.certificate,
      authority.certificate,
      root.certificate,
    ]);
  });

  test("end with one that is its own", async () => {
    expect(await namesOf(root, all)).toEqual(["Root"]);
  });

  test("made the signature: another one of the same name did not", async () => {
    const impostor = await issueAuthority("Authority");
    expect(await namesOf(unit, [impostor.certificate])).toEqual(["Unit"]);
    expect(await namesOf(unit, [impostor.certificate, ...all])).toEqual(["Unit", "Authority", "Root"]);
  });

  test("may have a short key and sign with SHA-1", async () => {
    const old = await issueAuthority("Old", { key: await newRsaKey(1024, "SHA-1") });
    expect(await namesOf(await issueUnit(old), [old.certificate])).toEqual(["Unit", "Old"]);
  });

  test("that certify each other end", async () => {
    const [a, b] = [await issueAuthority("A"), await issueAuthority("B")];
    const under = (subject: Issued, issuer: Issued) =>
      issue({ subject: subject.certificate.subject.der, key: subject.key, issuer });
    const [ab, ba] = [await under(a, b), await under(b, a)];
    const leaf = await issueUnit(a);
    expect(await namesOf(leaf, [ab.certificate, ba.certificate])).toEqual(["Unit", "A", "B"]);
  });

  test("are forty with the leaf at most", async () => {
    const chain = [await issueAuthority("Level 0")];
    while (chain.length < MAX_PATH_CERTIFICATES + 1) {
      chain.unshift(
        await issue({ subject: name({ C: "XX", CN: `Level ${chain.length}` }), issuer: chain[0]! }),
      );
    }
    const certificates = chain.map(({ certificate }) => certificate);
    expect(await namesOf(chain[0]!, certificates)).toHaveLength(MAX_PATH_CERTIFICATES);
    expect(await namesOf(chain[2]!, certificates)).toHaveLength(MAX_PATH_CERTIFICATES - 1);
  });

  test("are known up to the one that has too many look-alikes", async () => {
    const many = lookAlikes(root, MAX_SEARCH_SIGNATURES + 1);
    expect(await namesOf(unit, [authority.certificate, ...many])).toEqual(["Unit", "Authority"]);
    expect(await namesOf(unit, lookAlikes(authority, MAX_SEARCH_SIGNATURES + 1))).toEqual(["Unit"]);
    expect(await namesOf(unit, [...lookAlikes(authority, 100), ...all])).toEqual([
      "Unit",
      "Authority",
      "Root",
    ]);
  });
});

test("an exhausted budget and an abort are no end of a chain", async () => {
  const whole = new Work();
  const { left } = whole;
  await followIssuers(unit.certificate, all, whole);
  const units = left - whole.left;
  expect(await namesOf(unit, all, new Work({ units }))).toHaveLength(3);
  await expect(namesOf(unit, all, new Work({ units: units - 1 }))).rejects.toMatchObject({
    code: "work_limit_exceeded",
  });
  class Aborted extends Work {
    #turns = 0;
    override async pause() {
      if (++this.#turns > all.length) throw new Error("enough");
    }
  }
  await expect(namesOf(unit, all, new Aborted())).rejects.toThrow("enough");
});
