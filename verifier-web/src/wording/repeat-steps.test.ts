import { execFileSync } from "node:child_process";
import type { Report } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandLine, PLACEHOLDER_FILE, shellWord } from "./repeat-steps.js";

describe("command line", () => {
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
});

describe("shell word", () => {
  // Words as a real shell reads them.
  const read = (word: string) => execFileSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" });

  test.each([
    "plain.txt",
    "two words.txt",
    "it's.txt",
    "$(rm -rf ~)",
    "`id`",
    'a"b\\c',
    "*",
    "~root",
    "#",
    "Ünïcödé 契約.pdf",
  ])("%j reaches a program unchanged", (name) => {
    expect(read(shellWord(name))).toBe(name);
  });

  test("a name is never an option", () => {
    expect(read(shellWord("-rf"))).toBe("./-rf");
  });

  test.each(["", "a\nb", "a\u0000b", "a\u001b[2Jb", "invoice\u202efdp.exe", "x".repeat(513)])(
    "%j is left to the reader",
    (name) => {
      expect(shellWord(name)).toBe(PLACEHOLDER_FILE);
    },
  );

  test("any name is one word, or none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (name) => {
        const word = shellWord(name);
        const expected =
          word === PLACEHOLDER_FILE ? PLACEHOLDER_FILE : name.startsWith("-") ? `./${name}` : name;
        expect(read(word)).toBe(expected);
      }),
      { numRuns: 40 },
    );
  });
});
