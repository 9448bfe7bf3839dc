import { expect, it } from "vitest";
import { isShortText } from "./short-text.js";

it.each(["a", "Notaría López & Söhne", "<script>alert(1)</script>", "👩‍💻", "x".repeat(60)])(
  "accepts %j",
  (text) => expect(isShortText(text, 60)).toBe(true),
);

it.each([
  "",
  "x".repeat(61),
  "a\nb",
  "a\u0000",
  "evil\u202egnp.exe",
  "\ud800",
  "a\u2028b",
  "\ufeffa",
  "\u200b",
  "\u2800 \u3164",
])("refuses %j", (text) => expect(isShortText(text, 60)).toBe(false));
