/** Expensive input spends from the budget, and an exhausted budget gives an error code: no hang and no bypass. */

import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { codeOf, spentBy } from "../asn1/der.testing.js";
import { Work } from "../work/work.js";
import {
  extension,
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
  nameConstraints,
  newEcKey,
  policies,
  policyMappings,
  subjectAltNames,
  type TestName,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { parseCrl, parseCrlPausing } from "./crl.js";
import { parseOcspResponse } from "./ocsp.js";
import { parseCertificate } from "./parse-certificate.js";
import { validatePath } from "./path-search.js";
import type { PathParameters } from "./path-types.js";
import { parsePemCertificates, parsePemCertificatesPausing } from "./pem.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);

const asked = (more: Partial<PathParameters> = {}): PathParameters => ({
  leaf: unit.certificate,
  intermediates: [authority.certificate],
  anchors: [root.certificate],
  time: NOW,
  purpose: TIME_STAMPING,
  ...more,
});

/** Units spent by a validation. */
async function unitsOf(more: Partial<PathParameters>): Promise<{ units: number; code: string }> {
  let code = "";
  const units = await spentBy(async (work) => {
    const result = await validatePath(asked({ ...more, work }));
    code = result.isValid ? "ok" : result.code;
  });
  return { units, code };
}

const pemOf = ({ certificate: { der } }: Issued) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** Certificates with different serial numbers and invalid signatures. */
function lookAlikes({ der }: Certificate, serialNumber: Uint8Array, count: number): Certificate[] {
  const at = Buffer.from(der).indexOf(serialNumber);
  return Array.from({ length: count }, (_, i) => {
    const copy = der.slice();
    copy.set(Uint8Array.of(0x30 + (i >> 8), i & 0xff), at);
    return parseCertificate(copy);
  });
}

describe("a budget", () => {
  test("suffices to the last unit, and one unit less does not", async () => {
    const { units, code } = await unitsOf({});
    expect(code).toBe("ok");
    expect(await validatePath(asked({ work: new Work({ units }) }))).toMatchObject({ isValid: true });
    const short = await validatePath(asked({ work: new Work({ units: units - 1 }) }));
    expect(short).toMatchObject({ isValid: false, code: "work_limit_exceeded" });
  });

  test("is spent by reading a certificate, a list, a response or a bundle, and stops it", async () => {
    const crl = await issueCrl(authority, { revoked: [{ certificate: unit.certificate, at: NOW }] });
    const response = await issueOcspResponse(authority, unit.certificate);
    for (const read of [
      (work: WorkBudget) => parseCertificate(unit.certificate.der, { work }),
      (work: WorkBudget) => parseCrl(crl.der, { work }),
      (work: WorkBudget) => parseOcspResponse(response.der, { work }),
      (work: WorkBudget) => parsePemCertificates(pemOf(unit), { work }),
    ]) {
      const units = await spentBy(read);
      expect(units).toBeGreaterThan(0);
      read(new WorkBudget(units));
      expect(codeOf(() => read(new WorkBudget(units - 1)))).toBe("work_limit_exceeded");
    }
  });

  test("that is aborted throws the abort reason", async () => {
    const stop = AbortSignal.abort(new Error("enough"));
    await expect(validatePath(asked({ work: new Work({ signal: stop }) }))).rejects.toThrow("enough");
  });
});

describe("an abort while", () => {
  /** Aborts at the first turn of the event loop. */
  const abortSoon = () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")));
    return new Work({ signal: stop.signal });
  };

  test("a long list is read stops the reading", async () => {
    const invalidSince = extension("2.5.29.24", generalizedTime(NOW));
    const entry = { certificate: unit.certificate, at: NOW, extensions: [invalidSince] };
    const { der } = await issueCrl(authority, { revoked: Array.from({ length: 40_000 }, () => entry) });
    const work = abortSoon();
    await expect(parseCrlPausing(der, { work })).rejects.toThrow("enough");
    // It had not read to the end.
    expect(work.left).toBeGreaterThan(new Work().left / 2);
    const all = await parseCrlPausing(der, { work: new Work({ units: 100_000_000 }) });
    expect(all.revoked.find(unit.certificate.serialNumberHex).length).toBe(40_000);
  });

  test("a long bundle is read stops the reading", async () => {
    const pem = pemOf(unit).repeat(1_024);
    const work = abortSoon();
    await expect(parsePemCertificatesPausing(pem, { work })).rejects.toThrow("enough");
    expect((await parsePemCertificatesPausing(pem, { work: new Work() })).length).toBe(1_024);
  });
});

type Made = (count: number) => Promise<Partial<PathParameters>>;
const byLookAlikes: Made = async (count) => {
  const { certificate } = authority;
  const all = lookAlikes(certificate, certificate.serialNumber, count);
  return { intermediates: [...all, certificate] };
};
const byNames: Made = async (count) => {
  const hosts = (label: string) =>
    Array.from({ length: count }, (_, i): TestName => ["dns", `${label}${i}.example`]);
  const extensions = [nameConstraints([], hosts("x"))];
  const bounding = await issueAuthority("Bounding", { issuer: root, extensions });
  const leaf = await issueUnit(bounding, { extensions: [subjectAltNames(...hosts("y"))] });
  return { leaf: leaf.certificate, intermediates: [bounding.certificate] };
};
const byPolicies: Made = async (count) => {
  const ids = Array.from({ length: count }, (_, i) => `1.2.${i}`);
  const pairs = ids.flatMap((id, i) => [0, 1, 2, 3].map((step) => [id, ids[(i + step) % count]!] as const));
  const extensions = [policies(...ids), policyMappings(...pairs)];
  const upper = await issueAuthority("Upper", { issuer: root, extensions });
  const lower = await issueAuthority("Lower", { issuer: upper, extensions });
  const leaf = await issueUnit(lower, { extensions: [policies(...ids)] });
  return { leaf: leaf.certificate, intermediates: [upper.certificate, lower.certificate] };
};
const byAnswers: Made = async (count) => {
  const others = new Array<"good">(count).fill("good");
  return { ocspResponses: [await issueOcspResponse(authority, unit.certificate, { others })] };
};

describe("cost", () => {
  // The second is what signatures cost, whatever the number.
  test.each<[string, number, number, Made]>([
    ["look-alikes of the issuer", 0, 100, byLookAlikes],
    ["names under constraints", 8_000, 100, byNames],
    ["policies and their mappings", 8_000, 60, byPolicies],
    ["answers about one certificate in one response", 12_000, 100, byAnswers],
  ])("grows linearly with the number of %s", async (_, fixed, count, make) => {
    const [small, large] = [await unitsOf(await make(count)), await unitsOf(await make(4 * count))];
    expect([small.code, large.code]).toEqual(["ok", "ok"]);
    // Four times the input may cost about five times as much, not sixteen.
    expect(large.units - fixed).toBeLessThan(6 * (small.units - fixed));
  });

  test("ends the search for the issuer among a thousand look-alikes: one signature each", async () => {
    expect((await unitsOf(await byLookAlikes(1_024))).code).toBe("work_limit_exceeded");
  });

  test("of certificates counts each once", async () => {
    const { units } = await unitsOf({});
    const intermediates = new Array<Certificate>(100).fill(authority.certificate);
    expect((await unitsOf({ intermediates })).units).toBeLessThan(units + 100 * 60);
  });
});

test("paths through authorities that certify one another", async () => {
  const key = await newEcKey();
  const names = Array.from({ length: 6 }, (_, i) => `Ring ${i}`);
  const ring = await Promise.all(names.map((one) => issueAuthority(one, { issuer: root, key })));
  const crossed = ring.flatMap(({ certificate: { subject } }) =>
    ring.map((issuer) => issueAuthority("", { subject: subject.der, key, issuer })),
  );
  const intermediates = (await Promise.all(crossed)).map(({ certificate }) => certificate);
  const leaf = await issueUnit(ring[0]!);
  const { code, units } = await unitsOf({ leaf: leaf.certificate, intermediates });
  expect(["no_path", "path_too_costly"]).toContain(code);
  expect(units).toBeLessThan(4_000_000);
});
