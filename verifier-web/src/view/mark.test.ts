/** The page and the icons of the installed site show one mark. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MARK_CHECK, MARK_RIDGES } from "./mark-shape.js";

test("the icon has the shapes of the page's mark", () => {
  const icon = readFileSync(new URL("../../public/icon.svg", import.meta.url), "utf8");
  for (const shape of [MARK_RIDGES, MARK_CHECK]) expect(icon).toContain(`d="${shape}"`);
});
