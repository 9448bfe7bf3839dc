/** How the search for a path ends: its limits, and which of several failures it reports. */

import { FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import {
  MAX_JUDGED_PATHS,
  MAX_PATH_CERTIFICATES,
  MAX_SEARCH_SIGNATURES,
  MAX_SEARCH_STEPS,
} from "../limits.js";
import { Work } from "../work/work.js";
import {
  basicConstraints,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOW,
  name,
  nameConstraints,
  newEcKey,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { validatePath } from "./path-search.js";
import type { Crl, PathParameters } from "./path-types.js";

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
async function codeOf(more: Partial<PathParameters>): Promise<string> {
  const result = await validatePath(asked(more));
  return result.isValid ? "ok" : result.code;
}

let lastCopy = 0;
/** Taken for another certificate, with the same contents. */
const copy = ({ certificate }: Issued, more: Partial<Certificate> = {}): Certificate => ({
  ...certificate,
  der: new TextEncoder().encode(`copy ${++lastCopy}`),
  ...more,
});
const copies = (count: number, make: () => Certificate) => Array.from({ length: count }, make);
const expired = () => copy(authority, { notAfter: new Date(NOW.getTime() - 1000) });

describe("limits", () => {
  describe("on the candidates that are examined", () => {
    // Each of 64 authorities has 127 possible issuers.
    const authorities = copies(64, () => copy(authority));
    const issuers = copies(127, () => copy(root, { notAfter: new Date(NOW.getTime() - 1000) }));
    const enough = { intermediates: [...authorities, ...issuers], anchors: [] };

    test("up to it, the failure found is reported", async () => {
      expect(authorities.length * (1 + issuers.length)).toBe(MAX_SEARCH_STEPS);
      expect(await validatePath(asked(enough))).toMatchObject({
        code: "certificate_expired",
        certificate: issuers[0],
      });
    });

    test("beyond it, there may be a path", async () => {
      const intermediates = [...authorities, expired(), ...issuers];
      expect(await validatePath(asked({ ...enough, intermediates }))).toMatchObject({
        code: "path_too_costly",
        message: expect.stringContaining("limit"),
        certificate: issuers[0],
        chain: [unit.certificate, authorities[0], issuers[0]],
        revocation: null,
      });
    });
  });

  test("on the paths that are judged", async () => {
    const limited = await issueAuthority("Root", {
      key: root.key,
      extensions: [nameConstraints([["directory", name({ C: "YY" })]], [])],
    });
    const judging = (bad: number) =>
      codeOf({
        leaf: authority.certificate,
        intermediates: [],
        purpose: null,
        anchors: [...copies(bad, () => copy(limited)), root.certificate],
      });
    expect(await judging(MAX_JUDGED_PATHS - 1)).toBe("ok");
    // The fault of the first path.
    expect(await judging(MAX_JUDGED_PATHS)).toBe("name_not_permitted");
  });

  test("on the certificates of a path, whatever the caller allows", async () => {
    const chain = [await issueAuthority("Level 0")];
    while (chain.length < MAX_PATH_CERTIFICATES) {
      chain.unshift(await issueAuthority(`Level ${chain.length}`, { issuer: chain[0]! }));
    }
    const under = async (issuer: Issued) => (await issueUnit(issuer)).certificate;
    const intermediates = chain.map(({ certificate }) => certificate);
    const anchors = [chain.at(-1)!.certificate];
    const maxIntermediates = 100;
    const longest = { leaf: await under(chain[1]!), intermediates, anchors, maxIntermediates };
    const result = await validatePath(asked(longest));
    expect(result.isValid && result.chain).toHaveLength(MAX_PATH_CERTIFICATES);
    const leaf = await under(chain[0]!);
    expect(await codeOf({ ...longest, leaf })).toBe("path_too_costly");
    // The search ends there, even if another path would be shorter.
    const { subject } = chain[0]!.certificate;
    const short = await issueAuthority("", { subject: subject.der, key: chain[0]!.key, issuer: root });
    const both = { leaf, anchors: [...anchors, root.certificate], maxIntermediates };
    expect(await codeOf({ ...both, intermediates: [...intermediates, short.certificate] })).toBe(
      "path_too_costly",
    );
    expect(await codeOf({ ...both, intermediates: [short.certificate, ...intermediates] })).toBe("ok");
  });

  test("on signatures, after which the failure found is reported", async () => {
    const stranger = await newEcKey();
    const spki = { ...authority.certificate.spki, der: stranger.spki };
    const others = (count: number) => copies(count, () => copy(authority, { spki }));
    expect(await validatePath(asked({ intermediates: others(MAX_SEARCH_SIGNATURES) }))).toMatchObject({
      code: "signature_invalid",
      certificate: unit.certificate,
      message: "signed by CN=Authority,C=XX",
    });
    expect(await validatePath(asked({ intermediates: others(MAX_SEARCH_SIGNATURES + 1) }))).toMatchObject({
      code: "path_too_costly",
      message: expect.stringContaining("limit"),
      certificate: unit.certificate,
    });
    // A fault of a whole path is more informative.
    const required = { requireExplicitPolicy: true };
    const intermediates = [authority.certificate, ...others(MAX_SEARCH_SIGNATURES)];
    expect(await validatePath(asked({ ...required, intermediates }))).toMatchObject({
      code: "policy",
      certificate: authority.certificate,
    });
  });

  test("on the work: no path is found, and no other error is hidden", async () => {
    expect(await validatePath(asked({ work: new Work({ units: 10 }) }))).toMatchObject({
      isValid: false,
      code: "work_limit_exceeded",
      certificate: unit.certificate,
      chain: [unit.certificate],
      revocation: null,
    });
    class Failing extends Work {
      #left: number;
      constructor(pauses: number) {
        super();
        this.#left = pauses;
      }
      override async pause() {
        if (this.#left-- === 0) throw Object.assign(new TypeError("no"), { code: "path_too_costly" });
      }
    }
    let pauses = 0;
    while ((await codeOf({ work: new Failing(pauses) }).catch((error) => error.message)) === "no") pauses++;
    expect(pauses).toBeGreaterThan(4);
    const crl = await issueCrl(authority);
    const revoked = {
      ...crl.revoked,
      find: () => {
        throw new FormatError("der_truncated", "", 0);
      },
    };
    await expect(
      validatePath(asked({ crls: [{ ...crl, revoked }] as unknown as Crl[] })),
    ).rejects.toMatchObject({ code: "der_truncated" });
  });

  test("on intermediates: self-issued ones and anchors do not count", async () => {
    const renewed = await issueAuthority("Authority", { issuer: authority });
    const leaf = (await issueUnit(renewed)).certificate;
    const intermediates = [renewed.certificate, authority.certificate];
    expect(await codeOf({ leaf, intermediates, maxIntermediates: 1 })).toBe("ok");
    expect(await codeOf({ leaf, intermediates, maxIntermediates: 0 })).toBe("path_too_long");
    expect(await codeOf({ leaf, intermediates, anchors: [authority.certificate], maxIntermediates: 0 })).toBe(
      "ok",
    );
    expect(await validatePath(asked({ maxIntermediates: 0 }))).toMatchObject({
      code: "path_too_long",
      message: "expected at most 0 intermediates, got 1",
      certificate: authority.certificate,
      chain: [unit.certificate, authority.certificate],
    });
  });

  test("of an authority on those below: self-issued ones do not count", async () => {
    const bounded = await issueAuthority("Bounded", { issuer: root, pathLength: 0 });
    const renewed = await issueAuthority("Bounded", { issuer: bounded, pathLength: 0 });
    const leaf = (await issueUnit(renewed)).certificate;
    expect(await codeOf({ leaf, intermediates: [bounded.certificate, renewed.certificate] })).toBe("ok");
    const below = await issueAuthority("Below", { issuer: bounded });
    const further = (await issueUnit(below)).certificate;
    expect(
      await validatePath(asked({ leaf: further, intermediates: [bounded.certificate, below.certificate] })),
    ).toMatchObject({
      code: "path_length_exceeded",
      message: expect.stringContaining("got 1"),
    });
  });
});

describe("of several failures", () => {
  const faulty = async (extensions: readonly Uint8Array[]) =>
    issue({ subject: authority.certificate.subject.der, key: authority.key, issuer: root, extensions });

  test("on the way, the first is reported", async () => {
    const [weak, bare] = [await faulty([basicConstraints(), keyUsage(6)]), await faulty([keyUsage(5)])];
    expect(await codeOf({ intermediates: [weak.certificate, bare.certificate] })).toBe("issuer_key_usage");
    expect(await codeOf({ intermediates: [bare.certificate, weak.certificate] })).toBe("issuer_not_ca");
    const impostor = await issueAuthority("Authority", { issuer: root });
    // The one with the right key identifier is tried first.
    expect(await codeOf({ intermediates: [impostor.certificate, weak.certificate] })).toBe(
      "issuer_key_usage",
    );
  });

  test("that of a whole path is reported rather than one on the way", async () => {
    const required = { requireExplicitPolicy: true };
    const intermediates = [expired(), authority.certificate];
    expect(await codeOf({ ...required, intermediates })).toBe("policy");
    expect(await codeOf({ ...required, intermediates: [authority.certificate, expired()] })).toBe("policy");
    expect(await codeOf({ intermediates })).toBe("ok");
  });

  test("one of the leaf itself is reported only if there is a path", async () => {
    const time = new Date(NOT_AFTER.getTime() + 1000);
    const late = copy(unit, { notAfter: NOW });
    const afterwards = new Date(NOW.getTime() + 1000);
    expect(await validatePath(asked({ leaf: late, time: afterwards }))).toMatchObject({
      code: "certificate_expired",
      certificate: late,
      chain: [late, authority.certificate, root.certificate],
    });
    expect(await codeOf({ leaf: late, time: afterwards, intermediates: [] })).toBe("no_path");
    expect(
      await codeOf({
        leaf: late,
        time: afterwards,
        intermediates: [await faulty([])].map((one) => one.certificate),
      }),
    ).toBe("issuer_not_ca");
    expect(await validatePath(asked({ time }))).toMatchObject({
      code: "certificate_expired",
      certificate: authority.certificate,
    });
  });

  test("none leads anywhere: the issuer that was looked for is named", async () => {
    expect(await validatePath(asked({ intermediates: [] }))).toMatchObject({
      isValid: false,
      code: "no_path",
      message: "no available issuer leads to a trust anchor: CN=Authority,C=XX",
      certificate: unit.certificate,
      chain: [unit.certificate],
      revocation: null,
    });
    // An authority is at hand, but no anchor.
    expect(await codeOf({ anchors: [] })).toBe("no_path");
  });

  test("revocation is part of the failure", async () => {
    expect(await validatePath(asked({ requireExplicitPolicy: true }))).toMatchObject({ revocation: null });
  });
});

test("an authority that is in the chain already is not tried again", async () => {
  const key = await newEcKey();
  const self = await issueAuthority("Self", { key });
  const other = await issueAuthority("Self", { key, issuer: self });
  // Nor is one with the leaf's name and key.
  const anchors = [self.certificate];
  expect(await codeOf({ leaf: other.certificate, intermediates: [], anchors, purpose: null })).toBe(
    "no_path",
  );
  const leaf = (await issueUnit(self)).certificate;
  const result = await validatePath(
    asked({ leaf, intermediates: [other.certificate], anchors: [self.certificate] }),
  );
  expect(result.isValid && result.chain).toHaveLength(2);
  expect(await codeOf({ leaf, intermediates: [other.certificate, self.certificate] })).toBe("no_path");
  expect(
    await codeOf({
      leaf: self.certificate,
      intermediates: [other.certificate, self.certificate],
      purpose: null,
    }),
  ).toBe("no_path");
});

test("each candidate costs a unit for each of its extensions", async () => {
  const spent = async (extensions: number) => {
    const [one = null] = copies(1, expired);
    const work = new Work();
    const { left } = work;
    const intermediates = [
      {
        ...one!,
        extensions: one!.extensions.slice(0, 1).concat(new Array(extensions).fill(one!.extensions[0])),
      },
    ];
    await validatePath(asked({ intermediates, work }));
    return left - work.left;
  };
  expect(await spent(101)).toBe((await spent(1)) + 100);
});

test("moments that do not exist are a mistake of the caller", async () => {
  const never = new Date(Number.NaN);
  await expect(validatePath(asked({ time: never }))).rejects.toThrow(RangeError);
  await expect(validatePath(asked({ existedBy: never }))).rejects.toThrow(RangeError);
  expect(await codeOf({ existedBy: NOW })).toBe("ok");
});
