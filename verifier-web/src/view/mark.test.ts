/** The page and the icons of the installed site show one mark. */

import { readFileSync } from "node:fs";
import { MARK_CHECK, MARK_RIDGES } from "@svc-proof/verifier-web/ui/components";
import { expect, test } from "vitest";

test("the icon has the shapes of the page's mark", () => {
  const icon = readFileSync(new URL("../../public/icon.svg", import.meta.url), "utf8");
  for (const shape of [MARK_RIDGES, MARK_CHECK]) expect(icon).toContain(`d="${shape}"`);
});
