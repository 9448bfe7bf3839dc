/** The chain from a signer to what is trusted, and what revocation data say of it. */

import { beforeAll, describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import {
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
import type { Crl, OcspResponse } from "../x509/path-types.js";
import { type ChainMaterial, checkChain, listedPath } from "./signer.js";
import type { TstInfo } from "./token.js";
import { NULL } from "./token.testing.js";

let root: Issued;
let authority: Issued;
let unit: Issued;
beforeAll(async () => {
  root = await issueAuthority("Root");
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
});

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
    const odd = await issueUnit(authority, { extensions: [unknown] });
    expect(await check({}, NOW, null, odd)).toEqual(without("indeterminate", "unknown_critical_extension"));
    const anchors = certificates(odd);
    expect(await check({ anchors }, NOW, null, odd)).toEqual(
      without("indeterminate", "unknown_critical_extension"),
    );
    const web = await issue({ subject: name({ CN: "Web" }), issuer: authority, extensions: [keyUsage(0)] });
    expect((await check({}, NOW, null, web)).finding).toBeNull();
    const other = await issue({
      subject: name({ CN: "Other" }),
      issuer: authority,
      extensions: [keyUsage(0), purposes("1.2.3")],
    });
    expect(await check({}, NOW, null, other)).toEqual(without("failed", "extended_key_usage"));
    const bound = await issue({
      subject: name({ CN: "Half" }),
      issuer: authority,
      extensions: [keyUsage(5)],
    });
    expect(await check({}, NOW, null, bound)).toEqual(without("failed", "certificate_profile"));
    const oddAuthority = await issueAuthority("Odd", { issuer: root, extensions: [unknown] });
    expect(
      await check({ intermediates: certificates(oddAuthority) }, NOW, null, await issueUnit(oddAuthority)),
    ).toEqual(without("indeterminate", "unknown_critical_extension"));
    const short = await issueAuthority("Short", { issuer: root, pathLength: 0 });
    const between = await issueAuthority("Between", { issuer: short });
    const intermediates = certificates(short, between);
    expect(await check({ intermediates }, NOW, null, await issueUnit(between))).toEqual(
      without("indeterminate", "path_length_exceeded"),
    );
  });
});

describe("revocation data", () => {
  const crlOf = (
    issuer: Issued,
    thisUpdate = NOW,
    ...revoked: NonNullable<Parameters<typeof issueCrl>[1]>["revoked"] & object
  ) => issueCrl(issuer, { thisUpdate, revoked });
  const crls = async (...lists: Promise<Crl>[]) => ({ crls: await Promise.all(lists) });
  const revoked = ({ certificate }: Issued, at: Date, reason?: number) => ({
    certificate,
    at,
    ...(reason !== undefined && { reason }),
  });
  const SUPERSEDED = 4;
  const KEY_COMPROMISE = 1;

  test("of the whole chain: good, as of the oldest", async () => {
    for (const [first, second] of [
      [NOW, later(HOUR)],
      [later(HOUR), NOW],
    ] as const) {
      const { revocation } = await check(await crls(crlOf(authority, first), crlOf(root, second)));
      expect(revocation).toEqual({ status: "good", revokedAt: null, reason: null, asOf: NOW });
    }
    const responses: OcspResponse[] = [
      await issueOcspResponse(authority, unit.certificate),
      await issueOcspResponse(root, authority.certificate, { thisUpdate: later(HOUR) }),
    ];
    expect((await check({ ocspResponses: responses })).revocation).toMatchObject({
      status: "good",
      asOf: NOW,
    });
  });

  test("of a part of the chain: not checked", async () => {
    for (const issuer of [authority, root]) {
      expect((await check(await crls(crlOf(issuer)))).revocation).toEqual(NOT_CHECKED);
    }
  });

  test("of no certificate, because the signer itself is trusted: not checked", async () => {
    const anchors = certificates(unit);
    expect(await check({ anchors })).toMatchObject({ chain: certificates(unit), revocation: NOT_CHECKED });
  });

  test("that revoke later, harmlessly: the earliest is told", async () => {
    const [first, second] = [later(HOUR), later(2 * HOUR)];
    for (const [ofUnit, ofAuthority] of [
      [first, second],
      [second, first],
    ] as const) {
      const { revocation, finding, restsOnExistence } = await check(
        await crls(
          crlOf(authority, later(3 * HOUR), revoked(unit, ofUnit, SUPERSEDED)),
          crlOf(root, later(4 * HOUR), revoked(authority, ofAuthority, SUPERSEDED)),
        ),
      );
      expect([finding, restsOnExistence]).toEqual([null, false]);
      expect(revocation).toEqual({
        status: "good",
        revokedAt: first,
        reason: "superseded",
        asOf: later(3 * HOUR),
      });
    }
  });

  test("that revoke one certificate later, while nothing is known of the other", async () => {
    const lists = await crls(crlOf(authority, later(2 * HOUR), revoked(unit, later(HOUR), SUPERSEDED)));
    expect((await check(lists)).revocation).toEqual({
      status: "not_checked",
      revokedAt: later(HOUR),
      reason: "superseded",
      asOf: null,
    });
  });

  test("that revoke before the token, or at its second: failed", async () => {
    for (const at of [later(-HOUR), NOW]) {
      const result = await check(await crls(crlOf(authority, later(HOUR), revoked(unit, at, SUPERSEDED))));
      expect(result).toEqual({
        ...without("failed", "revoked"),
        revocation: { status: "revoked", revokedAt: at, reason: "superseded", asOf: later(HOUR) },
      });
    }
  });

  test("that revoke an authority before the token: open, as another path may be valid", async () => {
    const lists = await crls(crlOf(authority), crlOf(root, NOW, revoked(authority, later(-HOUR))));
    expect(await check(lists)).toEqual({
      ...without("indeterminate", "revoked"),
      revocation: { status: "revoked", revokedAt: later(-HOUR), reason: null, asOf: NOW },
    });
  });

  test("that revoke after the token, for a lost key: open, unless it is proven to be older", async () => {
    const lists = await crls(
      crlOf(authority, later(2 * HOUR), revoked(unit, later(HOUR), KEY_COMPROMISE)),
      crlOf(root, later(2 * HOUR)),
    );
    const state = { revokedAt: later(HOUR), reason: "keyCompromise", asOf: later(2 * HOUR) };
    const open = {
      ...without("indeterminate", "revoked_no_poe"),
      revocation: { status: "revoked", ...state },
    };
    expect(await check(lists)).toEqual(open);
    expect(await check(lists, NOW, later(HOUR))).toEqual(open);
    expect(await check(lists, NOW, later(HOUR - 1))).toMatchObject({
      chain: { length: 3 },
      revocation: { status: "good", ...state },
      unjudgedRevocationData: 0,
      restsOnExistence: true,
      finding: null,
    });
  });

  test("of another authority of the same name say nothing", async () => {
    const other = await issueAuthority("Authority", { issuer: root });
    const lists = await crls(crlOf(other, NOW, revoked(unit, later(-HOUR))), crlOf(root));
    expect(await check(lists)).toMatchObject({ revocation: NOT_CHECKED, finding: null });
  });

  test("that cannot be relied on leave it open, and tell of no revocation", async () => {
    const odd = await issueCrl(authority, { extensions: [extension("1.2.3.4", NULL, true)] });
    const result = await check({ crls: [odd] });
    expect(result).toEqual(without("indeterminate", "revocation_undetermined"));
  });

  test("of an anchor count if a list names it, and its issuer is at hand", async () => {
    const lists = await crls(crlOf(authority, NOW, revoked(unit, later(-HOUR))));
    const anchors = certificates(unit);
    expect((await check({ ...lists, anchors })).finding).toBeNull();
    expect((await check({ ...lists, anchors, listed: anchors })).finding).toMatchObject({
      status: "failed",
      code: "revoked",
    });
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
    const found = await path(
      {
        anchors: certificates(below),
        listed: certificates(authority),
        intermediates: certificates(unit, authority),
      },
      [below],
      below,
    );
    expect(found).toEqual({ chain: certificates(below, unit, authority), isValid: false });
  });
});
