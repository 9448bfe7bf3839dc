import type { Claim } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../language.js";
import { common } from "../texts/page/english.js";
import { verdict as english } from "../texts/result/english.js";
import { verdict as french } from "../texts/result/french.js";
import { verdict as german } from "../texts/result/german.js";
import { verdict as spanish } from "../texts/result/spanish.js";
import {
  accuracyText,
  amountText,
  claimTimeText,
  localClaimTime,
  localText,
  rateText,
  shortClaimTimeText,
  shownName,
  shownNameText,
  timeLeftText,
  utcText,
} from "./values.js";

describe("claim time", () => {
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
});

describe("amount", () => {
  test("an amount states its total if known", () => {
    expect(amountText(5e6, 1e9, common, "en")).toBe("5 MB of 1 GB");
    expect(amountText(5e6, null, common, "en")).toBe("5 MB");
    expect(rateText(250e6, common, "en")).toBe("250 MB per second");
  });

  test.each([
    [0.4, "nearly done"],
    [1, "1 second left"],
    [99, "99 seconds left"],
    [100, "2 minutes left"],
    [3600, "60 minutes left"],
  ])("%d seconds: %s", (seconds, text) => {
    expect(timeLeftText(seconds, common, "en")).toBe(text);
  });
});

describe("instant text", () => {
  const TIME = "2026-11-21T17:18:57.000Z";

  test("a moment names its zone, in every language", () => {
    expect(utcText(TIME, "en")).toBe("21 November 2026 at 17:18:57\u00a0UTC");
    expect(utcText(TIME, "de")).toBe("21. November 2026 um 17:18:57\u00a0UTC");
    expect(utcText(TIME, "es")).toBe("21 de noviembre de 2026 a las 17:18:57\u00a0UTC");
    expect(utcText(TIME, "fr")).toMatch(/^21 novembre 2026 à 17:18:57\u00a0UTC$/);
  });

  test("in the reader's zone the hour differs, and the zone has its name", () => {
    expect(localText(TIME, "en", "America/New_York")).toEqual({
      time: "21 November 2026 at 12:18:57",
      zone: "America/New_York",
    });
    expect(localText(TIME, "en", "Etc/UTC")).toBeNull();
  });

  test("an invalid date is shown as it is", () => {
    expect(utcText("20261121171853Z", "en")).toBe("20261121171853Z");
    expect(localText("never", "en", "Europe/Madrid")).toBeNull();
  });
});

describe("shown name", () => {
  test.each([
    ["plain name.pdf", "plain name.pdf"],
    ["invoice\u202efdp.exe", "invoice[U+202E]fdp.exe"],
    ["a\u0000b\nc\u2028d", "a[U+0000]b[U+000A]c[U+2028]d"],
    ["zero\u200bwidth\ufeff", "zero[U+200B]width[U+FEFF]"],
    ["\u{e0041}tag", "[U+E0041]tag"],
    ["half \ud800", "half [U+D800]"],
    ["می‌خواهم.pdf", "می‌خواهم.pdf"],
    ["👩‍⚖️.txt", "👩‍⚖️.txt"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  ])("%j is shown as %s", (name, shown) => {
    expect(shownNameText(name)).toBe(shown);
  });

  test("a name of a million characters is cut in the middle, and its ending stays", () => {
    const shown = shownNameText(`${"a".repeat(1_000_000)}.exe`);
    expect(shown.length).toBeLessThan(200);
    expect(shown).toMatch(/^a+…a+\.exe$/);
  });

  test("a cut never splits a character", () => {
    for (let before = 95; before < 105; before++) {
      const name = "a".repeat(before) + "🦄".repeat(100);
      expect(shownNameText(name)).not.toContain("U+D");
    }
  });

  test("no invisible character remains in any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 160 }), (name) => {
        const texts = shownName(name).map((part) => ("text" in part ? part.text : ""));
        expect(texts.join(" ")).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
      { numRuns: 50 },
    );
  });
});
