/** What the check `seal` says of one seal, of what was given with it, and when it is told. */

import { CHECKPOINTS, encodeBlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { sha256 } from "@svc-proof/shared/hash";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ofKind } from "../items.js";
import { statedOf } from "../items.testing.js";
import type { EvidenceKind } from "../package/stated-evidence.js";
import type { Subject } from "../report/report.js";
import { IMPRINT, integer, makeToken, sequence, tstInfo } from "../rfc3161/token.testing.js";
import { SANDBOX_ORGANISATION } from "../rfc3161/verify-timestamp.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import type { RevocationSource } from "../source/revocation.js";
import type { TrustList } from "../trust/qualify.js";
import { openTrustList } from "../trust/trust-list.js";
import { testList, testService, testSnapshot } from "../trust/trust-snapshot.testing.js";
import { Work } from "../work/work.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
  name,
} from "../x509/authority.testing.js";
import { type SealResult, type VerifySealOptions, verifySealsOf } from "./seal.js";

const GEN_TIME = new Date("2026-09-01T12:00:00Z");
let root: Issued;
let unit: Issued;
let token: Uint8Array;
beforeAll(async () => {
  root = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
  unit = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }) });
  token = await tokenOf(unit);
});
const tokenOf = (signer: Issued, ...after: readonly Uint8Array[]) =>
  makeToken({ signer, content: tstInfo(generalizedTime(GEN_TIME), ...after) });
const responseOf = (seal: Uint8Array) => sequence(sequence(integer("00")), seal);
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
const pem = ({ certificate }: Issued) => pemOf(certificate.der);
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

interface Asked extends Partial<Omit<VerifySealOptions, "items">> {
  readonly trust?: readonly string[];
  readonly certificates?: readonly string[];
  readonly crls?: readonly Uint8Array[];
  readonly ocsp?: readonly Uint8Array[];
  readonly stamps?: readonly Uint8Array[];
  readonly entry?: Uint8Array;
}
const optionsOf = ({
  trust,
  certificates,
  crls,
  ocsp,
  stamps,
  entry,
  ...asked
}: Asked): VerifySealOptions => {
  const work = asked.work ?? new Work();
  const items = [
    ...statedOf("trust", trust ?? [pem(root)]),
    ...statedOf("certificates", certificates),
    ...statedOf("crl", crls),
    ...statedOf("ocsp_response", ocsp),
    ...statedOf("seal_timestamp", stamps),
    ...statedOf("trusted_list_entry", entry === undefined ? [] : [entry]),
  ];
  return { now: NOW, items, trustList: null, bitcoin: { now: NOW, work }, ...asked, work };
};
/** The one seal, with what became of each item, "status code", with the fault of one that cannot be read. */
async function judge(asked: Asked = {}, seal = token, content: Subject["content"] = CONTENT) {
  const options = optionsOf(asked);
  const { seals } = await verifySealsOf(content, [statedOf("seal", [seal])], options);
  const said = (kind: EvidenceKind) =>
    ofKind(options.items, kind).map(({ result: { status, code, fault } }) =>
      [status, code, ...(fault === null ? [] : [fault])].join(" "),
    );
  return { ...seals[0]!, said };
}
const HASH = Buffer.from(IMPRINT).toString("hex");
const CONTENT = { algorithm: "SHA-256", hash: HASH } as const;
const codesOf = ({ check, qualified }: SealResult) => [
  check.status,
  check.code,
  qualified.status,
  qualified.code,
];
const noticesOf = ({ notices }: SealResult) => notices.map(({ code }) => code);
const listOf = (...services: Parameters<typeof testService>[]): TrustList =>
  openTrustList(
    testSnapshot(
      testList(
        "ES",
        services.map((service) => testService(...service)),
      ),
    ),
  );

describe("a seal that stands", () => {
  test("by a certificate that the caller trusts", async () => {
    const result = await judge({}, await tokenOf(unit, sequence(integer("02"))));
    expect(codesOf(result)).toEqual(["passed", "ok", "skipped", "no_trust_list"]);
    expect(result.check.basis).toBe("relied-on");
    expect(result.sealed).toEqual({
      time: "2026-09-01T12:00:00.000Z",
      accuracySeconds: 2,
      authority: "Unit",
      serialNumber: "2A",
      policy: "1.2.3.4",
      trustAnchor: "CN=Root,C=ES",
      trustedBy: "caller",
      isQualified: null,
      trustedListEntry: null,
      isSandbox: false,
    });
    expect(noticesOf(result)).toEqual(["qualification_not_checked", "revocation_not_checked"]);
    expect([result.existence, result.isRevocationAsked]).toEqual([null, false]);
    expect(result.said("trust")).toEqual(["checked ok"]);
    expect(result.qualified.evidence).toEqual({});
  });

  test("by a trusted list", async () => {
    const trustList = listOf([unit.certificate]);
    const result = await judge({ trust: [], trustList });
    expect(codesOf(result)).toEqual(["passed", "ok", "passed", "ok"]);
    expect(result.sealed).toMatchObject({
      trustAnchor: "CN=Unit,C=ES",
      trustedBy: "trusted-list",
      isQualified: true,
      trustedListEntry: { territory: "ES", sequence_number: 7, service: "Example time stamps" },
    });
    expect(result.notices).toEqual([
      { code: "trust_list_given", evidence: { sha256: trustList.sha256 } },
      { code: "revocation_not_checked", evidence: {} },
    ]);
  });

  test("by the caller's certificate, where the list leads further or elsewhere", async () => {
    const further = await judge({ trust: [pem(unit)], trustList: listOf([root.certificate]) });
    expect(further.sealed).toMatchObject({
      trustAnchor: "CN=Unit,C=ES",
      trustedBy: "caller",
      isQualified: true,
    });
    const elsewhere = await judge({ trustList: listOf() });
    expect(elsewhere.sealed).toMatchObject({
      trustedBy: "caller",
      isQualified: false,
      trustedListEntry: null,
    });
  });

  test("of a sandbox: the notice of it stands for that of the list", async () => {
    const sandbox = await issueUnit(root, { subject: name({ O: SANDBOX_ORGANISATION, CN: "Unit" }) });
    const result = await judge({}, await tokenOf(sandbox));
    expect(result.sealed?.isSandbox).toBe(true);
    expect(noticesOf(result)).toEqual(["sandbox_authority", "revocation_not_checked"]);
  });

  test("as of another time", async () => {
    const at = new Date("2026-10-01T00:00:00Z");
    const result = await judge({ at });
    expect(result.notices).toContainEqual({
      code: "asked_as_of_another_time",
      evidence: { as_of: at.toISOString() },
    });
    expect(result.check.evidence["as_of"]).toBe(at.toISOString());
    expect(noticesOf(await judge())).not.toContain("asked_as_of_another_time");
  });

  test("in a response", async () => {
    expect(codesOf(await judge({}, responseOf(token))).slice(0, 2)).toEqual(["passed", "ok"]);
  });
});

describe("a seal that does not", () => {
  test("has no time, and no notice of what was not checked", async () => {
    const other = await judge({}, token, { ...CONTENT, hash: "00".repeat(32) });
    expect(codesOf(other)).toEqual(["failed", "imprint_mismatch", "skipped", "no_trust_list"]);
    expect([other.check.basis, other.sealed, other.notices]).toEqual(["computed", null, []]);
    const untrusted = await judge({ trust: [] });
    expect(codesOf(untrusted).slice(0, 2)).toEqual(["indeterminate", "no_trust_anchor"]);
    expect([untrusted.sealed, untrusted.notices]).toEqual([null, []]);
  });

  test("has expired, with its chain: relied on, and no time", async () => {
    const result = await judge({ at: new Date("2029-01-01T00:00:00Z") });
    expect(codesOf(result).slice(0, 2)).toEqual(["indeterminate", "out_of_bounds_no_poe"]);
    expect([result.check.basis, result.sealed]).toEqual(["relied-on", null]);
  });
});

describe("what a list says of the service since", () => {
  const histories = {
    granted: ["granted"],
    withdrawn: ["withdrawn", "granted"],
  } as const;
  const served = (statuses: readonly ("granted" | "withdrawn")[], at: string) =>
    listOf([
      unit.certificate,
      {
        history: [
          ...(statuses.length === 2 ? [{ status: statuses[0]!, since: at }] : []),
          { status: statuses.at(-1)!, since: "2026-01-01T00:00:00Z" },
        ],
      },
    ]);
  test("is told if it lost its status after the seal, and only then", async () => {
    const since = "2026-10-10T00:00:00Z";
    const lost = await judge({ trustList: served(histories.withdrawn, since) });
    expect(lost.notices).toContainEqual({
      code: "service_withdrawn_since",
      evidence: { status: "withdrawn", since },
    });
    expect(noticesOf(await judge({ trustList: served(histories.granted, since) }))).not.toContain(
      "service_withdrawn_since",
    );
    const before = await judge({ trustList: served(histories.withdrawn, "2026-03-01T00:00:00Z") });
    expect(noticesOf(before)).not.toContain("service_withdrawn_since");
    expect(before.sealed?.isQualified).toBe(false);
  });

  test("is not told of a service that was not listed yet when the seal is judged", async () => {
    // Clocks may differ: the seal is judged a minute before its own time.
    const at = new Date(GEN_TIME.getTime() - 60_000);
    const history = [{ status: "granted", since: GEN_TIME.toISOString() }] as const;
    const result = await judge({ at, trustList: listOf([unit.certificate, { history }]) });
    expect(result.sealed?.isQualified).toBe(true);
    expect(result.qualified.evidence["at_existence"]).toBeNull();
    expect(noticesOf(result)).not.toContain("service_withdrawn_since");
  });

  test("has no entry in the claim unless list and service are known", async () => {
    const list = listOf([unit.certificate]);
    for (const unknown of [{ list: null }, { service: null }]) {
      const trustList: TrustList = {
        ...list,
        anchorsFor: (...asked) => list.anchorsFor(...asked),
        qualify: (...asked) => ({ ...list.qualify(...asked), ...unknown }),
      };
      expect((await judge({ trustList })).sealed?.trustedListEntry).toBeNull();
    }
  });
});

describe("certificates beside a seal", () => {
  const damaged = () => {
    const der = root.certificate.der.slice();
    const at = der.findIndex((byte, i) => byte === 0x01 && der[i + 1] === 0x01 && der[i + 2] === 0xff);
    der[at + 2] = 0x01;
    return pemOf(der);
  };

  test("not trusted: those that cannot be read are told, and the others used", async () => {
    const between = await issueAuthority("Between", { issuer: root });
    const below = await tokenOf(await issueUnit(between));
    const result = await judge({ certificates: [pem(between), "x", `${damaged()}${pem(root)}`] }, below);
    expect(codesOf(result).slice(0, 2)).toEqual(["passed", "ok"]);
    expect(result.said("certificates")).toEqual([
      "checked ok",
      "unreadable not_recognised pem_no_certificate",
      "unreadable damaged der_boolean",
    ]);
  });

  test("trusted: those that cannot be read are told with their places", async () => {
    const result = await judge({ trust: [pem(unit), `${pem(root)}${damaged()}`] });
    expect(result.notices[0]).toEqual({
      code: "trust_certificate_unreadable",
      evidence: { index: 1, number: 2, code: "der_boolean" },
    });
  });

  test("trusted: a text without one is a mistake of the caller", async () => {
    const error = await judge({ trust: ["x"] }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as RangeError).cause).toBeInstanceOf(Error);
  });
});

describe("revocation data beside a seal", () => {
  const [JUNK] = [Uint8Array.of(1)];

  test("is used, by list or by response", async () => {
    const crl = await issueCrl(root);
    const ocsp = await issueOcspResponse(root, unit.certificate);
    for (const asked of [{ crls: [crl.der] }, { ocsp: [ocsp.der] }]) {
      const result = await judge(asked);
      expect(result.check.evidence["revocation"]).toMatchObject({ status: "good", as_of: NOW.toISOString() });
      expect(noticesOf(result)).toEqual(["qualification_not_checked"]);
    }
  });

  test("that cannot be read is told", async () => {
    const crl = await issueCrl(root);
    const lists = await judge({ crls: [crl.der, JUNK!] });
    expect(lists.said("crl")).toEqual(["checked ok", "unreadable damaged der_truncated"]);
    const responses = await judge({ crls: [crl.der], ocsp: [JUNK!] });
    expect(responses.said("ocsp_response")).toEqual(["unreadable damaged der_truncated"]);
  });

  test("is asked for, and told", async () => {
    const crl = await issueCrl(root);
    const asked: unknown[] = [];
    const revocationSource: RevocationSource = {
      name: "the authority",
      fetchRevocation: async (question) => {
        asked.push(question);
        const about = unit.certificate;
        return {
          answers: [{ kind: "crl", bytes: crl.der, url: "http://crl", about, position: 0 }],
          gaps: [],
          issuers: [],
        };
      },
    };
    const result = await judge({ revocationSource });
    expect(asked).toEqual([
      expect.objectContaining({
        signer: expect.objectContaining({ der: unit.certificate.der }),
        anchors: [expect.objectContaining({ der: root.certificate.der })],
        certificates: [expect.objectContaining({ der: unit.certificate.der })],
        now: NOW,
      }),
    ]);
    expect(result.check.evidence["revocation"]).toMatchObject({
      status: "good",
      online: { source: "the authority" },
    });
    expect(noticesOf(result)).toEqual(["revocation_fetched", "qualification_not_checked"]);
    expect(result.isRevocationAsked).toBe(true);
    const failed = await judge({ revocationSource }, token, { ...CONTENT, hash: "00".repeat(32) });
    expect([failed.isRevocationAsked, asked.length]).toEqual([false, 1]);
  });
});

describe("the entry of a list beside a seal", () => {
  const ENTRY = {
    format: "svc-trusted-list-entry/1",
    territory: "ES",
    provider: "Example TSP",
    service: "Example time stamps",
    status: "granted",
    since: "2026-01-01T00:00:00Z",
    list: { sequence_number: 6, sha256: "12".repeat(32) },
    snapshot_sha256: "34".repeat(32),
  };
  const told = async (entry: Uint8Array, trustList: TrustList | null = listOf([unit.certificate])) =>
    judge({ trustList, entry });

  test("that agrees", async () => {
    const result = await told(json(ENTRY));
    expect(result.said("trusted_list_entry")).toEqual(["checked ok"]);
    expect(result.qualified.evidence["told"]).toMatchObject({ agrees: true });
    expect(result.qualified.evidence["result"]).toBe("qualified");
    expect(noticesOf(result)).toEqual(["trust_list_given", "revocation_not_checked"]);
  });

  test("that differs", async () => {
    const result = await told(json({ ...ENTRY, territory: "FR" }));
    expect(result.notices.at(-1)).toEqual({
      code: "trusted_list_entry_differs",
      evidence: { fields: ["territory"] },
    });
  });

  test("that is malformed", async () => {
    const result = await told(json({ ...ENTRY, territory: "es" }));
    expect(result.said("trusted_list_entry")).toEqual(["unreadable damaged trusted_list_entry_malformed"]);
    expect(result.qualified.evidence).not.toHaveProperty("told");
  });

  test("that nothing can be compared with", async () => {
    const result = await told(json(ENTRY), null);
    expect(result.qualified).toMatchObject({ status: "skipped", evidence: { told: { agrees: null } } });
    expect(noticesOf(result)).not.toContain("trusted_list_entry_differs");
  });
});

describe("timestamps beside a seal", () => {
  /** Beyond the epoch after the last checkpoint, whose target is known. */
  const HEIGHT = CHECKPOINTS.lastHeight + 2_017;
  const BLOCK_TIME = new Date("2026-11-01T00:00:00Z");
  afterEach(() => void vi.restoreAllMocks());

  /** A block with this root that a test can mine. Bitcoin's own are bound by the work of the last checkpoint. */
  function source(merkleRoot: Uint8Array): BitcoinSource {
    vi.spyOn(CHECKPOINTS, "maxTargetAt").mockReturnValue(2n ** 256n);
    let nonce = 0;
    const mined = () =>
      parseBlockHeader(
        encodeBlockHeader({
          version: 1,
          previousHash: new Uint8Array(32),
          merkleRoot,
          time: BLOCK_TIME.getTime() / 1000,
          bits: 0x207fffff,
          nonce: nonce++,
        }),
      );
    let header = mined();
    while (header.hash[31]! >= 0x7f) header = mined();
    return {
      name: "an explorer",
      fetchTip: async () => ({ height: HEIGHT + 10, chain: "main" }),
      fetchHeader: async () => header.bytes,
    };
  }
  const stampOf = (digest: Uint8Array) =>
    encodeDetachedTimestamp({
      hash: "sha256",
      digest,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: HEIGHT } }] },
    });
  const EXPIRED = new Date("2028-06-01T00:00:00Z");

  test.each([
    ["a bare token", () => token, () => token],
    ["the token in a response", () => responseOf(token), () => token],
    ["a response", () => responseOf(token), () => responseOf(token)],
  ])("about %s: it outlives its certificate", async (_, seal, stamped) => {
    const digest = sha256(stamped());
    const work = new Work();
    const bitcoin = { now: NOW, work, sources: [source(digest)] };
    const asked = { bitcoin, work, stamps: [stampOf(digest)], at: EXPIRED };
    const result = await judge(asked, seal());
    expect(codesOf(result).slice(0, 2)).toEqual(["passed", "ok"]);
    expect(result.check.evidence["proof_of_existence"]).toMatchObject({
      needed: true,
      no_later_than: "2026-11-01T02:00:00.000Z",
      relied_on: ["an explorer"],
    });
    expect(noticesOf(result)).toEqual([
      "asked_as_of_another_time",
      "qualification_not_checked",
      "revocation_not_checked",
      "rests_on_proof_of_existence",
    ]);
    const untrusted = await judge({ ...asked, trust: [] }, seal());
    expect(noticesOf(untrusted)).toEqual(["asked_as_of_another_time"]);
    expect(result.said("seal_timestamp")).toEqual(["checked ok"]);
    expect(result.existence).toMatchObject({ isAsked: true });
    const listed = await judge({ ...asked, trustList: listOf([unit.certificate]) }, seal());
    expect(listed.qualified.evidence["at_existence"]).toMatchObject({
      time: "2026-11-01T02:00:00.000Z",
      basis: "proof-of-existence",
    });
  });

  test("that lead to no block: told only where one is contradicted, or the seal does not stand", async () => {
    const [work, stamps] = [new Work(), [stampOf(sha256(token))]];
    const open = { stamps, work };
    expect(noticesOf(await judge(open))).not.toContain("proof_of_existence_not_standing");
    const code = "no_bitcoin_header";
    const missed = { code: "proof_of_existence_not_standing", evidence: { code } };
    expect((await judge({ ...open, at: EXPIRED })).notices).toContainEqual(missed);
    const bitcoin = { now: NOW, work, sources: [source(new Uint8Array(32))] };
    expect((await judge({ ...open, bitcoin })).notices).toContainEqual({
      code: "proof_of_existence_not_standing",
      evidence: { code: "bitcoin_root_mismatch" },
    });
  });

  test("about something else are told and left out", async () => {
    const result = await judge({ stamps: [stampOf(new Uint8Array(32)), Uint8Array.of(1)] });
    const codes = ["timestamp_of_other_content", "not_recognised"];
    expect(result.said("seal_timestamp")).toEqual([
      `not_applicable ${codes[0]}`,
      `unreadable ${codes[1]} ots_bad_magic`,
    ]);
    expect(result.notices.filter((one) => one.code === "proof_of_existence_not_standing")).toEqual(
      codes.map((code) => ({ code: "proof_of_existence_not_standing", evidence: { code } })),
    );
    expect(result.existence).toBeNull();
    expect(result.check.evidence).not.toHaveProperty("proof_of_existence");
  });

  test("of a seal that cannot be read, or is a refusal", async () => {
    for (const [seal, status, code] of [
      [token.subarray(0, 50), "indeterminate", "damaged"],
      [sequence(sequence(integer("00")), sequence()), "indeterminate", "damaged"],
      [sequence(sequence(integer("02"))), "failed", "timestamp_not_granted"],
    ] as const) {
      const result = await judge({ stamps: [stampOf(sha256(seal))] }, seal);
      expect(codesOf(result).slice(0, 2)).toEqual([status, code]);
      expect(result.said("seal_timestamp")).toEqual(["checked ok"]);
    }
  });
});

describe("the budget of a seal", () => {
  test("that ends leaves both checks undecided, wherever it ends", async () => {
    const ocsp = (await issueOcspResponse(root, unit.certificate)).der;
    const crl = (await issueCrl(root)).der;
    const entry = json({ format: "svc-trusted-list-entry/1" });
    const stamp = encodeDetachedTimestamp({
      hash: "sha256",
      digest: sha256(token),
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] },
    });
    for (const asked of [
      { trust: [pem(root)] },
      { trust: [], certificates: [pem(root)] },
      { trust: [], crls: [crl] },
      { trust: [], ocsp: [ocsp] },
      { trust: [], entry },
      { trust: [], stamps: [stamp] },
      { trust: [] },
    ]) {
      const result = await judge({ ...asked, work: new Work({ units: 1 }) }, responseOf(token));
      expect(codesOf(result)).toEqual([
        "indeterminate",
        "work_limit_exceeded",
        ...("trust" in asked && Object.keys(asked).length === 1 && asked.trust.length === 0
          ? ["skipped", "no_trust_list"]
          : ["indeterminate", "work_limit_exceeded"]),
      ]);
      expect([result.sealed, result.notices]).toEqual([null, []]);
    }
  });

  test("pays for reading a response once more, to find the token that a timestamp may be about", async () => {
    const spent = async (seal: Uint8Array, stamps: readonly Uint8Array[]) => {
      const work = new Work({ units: 1_000_000 });
      await judge({ work, stamps }, seal);
      return 1_000_000 - work.left;
    };
    const stamps = [Uint8Array.of(1)];
    const ofToken = (await spent(token, stamps)) - (await spent(token, []));
    const response = responseOf(token);
    const ofResponse = (await spent(response, stamps)) - (await spent(response, []));
    expect(ofResponse).toBeGreaterThan(ofToken + 100);
  });

  test("may throw what is no error of the bytes: that is passed on, whenever it is", async () => {
    class Failing extends Work {
      #calls = 0;
      readonly #at: number;
      constructor(at: number) {
        super();
        this.#at = at;
      }
      override spend(units: number) {
        if (this.#calls++ === this.#at) throw new RangeError("stopped");
        super.spend(units);
      }
    }
    const stamps = [Uint8Array.of(1)];
    for (let at = 0; at < 60; at += 3) {
      const work = new Failing(at);
      await expect(judge({ trust: [], stamps, work }, responseOf(token))).rejects.toThrow(RangeError);
    }
  });

  test("that is aborted throws the reason", async () => {
    const reason = new Error("enough");
    const work = new Work({ signal: AbortSignal.abort(reason) });
    await expect(judge({ work, trust: [], crls: [Uint8Array.of(1)] })).rejects.toBe(reason);
  });
});

describe("a seal beside a timestamp of some digest", () => {
  test("of SHA-256 is verified, of SHA-1 too, though it is weak", async () => {
    expect((await judge()).check).toMatchObject({ status: "passed", code: "ok" });
    const sha1 = { algorithm: "SHA-1", hash: HASH.slice(0, 40) } as const;
    expect((await judge({}, token, sha1)).check.code).toBe("imprint_algorithm_mismatch");
  });

  test("of another hash cannot be compared, and is only read", async () => {
    const content = { algorithm: "Keccak-256", hash: HASH } as const;
    const read = async (seal: Uint8Array, asked?: Asked) => judge(asked, seal, content);
    const result = await read(token, { certificates: ["x"] });
    expect(result.check).toEqual({
      id: "seal",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm: "Keccak-256", stated: HASH },
    });
    expect(result).toMatchObject({
      qualified: { id: "qualified", status: "skipped", code: "depends_on_failed_check" },
      sealed: null,
      notices: [],
      existence: null,
    });
    expect((await read(token.subarray(0, 50))).check).toEqual({
      id: "seal",
      status: "indeterminate",
      code: "damaged",
      basis: "computed",
      evidence: expect.objectContaining({ fault: "der_truncated", message: expect.any(String) }),
    });
    const failing = new (class extends Work {
      override spend() {
        throw new RangeError("stopped");
      }
    })();
    await expect(read(token, { work: failing })).rejects.toThrow(RangeError);
    const limited = await read(token, { work: new Work({ units: 0 }) });
    expect(limited.check).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
  });
});

test("trusted certificates spend too", async () => {
  const text = `${"x".repeat(10_000)}-----BEGIN CERTIFICATE-----`;
  const { check } = await judge({ trust: [text], work: new Work({ units: 100 }) });
  expect(check).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
});

test("a seal that was merely found takes nothing from the budget, nor do the headers that are read for its timestamps", async () => {
  const forged = await tokenOf(await issueUnit(await issueAuthority("Anybody")));
  const left = async (seals: readonly Uint8Array[]) => {
    const work = new Work();
    const nothing = async () => [];
    const found = { hasTimestamps: () => true, timestampsOf: nothing, headersFor: nothing };
    const headers = statedOf("headers", [new TextEncoder().encode(`0 ${"0".repeat(160)}\n`.repeat(100))]);
    const ofSeals = {
      hasSeals: () => true,
      sealsOf: async () => seals,
      material: async () => ({ certificates: [], crls: [], ocspResponses: [], unread: 0 }),
      judged: () => undefined,
    };
    await judge({ work, found: ofSeals, bitcoin: { now: NOW, work, headers, found } });
    return work.left;
  };
  expect(await left([forged, responseOf(forged)])).toBe(await left([]));
});

describe("certificates that were merely found", () => {
  const judgeWith = async (certificates: readonly Issued["certificate"][], asked: Asked = {}) => {
    const work = new Work();
    const found = {
      hasSeals: () => false,
      sealsOf: async () => [],
      material: async () => ({ certificates, crls: [], ocspResponses: [], unread: 0 }),
      judged: () => undefined,
    };
    const trustList = listOf([unit.certificate]);
    const result = await judge({ trustList, found, work, certificates: [pem(root)], ...asked });
    return { ...result, left: work.left };
  };
  const ofRoot = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { certificate } = await issueAuthority("", {
          subject: root.certificate.subject.der,
          key: unit.key,
        });
        return certificate;
      }),
    );

  test("take nothing from the budget of a seal", async () => {
    const { left } = await judgeWith([]);
    // Anyone can write the name and the number of the signer, and the name of its issuer.
    const { issuer, serialNumber } = unit.certificate;
    const { certificate } = await issueAuthority("Anybody");
    const copies = Array.from({ length: 100 }, () => ({ ...certificate, issuer, serialNumber }));
    expect((await judgeWith(copies)).left).toBe(left);
    expect((await judgeWith(await ofRoot(10))).left).toBe(left);
  });

  test("under the name of the issuer of what a list names, more than are tried: revocation data may be missed", async () => {
    const many = await ofRoot(1100);
    const crls = [(await issueCrl(root)).der];
    const malformed = "seal_revocation_data_malformed";
    for (const [asked, isTold] of [
      [{}, false],
      [{ crls }, true],
    ] as const) {
      const result = await judgeWith(many, asked);
      expect(codesOf(result)).toEqual(["passed", "ok", "passed", "ok"]);
      expect(noticesOf(result).includes(malformed)).toBe(isTold);
    }
  });
});
