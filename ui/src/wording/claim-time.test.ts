import type { Claim } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { LANGUAGES } from "../language.js";
import { verdict as english } from "../texts/result/english.js";
import { verdict as french } from "../texts/result/french.js";
import { verdict as german } from "../texts/result/german.js";
import { verdict as spanish } from "../texts/result/spanish.js";
import { accuracyText, claimTimeText, localClaimTime, shortClaimTimeText } from "./claim-time.js";

const TEXTS = { en: english, es: spanish, de: german, fr: french };

const claimOf = (type: Claim["source"]["type"], seconds: number | null): Claim => ({
  statement: "existed_no_later_than",
  time: "2026-11-22T00:30:00.000Z",
  stated_time: "2026-11-21T22:30:00.000Z",
  accuracy_seconds: seconds,
  basis: "computed",
  source: { type } as Claim["source"],
});
const bitcoin = claimOf("bitcoin-block", 7200);
const seal = claimOf("rfc3161-timestamp", 7200);

test("of Bitcoin is the day, in UTC", () => {
  expect(claimTimeText(bitcoin, "en")).toBe("22 November 2026 (UTC)");
  expect(shortClaimTimeText(bitcoin, "en")).toBe("22 Nov 2026 (UTC)");
  expect(localClaimTime(bitcoin, "en")).toBeNull();
  for (const language of LANGUAGES) {
    for (const text of [claimTimeText(bitcoin, language), shortClaimTimeText(bitcoin, language)]) {
      expect(text).toMatch(/22.*2026 \(UTC\)$/);
      expect(text).not.toContain("30");
    }
    // What the block itself states is told exactly, and whose clock that is.
    const told = accuracyText(bitcoin, TEXTS[language].sources, language);
    expect(told).toMatch(/21.*2026.*22:30:00\u00a0UTC/);
    expect(told).not.toMatch(/7[.,\s]?200/);
  }
});

test("of another source is the moment", () => {
  expect(claimTimeText(seal, "en")).toBe("22 November 2026 at 00:30:00\u00a0UTC");
  expect(shortClaimTimeText(seal, "en")).toBe("22 Nov 2026, 00:30:00\u00a0UTC");
  expect(accuracyText(seal, english.sources, "en")).toContain("7,200 seconds");
  const none = claimOf("evm-block", null);
  expect(accuracyText(none, english.sources, "en")).toBe(english.sources.accuracyUnknown);
});
