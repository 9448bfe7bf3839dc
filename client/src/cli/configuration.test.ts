import { expect, test } from "vitest";
import { looksLikeKey, serviceUrl } from "./configuration.js";

const options = { from: "SVC_PROOF_URL", allowsHttp: false };

test.each([
  ["https://proofs.example", "https://proofs.example/api/v2"],
  ["https://proofs.example/", "https://proofs.example/api/v2"],
  ["https://proofs.example/api/v2/", "https://proofs.example/api/v2"],
  ["https://example.org/proofs", "https://example.org/proofs/api/v2"],
  ["http://localhost:8080", "http://localhost:8080/api/v2"],
  ["http://[::1]:8080", "http://[::1]:8080/api/v2"],
])("%s is the API at %s", (word, url) => {
  expect(serviceUrl(word, options)).toBe(url);
});

test.each(["proofs.example", "ftp://x", "https://user:pass@x", "https://x?key=1", "https://x#y", "http://x"])(
  "%s is refused, and not repeated",
  (word) => {
    expect(() => serviceUrl(word, options)).toThrow(/^SVC_PROOF_URL: (?!.*pass)/);
  },
);

test("over http to another machine only if it is allowed", () => {
  expect(serviceUrl("http://x", { ...options, allowsHttp: true })).toBe("http://x/api/v2");
});

test.each([
  [`svc_${"a".repeat(43)}`, true],
  [`svc_${"a".repeat(42)}`, true],
  [`--url=svc_${"a".repeat(43)}`, true],
  [`./svc_${"a".repeat(43)}`, false],
  ["svc_report_of_the_year.pdf", false],
])("%s looks like a key: %s", (word, isKey) => {
  expect(looksLikeKey(word)).toBe(isKey);
});
