import { expect, it } from "vitest";
import { PAGE_TEXTS } from "../texts/page-texts.js";
import { authorityText } from "./proof.js";
import { deviceText } from "./security.js";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
    "Chrome 141 on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "Edge 141 on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari 18 on iOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet 28 on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari 26 on macOS",
  ],
  ["curl/8.5.0", "curl"],
  ["Mozilla/5.0", "unknown"],
  ["", "unknown"],
  ["\u202eevil <b>", "unknown"],
])("names the browser of %j", (userAgent, text) => {
  expect(deviceText(userAgent, PAGE_TEXTS.en.security)).toBe(text);
});

it("names the system in the language of the page", () => {
  const said = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  expect(deviceText(said, PAGE_TEXTS.fr.security)).toBe("Firefox 140 sur Linux");
});

it.each([
  ["Example TSA", "Example TSA"],
  ["O=Sandbox\\, not qualified,C=DE", "Sandbox, not qualified"],
  ["CN=TSA \\+ more,O=Example", "TSA + more"],
  ["OU=only", "OU=only"],
])("writes the authority %j as people do", (name, text) => {
  expect(authorityText(name)).toBe(text);
});
