import { expect, it } from "vitest";
import { priceText, sizeText } from "./parts.js";

const plain = (text: string) => text.replace(/\s/g, " ");

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [50_000_000, "50 MB"],
  [5_000_000_000, "5 GB"],
  [5_250_000_000_000_000, "5,250 TB"],
])("writes %i bytes", (bytes, text) => expect(plain(sizeText(bytes, "en"))).toBe(text));

it("writes prices as each language does", () => {
  expect(plain(priceText(1_200, "de"))).toBe("1.200 €");
  expect(plain(priceText(49, "en"))).toBe("€49");
});
