/**
 * The checks `seal` and `qualified` by the shipped snapshot of the EU trusted lists, on every timestamp of the collection: on
 * the day when the lists were collected, and as of the timestamp's own time.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Check, type Report, summaryLine, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

interface ListedCertificate {
  readonly territory: string;
  readonly tlSavedHere: boolean;
  readonly service: string;
  readonly serviceName: string;
  readonly tsp: string;
  readonly statusNow: string;
  readonly statusAtGenTime: string;
  readonly statusAtGenTimeSince: string;
}

interface TspCase {
  readonly file: string;
  readonly imprint?: string;
  readonly genTime?: string;
  readonly signerNotAfter?: string;
  readonly trustedList?: readonly ListedCertificate[] | null;
  readonly qualifiedPerTL_atGenTime?: boolean | null;
}

const NOW = new Date("2026-11-21T12:00:00Z");

const folder = vectorFolder("tsp");
const cases: TspCase[] = folder === null ? [] : JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
const read = (file: string) => new Uint8Array(readFileSync(join(folder!, file)));

/** Answers that are not yes, or that are not given: "seal code; qualified status, code and territory". */
const OTHERS: Readonly<Record<string, string>> = {
  // Germany and Slovakia are not in the snapshot.
  "good/dtrust-de-2018-pss.tst": "no_trust_anchor; indeterminate trusted_list_missing DE",
  "good/disig-sk-2019-two-certs.tst": "no_trust_anchor; indeterminate trusted_list_missing SK",
  "good/freetsa-2024-sha512.tst": "no_trust_anchor; indeterminate trusted_list_missing DE",
  // Belgium is, and has no such service.
  "good/digitorus-nonce.tsr": "no_trust_anchor; indeterminate chain_incomplete BE",
  "good/digitorus-no-nonce.tsr": "no_trust_anchor; indeterminate chain_incomplete BE",
  // A test of ETSI's, in BER: France lists no such service.
  "bad/etsi-plugtest-ber-indefinite.tst": "no_trust_anchor; indeterminate service_not_listed FR",
  // Of no country that has a list.
  "good/identrust-2025-sha512.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  "good/sigstage-sha256.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  "good/sigstage-sha384.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  "good/sigstage-sha512.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  "good/test-tsa.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  "bad/test-tsa-injected-certs.tsr": "no_trust_anchor; indeterminate service_not_listed null",
  // Listed for certificates, not for time stamps.
  "bad/fnmt-es-2016-not-qtst.tst": "no_trust_anchor; indeterminate service_of_other_type ES",
  // Nothing is asked of a signature that cannot be checked, or does not hold.
  "good/sigstage-no-embedded-cert.tsr": "signer_certificate_missing; skipped",
  "good/sigstore-mock-expired.tsr": "signer_certificate_missing; skipped",
  "good/globalsign-2014-sha1.tsr": "hash_too_weak; skipped",
  "bad/sigstage-invalid-signature.tsr": "signature_invalid; skipped",
  "bad/eurocert-pl-ess-mismatch.tst": "signing_certificate_mismatch; skipped",
  "bad/exceet-messagedigest-mismatch.tst": "message_digest_mismatch; skipped",
  "bad/sectigo-es-2025-invalid-signature.tst": "signature_invalid; skipped",
  "bad/dtrust-de-2012-eku-not-critical.tst": "signer_purpose_not_critical; skipped",
  "bad/belgium-2017-messagedigest-mismatch.tst": "message_digest_mismatch; skipped",
  "bad/mldsa65-unknown-alg.tst": "signer_certificate_missing; skipped",
  "bad/derived-izenpe-2026-gentime-2025.tsr": "message_digest_mismatch; skipped",
  // Not a timestamp that can be read.
  "bad/digitorus-rejection.tsr": "not read",
  "bad/derived-izenpe-2026-trailing-garbage.tsr": "not read",
  "bad/derived-izenpe-2026-truncated.tsr": "not read",
  "bad/derived-huge-length.tsr": "not read",
  "bad/derived-granted-without-token.tsr": "not read",
};

async function run({ file }: TspCase, options: VerifyOptions = {}): Promise<Report> {
  const message = file.replace(/\.ts[rt]$/, ".msg");
  const content = existsSync(join(folder!, message)) ? { original: read(message) } : {};
  return verify(read(file), { now: NOW, ...content, ...options });
}
const checkOf = ({ checks }: Report, id: Check["id"]) => checks.find((check) => check.id === id);

function answerOf(report: Report): string {
  const [seal, qualified] = [checkOf(report, "seal"), checkOf(report, "qualified")];
  if (report.checks[0]?.status !== "passed") return "not read";
  if (qualified?.status === "skipped") return `${seal?.code}; skipped`;
  return `${seal?.code}; ${qualified?.status} ${qualified?.code} ${qualified?.evidence["territory"]}`;
}

/** The entry for time stamps that the index found in the lists that are saved. */
const entryOf = ({ trustedList }: TspCase) =>
  trustedList?.find(({ service, tlSavedHere }) => service === "TSA/QTST" && tlSavedHere);

describe.skipIf(folder === null)("by the shipped snapshot", () => {
  test("every case has an expectation", () => {
    expect(cases).toHaveLength(41);
    const files = ["good", "bad"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => /\.ts[rt]$/.test(name))
        .map((name) => `${part}/${name}`),
    );
    expect(cases.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const file of Object.keys(OTHERS)) expect(files).toContain(file);
    // The index calls two more qualified: one by a list that is not saved, one whose bytes do not follow the standard.
    const isYes = ({ file }: TspCase) => !Object.hasOwn(OTHERS, file);
    const byIndex = cases.filter(
      (one) => one.qualifiedPerTL_atGenTime === true && entryOf(one) !== undefined,
    );
    expect(byIndex.filter(isYes)).toEqual(cases.filter(isYes));
    expect(byIndex.filter((one) => !isYes(one)).map(({ file }) => file)).toEqual([
      "bad/derived-izenpe-2026-trailing-garbage.tsr",
    ]);
  });

  test.each(cases.map((one) => [one.file, one] as const))("%s", async (file, one) => {
    const today = await run(one);
    if (Object.hasOwn(OTHERS, file)) {
      expect(answerOf(today)).toBe(OTHERS[file]);
      expect(today.claims).toEqual([]);
      expect(summaryLine(today)).not.toContain("qualified electronic time stamp");
      return;
    }
    const entry = entryOf(one)!;
    const genTime = new Date(one.genTime!);
    const then = await run(one, { at: genTime });
    for (const report of [today, then]) {
      const { status, code, evidence } = checkOf(report, "qualified")!;
      expect([status, code]).toEqual(["passed", "ok"]);
      expect(evidence).toMatchObject({
        result: "qualified",
        territory: entry.territory,
        provider: entry.tsp,
        list: { territory: entry.territory },
        at_gen_time: { status: entry.statusAtGenTime },
        snapshot: { origin: "shipped" },
      });
      expect(evidence["service"]).toBe(entry.serviceName.replace(/\s+/g, " "));
      const { since } = evidence["at_gen_time"] as { since: string };
      expect(new Date(since)).toEqual(new Date(entry.statusAtGenTimeSince));
    }
    expect(checkOf(today, "qualified")?.evidence["at_existence"]).toMatchObject({ status: entry.statusNow });
    expect(checkOf(then, "qualified")?.evidence["at_existence"]).toMatchObject({ status: "granted" });
    const isWithdrawn = today.notices.some(({ code }) => code === "service_withdrawn_since");
    expect(isWithdrawn).toBe(entry.statusNow === "withdrawn");

    const hasExpired = new Date(one.signerNotAfter!) < NOW;
    expect(checkOf(today, "seal")?.code).toBe(hasExpired ? "out_of_bounds_no_poe" : "ok");
    expect(checkOf(then, "seal")?.code).toBe("ok");
    if (file === "bad/sk-ee-2017-datafile-changed.tst") {
      expect([then.outcome, checkOf(then, "content")?.code]).toEqual(["failed", "content_hash_mismatch"]);
      return;
    }
    expect(then.outcome).toBe("verified");
    expect(then.claims[0]?.source).toMatchObject({
      kind: "trusted-list",
      qualified: true,
      trusted_list: { territory: entry.territory },
    });
    expect(summaryLine(then)).toContain(
      `qualified electronic time stamp, by the trusted list of ${entry.territory}`,
    );
  });

  test("without default trust no timestamp stands", async () => {
    for (const one of cases) {
      const report = await run(one, { trustList: null });
      expect(report.outcome, one.file).not.toBe("verified");
      const qualified = checkOf(report, "qualified");
      const expected = checkOf(report, "format")?.status === "passed" ? "no_trust_list" : undefined;
      if (expected !== undefined) expect(qualified?.code, one.file).toBe(expected);
    }
  });
});
