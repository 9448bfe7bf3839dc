import { expect, test } from "vitest";
import { countryName } from "./country-name.js";

const TERRITORIES =
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK UK".split(" ");
const OF_INTL = new Map([
  ["EL", "GR"],
  ["UK", "GB"],
]);

test.each(["en", "es", "de", "fr"] as const)("territories in %s are as Intl names them", (language) => {
  const intl = new Intl.DisplayNames([language], { type: "region" });
  for (const territory of TERRITORIES) {
    expect(countryName(territory, language)).toBe(intl.of(OF_INTL.get(territory) ?? territory));
  }
});

test("another code stays a code", () => {
  expect(countryName("EU", "en")).toBe("EU");
  expect(countryName("toString", "en")).toBe("toString");
});
