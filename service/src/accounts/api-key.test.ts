import { expect, it } from "vitest";
import { generateApiKey, hashApiKey, isApiKey } from "./api-key.js";

it("generates keys of 32 random bytes in the interface's form", () => {
  const keys = new Set(Array.from({ length: 100 }, generateApiKey));
  expect(keys.size).toBe(100);
  for (const key of keys) {
    expect(key).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(key.slice(4), "base64url")).toHaveLength(32);
    expect(isApiKey(key)).toBe(true);
  }
});

it.each([
  "",
  "svc_",
  `svc_${"a".repeat(42)}`,
  `svc_${"a".repeat(44)}`,
  `svc_${"a".repeat(42)}+`,
  `SVC_${"a".repeat(43)}`,
])("rejects %j as a key", (text) => expect(isApiKey(text)).toBe(false));

it("hashes the whole text of a key with SHA-256", () => {
  // printf 'svc_AAAA…' (43 A) | sha256sum
  expect(hashApiKey(`svc_${"A".repeat(43)}`)).toBe(
    "88989582df9145f6f2f5de98cf02767322dd98198d605b167063ced5d61e7e22",
  );
});
