import { expect, test } from "vitest";
import { forShadowRoot } from "./element-style.js";

test("a page's rules become those of a shadow root", () => {
  const css = forShadowRoot(`:root { color-scheme: light dark; --ink: light-dark(#111, #eee); }
html { color: red; }
@media (width < 36rem) { .a { margin: 0.5rem -1rem; } }`);
  expect(css).toContain("--ink: var(--svc-proof-ink, light-dark(#111, #eee));");
  expect(css).not.toMatch(/color-scheme|html|:root|\drem/);
  expect(css).toContain("@container (width < 576px)");
  expect(css).toContain(
    "margin: calc(0.5 * var(--svc-proof-size, 16px)) calc(-1 * var(--svc-proof-size, 16px))",
  );
});

test("what has no place in a shadow root is refused", () => {
  expect(() => forShadowRoot(":root[lang] .a { color: red }")).toThrow("no place in a shadow root");
});
