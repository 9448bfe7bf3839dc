import type { Check, Evidence, Report, Verdict } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { SITE_TEXTS } from "../../../../test/site-texts.js";
import { LANGUAGES, type Language } from "../language.js";
import { evidenceParts, evidenceSentence, provenTexts } from "./evidence.js";

describe("evidence text", () => {
  async function sentence(revocation: Evidence, language: Language) {
    const check: Check = {
      id: "seal",
      status: "passed",
      code: "ok",
      basis: "relied-on",
      evidence: { revocation },
    };
    const [row] = evidenceParts(check)[0]!.rows;
    return evidenceSentence(row!, { ...SITE_TEXTS[language], language });
  }

  const good = { status: "good", revoked_at: null, as_of: "2026-11-20T18:15:00.000Z" };
  const later = { ...good, revoked_at: "2026-11-19T17:30:00.000Z" };

  describe("whether a certificate was revoked", () => {
    test.each(LANGUAGES)("is said as of a time: %s", async (language) => {
      expect(await sentence(good, language)).toMatch(/20.*18:15:00\u00a0UTC/);
      // Data of after a revocation do not say that there was none.
      expect(await sentence(later, language)).toMatch(/19.*17:30:00\u00a0UTC/);
      expect(await sentence(later, language)).not.toContain("18:15:00");
    });

    test("in English", async () => {
      expect(await sentence(good, "en")).toBe(
        "Not revoked, according to data of 20 November 2026 at 18:15:00\u00a0UTC.",
      );
      expect(await sentence(later, "en")).toBe(
        "Revoked only after the time of the electronic timestamp, on 19 November 2026 at 17:30:00\u00a0UTC.",
      );
    });
  });
});

describe("what a result proves", () => {
  const reportOf = (verdict: Verdict) =>
    ({ verdict, inputs: [], claims: [{ basis: "computed" }] }) as unknown as Report;

  test.each(LANGUAGES)("holds on the condition of its verdict: %s", (language) => {
    const texts = SITE_TEXTS[language].result;
    const { holdsIf, provesFingerprint, provesNothing, withoutService } = texts.meaning;
    const of = (verdict: Verdict) => provenTexts(reportOf(verdict), texts);
    expect(of("verified")).toEqual([...provesFingerprint, withoutService]);
    for (const verdict of ["chosen", "unvouched"] as const) {
      expect(of(verdict)).toEqual([holdsIf[verdict], ...provesFingerprint]);
    }
    for (const verdict of ["rehearsal", "failed", "indeterminate", "soFar"] as const) {
      expect(of(verdict)).toEqual(provesNothing);
    }
  });
});
