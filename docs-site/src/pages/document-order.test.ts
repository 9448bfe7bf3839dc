import { expect, test } from "vitest";
import { documentOrder } from "./document-order.js";

test("pages have the place of their row, and those beside another no description", () => {
  const order = documentOrder(
    "| Page | Content |\n|---|---|\n| [glossary.md](glossary.md) | one `proof` |\n| [x](x.md) | `code` first |\n| [en](guides/en/a.md), [de](guides/de/a.md) | courts |\n| plain | text |\n",
  );
  expect([...order]).toEqual([
    ["glossary.html", { rank: 0, description: "One `proof`" }],
    ["x.html", { rank: 1, description: "`code` first" }],
    ["guides/en/a.html", { rank: 2, description: "Courts" }],
    ["guides/de/a.html", { rank: 3, description: null }],
  ]);
});
