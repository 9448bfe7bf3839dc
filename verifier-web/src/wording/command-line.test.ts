import type { Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { commandLine } from "./command-line.js";

const HASH = "ab".repeat(32);
const NOTHING = { checks: [], inputs: [] } as unknown as Report;
const GIVEN = {
  report: NOTHING,
  files: [{ name: "proof.json", role: "proof" }],
  asked: [],
  trustsSandbox: false,
};

test("the input alone", () => {
  expect(commandLine(GIVEN)).toBe("node svc-verify.mjs proof.json");
  expect(commandLine({ ...GIVEN, files: [] })).toBe("node svc-verify.mjs FILE");
});

test("every file with its option", () => {
  const files = [
    { name: "my proof.json", role: "proof" },
    { name: "-original.bin", role: "original" },
    { name: "473.bin", role: "headers" },
    { name: "blockchain_headers", role: "headers", firstHeight: 0 },
    { name: "some headers@100", role: "headers", firstHeight: 100 },
    { name: "a.pem", role: "authority", isTrusted: true },
    { name: "b.pem", role: "authority", isTrusted: false },
    { name: "lists.json", role: "snapshot" },
  ];
  expect(commandLine({ ...GIVEN, files })).toBe(
    "node svc-verify.mjs --original ./-original.bin --headers 473.bin --headers blockchain_headers@0 --headers 'some headers@100@100' --trust a.pem --certificates b.pem --trust-list lists.json 'my proof.json'",
  );
});

test("each content once, one seal, and nothing that is false by itself", () => {
  const inputs = [{ kind: "timestamp", name: "forged.ots", status: "failed" }];
  const report = { checks: [], inputs } as unknown as Report;
  const files = [
    { name: "proof.json", role: "proof", hash: HASH },
    { name: "a.ots", role: "timestamp", hash: "01".repeat(32) },
    { name: "forged.ots", role: "timestamp", hash: "02".repeat(32) },
    { name: "a.tsr", role: "seal", hash: "03".repeat(32) },
    { name: "b.tsr", role: "seal", hash: "04".repeat(32) },
    { name: "copy.ots", role: "timestamp", hash: "01".repeat(32) },
    { name: "copy.json", role: "proof", hash: HASH },
  ];
  expect(commandLine({ ...GIVEN, report, files })).toBe(
    "node svc-verify.mjs --timestamp a.ots --seal a.tsr proof.json",
  );
});

test("every source that was asked, and the sandbox's root", () => {
  const asked = [
    {
      kind: "evm",
      chainId: 31337,
      network: "",
      endpoints: ["http://127.0.0.1:8545", "http://localhost:1/?a=1&b=2"],
    },
    { kind: "bitcoin", chainId: null, network: "Bitcoin", endpoints: ["https://blockstream.info/api"] },
  ] as const;
  expect(commandLine({ ...GIVEN, asked, trustsSandbox: true })).toBe(
    "node svc-verify.mjs --trust sandbox-root.pem --rpc 31337=http://127.0.0.1:8545 --rpc '31337=http://localhost:1/?a=1&b=2' --esplora https://blockstream.info/api proof.json",
  );
});

test.each([
  ["that matches", { hash: HASH }],
  ["that differs", { stated: "00".repeat(32), computed: HASH }],
])("a fingerprint %s, entered in place of the original", (_, evidence) => {
  const report = {
    checks: [{ id: "content", evidence }],
    inputs: [{ kind: "content_hash" }],
  } as unknown as Report;
  expect(commandLine({ ...GIVEN, report })).toBe(`node svc-verify.mjs --hash ${HASH} proof.json`);
});

test("a name that cannot be shown exactly is left to the reader", () => {
  const files = [
    { name: "a\nb.json", role: "proof" },
    { name: "c\u0000", role: "headers", firstHeight: 7 },
  ];
  expect(commandLine({ ...GIVEN, files })).toBe("node svc-verify.mjs --headers FILE@7 FILE");
});
