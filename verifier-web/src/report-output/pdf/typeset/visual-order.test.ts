import { expect, test } from "vitest";
import { isRightToLeft, visualOrder } from "./visual-order.js";

test.each([
  ["abc", "ltr", "abc"],
  ["אבג", "rtl", "גבא"],
  // Numbers keep their order, and stand to the left of what comes before them.
  ["אב 12", "rtl", "12 בא"],
  ["אב 12", "ltr", "12 בא"],
  ["אב cd הו", "rtl", "וה cd בא"],
  ["ab גד ef", "ltr", "ab דג ef"],
] as const)("%s in a text from %s is drawn as %s", (text, base, drawn) => {
  expect(visualOrder([...text], base).join("")).toBe(drawn);
});

test("a letter keeps its marks", () => {
  expect(visualOrder(["שׁ", "ל"], "rtl")).toEqual(["ל", "שׁ"]);
});

test("the first letter decides the direction", () => {
  expect(isRightToLeft("(2) חוזה.pdf")).toBe(true);
  expect(isRightToLeft("contract חוזה")).toBe(false);
  expect(isRightToLeft("契約")).toBe(false);
});
