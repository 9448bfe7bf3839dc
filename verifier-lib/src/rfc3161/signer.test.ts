/** The chain from a signer to what is trusted, and what revocation data say of it. */

import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import {
  type CrlOptions,
  extension,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  name,
  purposes,
} from "../x509/authority.testing.js";
import type { Crl } from "../x509/path-types.js";
import { type ChainMaterial, checkChain, listedPath } from "./signer.js";
import type { TstInfo } from "./token.js";
import { NULL } from "./token.testing.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);

const certificates = (...issued: readonly Issued[]) => issued.map(({ certificate }) => certificate);
const infoAt = (time: Date) =>
  ({ genTimeRoundedDown: time, genTimeText: time.toISOString() }) as unknown as TstInfo;
const material = (changes: Partial<ChainMaterial> = {}): ChainMaterial => ({
  anchors: certificates(root),
  listed: [],
  intermediates: certificates(authority),
  crls: [],
  ocspResponses: [],
  ...changes,
});
const check = (
  changes: Partial<ChainMaterial> = {},
  genTime = NOW,
  existedBy: Date | null = null,
  signer = unit,
) => checkChain(signer.certificate, infoAt(genTime), material(changes), existedBy, new Work());
const later = (ms: number) => new Date(NOW.getTime() + ms);
const HOUR = 3_600_000;
const NOT_CHECKED = { status: "not_checked", revokedAt: null, reason: null, asOf: null };
const without = (status: string, code: string, message: unknown = expect.any(String)) => ({
  chain: [],
  revocation: NOT_CHECKED,
  unjudgedRevocationData: 0,
  restsOnExistence: false,
  finding: { status, code, message },
});

describe("a chain", () => {
  test("that is valid", async () => {
    expect(await check()).toEqual({
      chain: certificates(unit, authority, root),
      revocation: NOT_CHECKED,
      unjudgedRevocationData: 0,
      restsOnExistence: false,
      finding: null,
    });
  });

  test("of a signer that is not valid yet, or no longer", async () => {
    const outside = (at: Date) =>
      without(
        "failed",
        "signer_not_valid_at_gen_time",
        `the signer's certificate is valid from ${NOT_BEFORE.toISOString()} to ${NOT_AFTER.toISOString()}, not at ${at.toISOString()}`,
      );
    const [early, late] = [new Date(NOT_BEFORE.getTime() - 1), new Date(NOT_AFTER.getTime() + 1000)];
    expect(await check({}, early)).toEqual(outside(early));
    expect(await check({}, late)).toEqual(outside(late));
    expect((await check({}, NOT_BEFORE)).finding).toBeNull();
    expect((await check({}, NOT_AFTER)).finding).toBeNull();
  });

  test("to nothing that is trusted", async () => {
    expect(await check({ anchors: [] })).toEqual(
      without("indeterminate", "no_trust_anchor", "no certificate at hand is trusted"),
    );
    expect(await check({ intermediates: [] })).toEqual(without("indeterminate", "no_path"));
  });

  test("with a fault of the signer fails; with one of an authority, or what is not known, it is open", async () => {
    const unknown = extension("1.2.3.4", NULL, true);
    const findingOf = async (signer: Issued, changes: Partial<ChainMaterial> = {}) =>
      (await check(changes, NOW, null, signer)).finding;
    const open = (code: string) => ({ status: "indeterminate", code });
    const made = (CN: string, ...extensions: readonly Uint8Array[]) =>
      issue({ subject: name({ CN }), issuer: authority, extensions });
    const odd = await issueUnit(authority, { extensions: [unknown] });
    expect(await findingOf(odd)).toMatchObject(open("unknown_critical_extension"));
    const anchors = certificates(odd);
    expect(await findingOf(odd, { anchors })).toMatchObject(open("unknown_critical_extension"));
    expect(await findingOf(await made("Web", keyUsage(0)))).toBeNull();
    expect(await findingOf(await made("Other", keyUsage(0), purposes("1.2.3")))).toMatchObject({
      status: "failed",
      code: "extended_key_usage",
    });
    const half = await findingOf(await made("Half", keyUsage(5)));
    expect(half).toMatchObject({ status: "failed", code: "certificate_profile" });
    const short = await issueAuthority("Short", { issuer: root, pathLength: 0 });
    const between = await issueAuthority("Between", { issuer: short });
    const intermediates = certificates(short, between);
    expect(await findingOf(await issueUnit(between), { intermediates })).toMatchObject(
      open("path_length_exceeded"),
    );
  });
});

describe("revocation data", () => {
  const crlOf = (issuer: Issued, thisUpdate = NOW, ...revoked: NonNullable<CrlOptions["revoked"]>) =>
    issueCrl(issuer, { thisUpdate, revoked });
  const by = async (...lists: Promise<Crl>[]) => check({ crls: await Promise.all(lists) });
  const revoked = ({ certificate }: Issued, at: Date, reason?: number) => ({
    certificate,
    at,
    ...(reason !== undefined && { reason }),
  });
  const [SUPERSEDED, KEY_COMPROMISE] = [4, 1];

  test("of the whole chain: good, as of the oldest", async () => {
    const good = { status: "good", revokedAt: null, reason: null, asOf: NOW };
    for (const [first, second] of [
      [NOW, later(HOUR)],
      [later(HOUR), NOW],
    ] as const) {
      expect((await by(crlOf(authority, first), crlOf(root, second))).revocation).toEqual(good);
    }
    const ocspResponses = [
      await issueOcspResponse(authority, unit.certificate),
      await issueOcspResponse(root, authority.certificate, { thisUpdate: later(HOUR) }),
    ];
    expect((await check({ ocspResponses })).revocation).toEqual(good);
  });

  test("of a part of the chain, of none, or by a namesake: not checked", async () => {
    for (const issuer of [authority, root]) {
      expect((await by(crlOf(issuer))).revocation).toEqual(NOT_CHECKED);
    }
    const anchors = certificates(unit);
    expect(await check({ anchors })).toMatchObject({ chain: anchors, revocation: NOT_CHECKED });
    const other = await issueAuthority("Authority", { issuer: root });
    const byOther = await by(crlOf(other, NOW, revoked(unit, later(-HOUR))), crlOf(root));
    expect(byOther).toMatchObject({ revocation: NOT_CHECKED, finding: null });
  });

  test("that revoke later, harmlessly: the earliest is told", async () => {
    const told = { revokedAt: later(HOUR), reason: "superseded" };
    for (const [ofUnit, ofAuthority] of [
      [later(HOUR), later(2 * HOUR)],
      [later(2 * HOUR), later(HOUR)],
    ] as const) {
      const lists = [
        crlOf(authority, later(3 * HOUR), revoked(unit, ofUnit, SUPERSEDED)),
        crlOf(root, later(4 * HOUR), revoked(authority, ofAuthority, SUPERSEDED)),
      ];
      const revocation = { status: "good", ...told, asOf: later(3 * HOUR) };
      expect(await by(...lists)).toMatchObject({ finding: null, restsOnExistence: false, revocation });
    }
    // Nothing is known of the authority.
    const one = await by(crlOf(authority, later(2 * HOUR), revoked(unit, later(HOUR), SUPERSEDED)));
    expect(one.revocation).toEqual({ status: "not_checked", ...told, asOf: null });
  });

  test("that revoke before the token, or at its second: failed; an authority: open, as another path may be", async () => {
    for (const revokedAt of [later(-HOUR), NOW]) {
      expect(await by(crlOf(authority, later(HOUR), revoked(unit, revokedAt, SUPERSEDED)))).toEqual({
        ...without("failed", "revoked"),
        revocation: { status: "revoked", revokedAt, reason: "superseded", asOf: later(HOUR) },
      });
    }
    expect(await by(crlOf(authority), crlOf(root, NOW, revoked(authority, later(-HOUR))))).toEqual({
      ...without("indeterminate", "revoked"),
      revocation: { status: "revoked", revokedAt: later(-HOUR), reason: null, asOf: NOW },
    });
  });

  test("that revoke after the token, for a lost key: open, unless it is proven to be older", async () => {
    const crls = [
      await crlOf(authority, later(2 * HOUR), revoked(unit, later(HOUR), KEY_COMPROMISE)),
      await crlOf(root, later(2 * HOUR)),
    ];
    const state = { revokedAt: later(HOUR), reason: "keyCompromise", asOf: later(2 * HOUR) };
    const open = {
      ...without("indeterminate", "revoked_no_poe"),
      revocation: { status: "revoked", ...state },
    };
    expect(await check({ crls })).toEqual(open);
    expect(await check({ crls }, NOW, later(HOUR))).toEqual(open);
    expect(await check({ crls }, NOW, later(HOUR - 1))).toMatchObject({
      chain: { length: 3 },
      revocation: { status: "good", ...state },
      unjudgedRevocationData: 0,
      restsOnExistence: true,
      finding: null,
    });
  });

  test("that cannot be relied on leave it open, and tell of no revocation", async () => {
    const extensions = [extension("1.2.3.4", NULL, true)];
    const result = await by(issueCrl(authority, { extensions }));
    expect(result).toEqual(without("indeterminate", "revocation_undetermined"));
  });

  test("of an anchor count if a list names it, and its issuer is at hand", async () => {
    const crls = [await crlOf(authority, NOW, revoked(unit, later(-HOUR)))];
    const anchors = certificates(unit);
    expect((await check({ crls, anchors })).finding).toBeNull();
    const { finding } = await check({ crls, anchors, listed: anchors });
    expect(finding).toMatchObject({ status: "failed", code: "revoked" });
  });
});

describe("where a chain leads, for a list", () => {
  const path = async (changes: Partial<ChainMaterial>, chain: readonly Issued[], signer = unit) =>
    listedPath(
      signer.certificate,
      certificates(...chain),
      infoAt(NOW),
      material(changes),
      null,
      new Work(),
      NOW,
    );

  test("to a certificate of the list, at its end", async () => {
    const found = await path({ listed: certificates(root) }, [unit, authority, root]);
    expect(found).toEqual({ chain: certificates(unit, authority, root), isValid: true });
  });

  test("to a certificate of the list, above that of the reader", async () => {
    const anchors = certificates(authority, root);
    const found = await path({ anchors, listed: certificates(root), intermediates: [] }, [unit, authority]);
    expect(found).toEqual({ chain: certificates(unit, authority, root), isValid: true });
  });

  test("to none of the list: as far as signatures go", async () => {
    const other = await issueAuthority("Other");
    const whole = { chain: certificates(unit, authority, root), isValid: false };
    expect(await path({ listed: certificates(other) }, [unit, authority, root])).toEqual(whole);
    expect(await path({ listed: [] }, [unit, authority, root])).toEqual(whole);
    expect(await path({ anchors: [], listed: certificates(other) }, [])).toEqual({
      chain: certificates(unit, authority),
      isValid: false,
    });
  });

  test("is searched for a second time only if there is a valid path to something else", async () => {
    const other = await issueAuthority("Other");
    const spent = async (listed: readonly Issued[], chain: readonly Issued[]) => {
      const work = new Work({ units: 100_000 });
      const at = material({ listed: certificates(...listed) });
      await listedPath(unit.certificate, certificates(...chain), infoAt(NOW), at, null, work, NOW);
      return 100_000 - work.left;
    };
    const chain = [unit, authority, root];
    expect(await spent([other], [])).toBe(await spent([], []));
    expect(await spent([], chain)).toBe(await spent([], []));
    expect(await spent([other], chain)).toBeGreaterThan(await spent([], []));
  });

  test("nowhere that is valid, though signatures lead to the list", async () => {
    const below = await issueUnit(unit);
    const intermediates = certificates(unit, authority);
    const trusting = { anchors: certificates(below), listed: certificates(authority), intermediates };
    const found = await path(trusting, [below], below);
    expect(found).toEqual({ chain: certificates(below, unit, authority), isValid: false });
  });
});
