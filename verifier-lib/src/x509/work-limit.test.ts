/** Expensive input spends from the budget, and an exhausted budget gives an error code: no hang and no bypass. */

import { WorkBudget } from "@svc-proof/shared/work";
import { beforeAll, describe, expect, test } from "vitest";
import { codeOf, spentBy } from "../asn1/der.testing.js";
import { IMPRINT, makeToken } from "../rfc3161/token.testing.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
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

let root: Issued;
let authority: Issued;
let unit: Issued;
beforeAll(async () => {
  root = await issueAuthority("Root");
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
});

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

  test("that is exhausted leaves a timestamp indeterminate, with the parts read so far", async () => {
    const token = await makeToken({ signer: unit });
    const judge = (work: Work) =>
      verifyTimestamp({
        token,
        imprint: { algorithm: "SHA-256", digest: IMPRINT },
        anchors: [root.certificate],
        intermediates: [authority.certificate],
        now: NOW,
        work,
      });
    const needed = await spentBy(async (work) => expect((await judge(work)).code).toBe("ok"));
    const seen = new Set<string>();
    for (let units = 0; units <= needed; units += Math.max(1, Math.floor(needed / 240))) {
      const { status, code, token: read, signer } = await judge(new Work({ units }));
      if (units < needed) expect([status, code]).toEqual(["indeterminate", "work_limit_exceeded"]);
      seen.add(`${read !== null} ${signer !== null}`);
    }
    expect((await judge(new Work({ units: needed }))).code).toBe("ok");
    expect([...seen]).toEqual(["false false", "true false", "true true"]);
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

describe("cost grows linearly with the number of", () => {
  /** Four times the input may cost about five times as much, not sixteen. */
  const isNoSquare = (small: number, large: number) => expect(large).toBeLessThan(small * 6);

  test("look-alikes of the issuer", async () => {
    const all = lookAlikes(authority.certificate, authority.certificate.serialNumber, 1_024);
    const found = await unitsOf({ intermediates: [...all, authority.certificate] });
    // One signature each.
    expect(found.code).toBe("work_limit_exceeded");
    const cost = async (count: number) => {
      const intermediates = [...all.slice(0, count), authority.certificate];
      const { units, code } = await unitsOf({ intermediates });
      expect(code).toBe("ok");
      return units;
    };
    isNoSquare(await cost(100), await cost(400));
  });

  test("names under constraints", async () => {
    const hosts = (count: number, label: string) =>
      Array.from({ length: count }, (_, i): TestName => ["dns", `${label}${i}.example`]);
    const cost = async (count: number) => {
      const bounding = await issueAuthority("Bounding", {
        issuer: root,
        extensions: [nameConstraints([], hosts(count, "x"))],
      });
      const leaf = await issueUnit(bounding, { extensions: [subjectAltNames(...hosts(count, "y"))] });
      const { units, code } = await unitsOf({
        leaf: leaf.certificate,
        intermediates: [bounding.certificate],
      });
      expect(code).toBe("ok");
      return units - 8_000;
    };
    isNoSquare(await cost(100), await cost(400));
  });

  test("policies and their mappings", async () => {
    const cost = async (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => `1.2.${i}`);
      const pairs = ids.flatMap((id, i) =>
        [0, 1, 2, 3].map((step) => [id, ids[(i + step) % count]!] as const),
      );
      const extensions = [policies(...ids), policyMappings(...pairs)];
      const upper = await issueAuthority("Upper", { issuer: root, extensions });
      const lower = await issueAuthority("Lower", { issuer: upper, extensions });
      const leaf = await issueUnit(lower, { extensions: [policies(...ids)] });
      const intermediates = [upper.certificate, lower.certificate];
      const result = await validatePath(asked({ leaf: leaf.certificate, intermediates }));
      expect(result.isValid && result.policies.length).toBe(count);
      return (await unitsOf({ leaf: leaf.certificate, intermediates })).units - 8_000;
    };
    isNoSquare(await cost(60), await cost(240));
  });

  test("answers about one certificate in one response", async () => {
    const cost = async (count: number) => {
      const others = Array.from({ length: count }, () => "good" as const);
      const response = await issueOcspResponse(authority, unit.certificate, { others });
      return (await unitsOf({ ocspResponses: [response] })).units - 12_000;
    };
    isNoSquare(await cost(100), await cost(400));
  });

  test("certificates, each of which is kept once", async () => {
    const { units } = await unitsOf({});
    const many = Array.from({ length: 100 }, () => authority.certificate);
    expect((await unitsOf({ intermediates: many })).units).toBeLessThan(units + 100 * 60);
  });
});

test("paths through authorities that certify one another", async () => {
  const key = await newEcKey();
  const ring: Issued[] = [];
  for (let i = 0; i < 6; i++) ring.push(await issueAuthority(`Ring ${i}`, { issuer: root, key }));
  const intermediates: Certificate[] = [];
  for (const below of ring) {
    for (const above of ring) {
      const { certificate } = await issueAuthority("", {
        subject: below.certificate.subject.der,
        key,
        issuer: above,
      });
      intermediates.push(certificate);
    }
  }
  const leaf = await issueUnit(ring[0]!);
  const { code, units } = await unitsOf({ leaf: leaf.certificate, intermediates });
  expect(["no_path", "path_too_costly"]).toContain(code);
  expect(units).toBeLessThan(4_000_000);
});
