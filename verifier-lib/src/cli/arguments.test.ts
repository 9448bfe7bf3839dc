import { describe, expect, test } from "vitest";
import { UsageError } from "../command-line/output.js";
import { type Arguments, expectNoneBesideFolder, parseArguments } from "./arguments.js";

const HASH = "ab".repeat(32);
const parsed = (...words: string[]) => parseArguments([...words, "p.json"]) as Arguments;
const refusal = (...words: string[]) => {
  try {
    parseArguments(words);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return null;
};

test("without options: text, no network, the shipped lists, the chains' own rules", () => {
  expect(parsed()).toEqual({
    files: ["p.json"],
    format: "text",
    color: "auto",
    isOnline: false,
    timeoutMs: 10_000,
    original: null,
    isOriginalRequired: false,
    hash: null,
    sources: [],
    minConfirmations: null,
    evidence: [],
    bitcoinSources: [],
    trustList: "shipped",
    revocationSource: null,
    at: null,
  });
});

test("each option has its place", () => {
  const args = parsed(
    ...["--online", "--timeout", "3", "--confirmations", "7", "--original", "o", "--require-original"],
    ...["--timestamp", "t1", "--timestamp", "t2", "--headers", "h", "--headers", "e@100"],
    ...["--seal", "s", "--seal-timestamp", "st", "--witness", "w", "--witness-timestamp", "wt"],
    ...["--trust", "ca", "--trust-list", "tl", "--certificates", "c", "--crl", "crl", "--ocsp", "ocsp"],
    ...["--at", "2026-11-21T12:00:00Z"],
  );
  expect(args).toMatchObject({
    isOnline: true,
    timeoutMs: 3000,
    minConfirmations: 7,
    original: "o",
    isOriginalRequired: true,
    trustList: { path: "tl" },
    evidence: [
      { kind: "timestamp", path: "t1", height: null },
      { kind: "timestamp", path: "t2", height: null },
      { kind: "headers", path: "h", height: null },
      { kind: "headers", path: "e", height: 100 },
      { kind: "seal", path: "s", height: null },
      { kind: "trust", path: "ca", height: null },
      { kind: "certificates", path: "c", height: null },
      { kind: "crl", path: "crl", height: null },
      { kind: "ocsp_response", path: "ocsp", height: null },
      { kind: "seal_timestamp", path: "st", height: null },
      { kind: "witness", path: "w", height: null },
      { kind: "witness_timestamp", path: "wt", height: null },
    ],
    at: new Date("2026-11-21T12:00:00Z"),
  });
});

test("--help and --version come before everything but wrong options", () => {
  expect(parseArguments(["--help", "--version"])).toBe("help");
  expect(parseArguments(["-h"])).toBe("help");
  expect(parseArguments(["--version"])).toBe("version");
  expect(refusal()).toBe("expected at least one FILE or FOLDER");
});

test.each([
  [[], "text", "auto"],
  [["--json"], "json", "auto"],
  [["--csv"], "csv", "auto"],
  [["--color", "auto"], "text", "auto"],
  [["--color", "always"], "text", "always"],
  [["--color", "never"], "text", "never"],
] as const)("%j is %s, colours: %s", (words, format, color) => {
  expect(parsed(...words)).toMatchObject({ format, color });
});

const spread = (text: string) => text.split(" ");
const HASHES = "--hash: expected 64 hexadecimal characters";
const INTEGER = "expected an integer from 1 to";
const DAY = "--at: expected a day or a time such as 2026-11-21T12:00:00Z, got";
const URL = "expected an http or https address";
test.each<[words: readonly string[], message: string]>([
  [spread("- - p"), "-: expected once at most"],
  [spread(`--original o --hash ${HASH} p`), "--original and --hash: expected one of them, got both"],
  [
    spread("--trust-list l --no-default-trust p"),
    "--trust-list and --no-default-trust: expected one of them, got both",
  ],
  [
    spread(`--require-original --hash ${HASH} p`),
    "--require-original and --hash: expected one of them, got both",
  ],
  [spread("--json --csv p"), "--json and --csv: expected one of them, got both"],
  [spread("--color red p"), '--color: expected auto, always, never, got "red"'],
  ...[63, 65, 95, 97, 127, 129].map((length): [string[], string] => [
    ["--hash", "a".repeat(length), "p"],
    HASHES,
  ]),
  // As it was typed.
  [spread("--hash XYZ p"), 'got "XYZ"'],
  ...["0", "601", "1.5", "x1", "1x", ""].map((word): [string[], string] => [
    [`--timeout=${word}`, "p"],
    `--timeout: ${INTEGER} 600, got "${word}"`,
  ]),
  ...["0", "1000001", "00000001", "-1"].map((word): [string[], string] => [
    [`--confirmations=${word}`, "p"],
    `--confirmations: ${INTEGER} 1000000, got "${word}"`,
  ]),
  [spread("--headers h@2147483648 p"), "expected a height below 2147483648"],
  ...[
    ...spread("2026-11-21T12:00:00 2026-11-21T12:00:00+01:00 2026-11-21T12:00:00.1234Z 2026-11-21T12Z"),
    ...spread("x2026-11-21 2026-11-21x 2026-02-30 2026-13-01 1969-12-31 20261121 +012026-11-21 today"),
  ].map((word): [string[], string] => [["--at", word, "p"], `${DAY} "${word}"`]),
  // An address is not repeated: it may hold a key.
  ...[
    ...spread("http://a 0=http://a 01=http://a x1=http://a 1= 9007199254740992=http://a"),
    "1=http://a\nb",
  ].map((word): [string[], string] => [["--rpc", word, "p"], "--rpc: expected CHAIN_ID=URL"]),
  [spread("--rpc 1=ftp://key@a.example p"), `--rpc: expected CHAIN_ID=URL with an http or https address`],
  [spread("--esplora ftp://key@a.example p"), `--esplora: ${URL}`],
  [spread("--bitcoin-rpc key p"), `--bitcoin-rpc: ${URL}`],
  [
    spread("--revocation-origin http://ca.example p"),
    "--revocation-origin: expected --online-revocation beside it",
  ],
  [
    spread("--online-revocation --revocation-origin x p"),
    "--revocation-origin: expected an origin such as http://ca.example:8080",
  ],
  ...spread("timestamp seal seal-timestamp witness witness-timestamp").map((option): [string[], string] => [
    [`--${option}`, "e", "p", "q"],
    `--${option}: expected one FILE beside it`,
  ]),
])("%j is refused: %s", (words, message) => {
  expect(refusal(...words)).toContain(message);
  expect(refusal(...words)).not.toContain("key");
});

test("standard input may be one file among others; evidence about no single content beside several", () => {
  expect(parsed("-", "a").files).toEqual(["-", "a", "p.json"]);
  expect(refusal(...spread("--headers h --trust t --crl c p q"))).toBeNull();
});

test.each([64, 96, 128])("--hash of %i digits counts, in lower case", (length) => {
  expect(parsed("--hash", "aB".repeat(length / 2)).hash).toBe("ab".repeat(length / 2));
});

test("beside a FOLDER options about one content are refused, those about all are not", () => {
  for (const option of spread("original hash timestamp seal seal-timestamp witness witness-timestamp")) {
    const value = option === "hash" ? HASH : "x";
    expect(() => expectNoneBesideFolder(parsed(`--${option}`, value))).toThrow(
      `--${option}: expected FILE, not FOLDER, beside it: files in a folder find each other`,
    );
  }
  const words = spread("--headers h --trust t --certificates c --crl l --ocsp o --at 2026-01-01");
  expect(() => expectNoneBesideFolder(parsed(...words))).not.toThrow();
});

test("trusted lists: those of a file, the shipped ones or none", () => {
  expect(parsed("--trust-list", "l").trustList).toEqual({ path: "l" });
  expect(parsed("--no-default-trust").trustList).toBe("none");
});

test("numbers count up to their limits", () => {
  const { timeoutMs, minConfirmations } = parsed(...spread("--timeout 1 --confirmations 1"));
  expect([timeoutMs, minConfirmations]).toEqual([1000, 1]);
  const most = parsed(...spread("--timeout 600 --confirmations 1000000"));
  expect([most.timeoutMs, most.minConfirmations]).toEqual([600_000, 1_000_000]);
});

describe("--headers FILE@HEIGHT", () => {
  test.each([
    ["h@0", "h", 0],
    ["h@2147483647", "h", 2_147_483_647],
    ["a@1@2", "a@1", 2],
    ["a\nb@5", "a\nb", 5],
    ["@5", "@5", null],
    ["h@", "h@", null],
    ["h@x", "h@x", null],
    ["h@1x", "h@1x", null],
    ["h@12345678901", "h@12345678901", null],
  ])("%s", (word, path, height) => {
    expect(parsed("--headers", word).evidence).toEqual([{ kind: "headers", path, height }]);
  });
});

describe("--at", () => {
  test.each([
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21T12:30Z", "2026-11-21T12:30:00.000Z"],
    ["2026-11-21T12:30:15Z", "2026-11-21T12:30:15.000Z"],
    ["2026-11-21T12:30:15.5Z", "2026-11-21T12:30:15.500Z"],
    ["2026-11-21T12:30:15.123Z", "2026-11-21T12:30:15.123Z"],
    ["1970-01-01", "1970-01-01T00:00:00.000Z"],
  ])("%s", (word, iso) => {
    expect(parsed("--at", word).at?.toISOString()).toBe(iso);
  });
});

describe("endpoints", () => {
  test("of EVM chains, each with its chain", () => {
    const { sources } = parsed(
      "--rpc",
      "1=http://a.example",
      "--rpc",
      "9007199254740991=https://b.example/k=v",
    );
    expect(sources.map(({ chainId, name }) => [chainId, name])).toEqual([
      [1, "http://a.example"],
      [9_007_199_254_740_991, "https://b.example"],
    ]);
  });

  test("of Bitcoin: explorers first, then nodes", () => {
    const { bitcoinSources } = parsed(
      ...["--bitcoin-rpc", "http://u:p@node.example:8332", "--esplora", "https://explorer.example/api"],
    );
    expect(bitcoinSources.map(({ name }) => name)).toEqual([
      "https://explorer.example",
      "http://node.example:8332",
    ]);
  });
});

describe("revocation data", () => {
  test("is fetched only where that is asked for", () => {
    expect(parsed("--online").revocationSource).toBeNull();
    expect(parsed("--online-revocation").revocationSource).not.toBeNull();
    expect(
      parsed("--online-revocation", "--revocation-origin", "http://ca.example:8080").revocationSource,
    ).not.toBeNull();
  });
});
