import { readFileSync } from "node:fs";
import { Server } from "@hapi/hapi";
import { describe, expect, it } from "vitest";
import { ConfigError, parseConfig, withDefaults } from "./parse.js";
import { SETTINGS } from "./settings.js";
import { settingsDocument } from "./settings-document.js";

const KEY = `0x${"a1".repeat(32)}`;

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("parseConfig", () => {
  it("accepts no settings, and ignores foreign ones", () => {
    expect(parseConfig({ PATH: "/bin", SVC_VECTORS: "x", SVC_TEST_ANYTHING: "y" })).toEqual({});
  });

  it("requires an authority to be qualified, and updates the lists once a day", () => {
    const names = ["tsaQualified", "trustListUpdateMs"] as const;
    const of = (config: ReturnType<typeof withDefaults>) => names.map((name) => config[name]);
    expect(of(withDefaults({}))).toEqual(["require", 86_400_000]);
    const tsa = { SVC_TSA_URL: "https://tsa.example", SVC_TSA_TRUST: "/etc/tsa.pem" };
    const given = parseConfig({ ...tsa, SVC_TSA_QUALIFIED: "off", SVC_TRUST_LIST_UPDATE_MS: "off" });
    expect(of(withDefaults(given))).toEqual(["off", "off"]);
    expect(problemsOf({ ...tsa, SVC_TSA_QUALIFIED: "yes", SVC_TRUST_LIST_UPDATE_MS: "59999" })).toEqual([
      expect.stringMatching(/^SVC_TSA_QUALIFIED: expected `require`, `warn` or `off`/),
      expect.stringMatching(/^SVC_TRUST_LIST_UPDATE_MS: expected an integer from 60000 to /),
    ]);
  });

  it.each(["SVC_TSA_QUALIFIED", "SVC_TRUST_LIST"])("refuses %s without an authority", (name) => {
    expect(problemsOf({ [name]: "warn" })).toEqual([
      expect.stringMatching(new RegExp(`^SVC_TSA_URL: expected .* because ${name} is given`)),
    ]);
  });

  it("reads each setting", () => {
    const given = parseConfig({
      SVC_HTTP_HOST: "::1",
      SVC_HTTP_PORT: "0",
      SVC_SITE_URL: "https://proofs.example/sub/",
      SVC_DATA_DIR: "/var/lib/svc",
      SVC_RPC_URL: "https://rpc.example/v3/token?x=1",
      SVC_CHAIN_ID: "137",
      SVC_ANCHOR_KEY: KEY,
      SVC_NETWORK_NAME: "Our chain",
      SVC_LOG_LEVEL: "debug",
      SVC_BATCH_MAX_LEAVES: "1048576",
      SVC_MONGODB_URL: "mongodb://user:p%40ss@a.example:27017,b.example/proofs?replicaSet=rs0&tls=true",
      SVC_OPS_PORT: "off",
      SVC_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7,fd00::/8",
      SVC_CALENDAR_URLS: "https://a.example/, http://127.0.0.1:8000/sub/",
      SVC_ESPLORA_URLS: "off",
    });
    expect(given).toEqual({
      httpHost: "::1",
      httpPort: 0,
      siteUrl: "https://proofs.example/sub",
      dataDir: "/var/lib/svc",
      rpcUrl: "https://rpc.example/v3/token?x=1",
      chainId: 137,
      anchorKey: KEY,
      networkName: "Our chain",
      logLevel: "debug",
      batchMaxLeaves: 1_048_576,
      mongodbUrl: "mongodb://user:p%40ss@a.example:27017,b.example/proofs?replicaSet=rs0&tls=true",
      opsPort: "off",
      trustedProxies: ["10.0.0.0/8", "192.0.2.7", "fd00::/8"],
      calendarUrls: ["https://a.example", "http://127.0.0.1:8000/sub"],
      esploraUrls: [],
    });
  });

  it.each([
    ["SVC_HTTP_PORT", "65536", "an integer from 0 to 65535"],
    ["SVC_HTTP_PORT", "-1", "integer"],
    ["SVC_HTTP_PORT", "80a", "integer"],
    ["SVC_HTTP_PORT", "0x50", "integer"],
    ["SVC_HTTP_PORT", " 80", "integer"],
    ["SVC_HTTP_PORT", "1e3", "integer"],
    ["SVC_HTTP_PORT", "", "an empty text"],
    ["SVC_HTTP_HOST", "a host", "host name"],
    ...[
      "999.1.1.1",
      "1.2.3",
      "1",
      "a.0x7f",
      "my_host",
      "a..b",
      "a.",
      "-a",
      "fe80::1%eth0",
      "::g",
      "[::1]",
    ].map((host): [string, string, string] => ["SVC_HTTP_HOST", host, "host name"]),
    ["SVC_HTTP_HOST", "x".repeat(64), "host name"],
    ["SVC_HTTP_HOST", "x".repeat(49).concat(".").repeat(5).concat("abcd"), "host name"],
    ["SVC_SITE_URL", "proofs.example", "URL"],
    ["SVC_SITE_URL", "ftp://proofs.example", "URL"],
    ["SVC_SITE_URL", "http://proofs.example", "without TLS no browser keeps a sign-in"],
    ["SVC_SITE_URL", "http://192.0.2.1:8080", "without TLS no browser keeps a sign-in"],
    ["SVC_SITE_URL", "http://localhost.proofs.example", "without TLS no browser keeps a sign-in"],
    ["SVC_SITE_URL", "https://user:pw@proofs.example", "URL"],
    ["SVC_SITE_URL", "https://proofs.example/?a", "URL"],
    ["SVC_SITE_URL", "https://proofs.example/#a", "URL"],
    ...[
      "",
      "calendar.example",
      "https://calendar.example,",
      "https://calendar.example,off",
      "https://user:pw@calendar.example",
      "https://calendar.example/?key",
      "https://calendar.example,https://CALENDAR.example:443/",
      Array.from({ length: 11 }, (_, i) => `https://${i}.example`).join(),
    ].map((list): [string, string, string] => ["SVC_CALENDAR_URLS", list, "1 to 10 different"]),
    ["SVC_REHEARSAL", "yes", "`on` or `off`"],
    ["SVC_CHAIN_ID", "0", "an integer from 1"],
    ["SVC_CHAIN_ID", "0x89", "an integer from 1"],
    ["SVC_NETWORK_NAME", "a\u0000b", "printable"],
    ["SVC_NETWORK_NAME", "x".repeat(101), "printable"],
    ["SVC_ISSUER_NAME", "a\u202eb", "printable"],
    ["SVC_ISSUER_NAME", "x".repeat(101), "1 to 100"],
    ["SVC_ISSUER_ADDRESS", " a", "printable"],
    ["SVC_ISSUER_ADDRESS", "x".repeat(201), "1 to 200"],
    ["SVC_IMPRINT_FILE", "", "a path"],
    ["SVC_PRIVACY_FILE", "a\u0000b", "a path"],
    ...[
      "security@example.org",
      "http://a.example",
      "mailto:x",
      "mailto:a@b\nExpires: x",
      "https://a b",
      "https://",
    ].map((contact): [string, string, string] => ["SVC_SECURITY_CONTACT", contact, "mailto: or https:"]),
    ["SVC_BATCH_MAX_LEAVES", "0", "integer"],
    ["SVC_BATCH_MAX_LEAVES", "1048577", "integer"],
    ["SVC_LOG_LEVEL", "INFO", "`info`"],
    ["SVC_OPS_PORT", "on", "or `off`"],
    ["SVC_LEASE_MS", "999", "integer"],
    ...[
      "",
      "10.0.0.0/33",
      "::/129",
      "10.0.0",
      "proxy.example",
      "10.0.0.1,",
      "10.0.0.1;10.0.0.2",
      "fe80::1%eth0",
    ]
      .concat(["10.0.0.0/08", "10.0.0.0/8/8", "10.0.0.0/", Array(101).fill("::1").join()])
      .map((list): [string, string, string] => ["SVC_TRUSTED_PROXIES", list, "separated by commas"]),
  ])("refuses %s=%j, naming the expected and the given value", (name, text, expected) => {
    const [problem, ...others] = problemsOf({ [name]: text });
    expect(others).toEqual([]);
    expect(problem).toMatch(new RegExp(`^${name}: expected `));
    expect(problem).toContain(expected);
    if (text !== "") expect(problem).toContain(JSON.stringify(text).slice(0, 50));
  });

  it.each([
    ...["127.0.0.1", "0.0.0.0", "::", "::1", "::ffff:1.2.3.4", "localhost", "3com.example", "a.1b", "A-1.B"],
    "x".repeat(63),
    "x".repeat(49).concat(".").repeat(5).concat("abc"),
  ])("listens on %s, and the server accepts it", (host) => {
    expect(parseConfig({ SVC_HTTP_HOST: host }).httpHost).toBe(host);
    expect(new Server({ host }).settings.host).toBe(host);
  });

  it.each([
    ["SVC_ANCHOR_KEY", "a1".repeat(32)],
    ["SVC_ANCHOR_KEY", `${KEY}0`],
    ["SVC_ANCHOR_KEY", `0x${"00".repeat(32)}`],
    ["SVC_ANCHOR_KEY", "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"],
    ["SVC_RPC_URL", "wss://rpc.example/secret-token"],
    ["SVC_MONGODB_URL", "mongo://user:secret-password@db.example"],
    ["SVC_MONGODB_URL", "mongodb://user:secret/password@db.example"],
    ["SVC_MONGODB_URL", "mongodb://secret word@db.example"],
    ["SVC_MONGODB_URL", "mongodb:///database"],
  ])("never shows the wrong value of the secret %s", (name, text) => {
    const problems = problemsOf({ [name]: text }).join("\n");
    expect(problems).toContain(`${name}: expected `);
    expect(problems).not.toContain(text.slice(0, 12));
  });

  it.each(["a.b", "a$b", "a%20b", "a%2fb", "%zz", "a\\b", "admin", "Local", "config", "x".repeat(64)])(
    "refuses %s for a database",
    (database) => {
      const url = `mongodb://user:secret@db.example/${database}`;
      for (const given of [url, `${url}?w=1`]) {
        const problems = problemsOf({ SVC_MONGODB_URL: given }).join("\n");
        expect(problems).toMatch(/^SVC_MONGODB_URL: expected .*the database in its path/);
        expect(problems).not.toContain("secret");
      }
    },
  );

  it.each([
    "mongodb://127.0.0.1",
    `mongodb://127.0.0.1/${"x".repeat(63)}`,
    "mongodb://127.0.0.1/admin-1",
    "mongodb://[::1]:27017/?replicaSet=rs0",
    "mongodb+srv://user:password@cluster.example/proofs?retryWrites=true",
  ])("takes the connection string %s", (url) => {
    expect(parseConfig({ SVC_MONGODB_URL: url }).mongodbUrl).toBe(url);
  });

  it("takes 100 proxies", () => {
    expect(
      parseConfig({ SVC_TRUSTED_PROXIES: Array(100).fill("::1/128").join() }).trustedProxies,
    ).toHaveLength(100);
  });

  it("takes the largest possible private key", () => {
    const key = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
    const chain = { SVC_RPC_URL: "http://127.0.0.1:8545", SVC_CHAIN_ID: "1" };
    expect(parseConfig({ ...chain, SVC_ANCHOR_KEY: key }).anchorKey).toBe(key);
  });

  it("refuses unknown settings and suggests the intended one", () => {
    expect(problemsOf({ SVC_HTTP_PROT: "1" })[0]).toMatch(/^SVC_HTTP_PROT: unknown setting/);
    expect(problemsOf({ SVC_HTTP_PORTS: "1" })[0]).toContain("did you mean SVC_HTTP_PORT?");
    expect(problemsOf({ SVC_VECTORSX: "1" })).toHaveLength(1);
    expect(problemsOf({ SVC_: "1" })).toHaveLength(1);
  });

  it("names every problem at once", () => {
    expect(problemsOf({ SVC_HTTP_PORT: "x", SVC_REHEARSAL: "x", SVC_UNKNOWN: "x" })).toHaveLength(3);
  });

  it.each([
    [{ SVC_RPC_URL: "http://127.0.0.1:8545", SVC_CHAIN_ID: "1" }, "SVC_ANCHOR_KEY"],
    [{ SVC_RPC_URL: "http://127.0.0.1:8545", SVC_ANCHOR_KEY: KEY }, "SVC_CHAIN_ID"],
    [{ SVC_CHAIN_ID: "1", SVC_ANCHOR_KEY: KEY }, "SVC_RPC_URL"],
    [{ SVC_SMTP_URL: "smtps://user:pass@mail.example" }, "SVC_MAIL_FROM"],
    [{ SVC_MAIL_FROM: "proofs@example.org" }, "SVC_SMTP_URL"],
  ])("refuses settings that need another: %j", (environment, missing) => {
    const [problem] = problemsOf(environment as unknown as Record<string, string>);
    expect(problem).toMatch(new RegExp(`^${missing}: expected .*, got nothing$`));
  });
});

describe("withDefaults", () => {
  it("gives what is not given", () => {
    expect(withDefaults({})).toMatchObject({ batchIntervalMs: 60_000, confirmations: 12, rpcUrl: null });
    expect(withDefaults({ batchIntervalMs: 7_000, creationsPerMinute: 0 })).toMatchObject({
      batchIntervalMs: 7_000,
      creationsPerMinute: 0,
    });
  });

  it("has defaults that the formats accept", () => {
    for (const { name, format, default: value } of Object.values(SETTINGS)) {
      if (value === null || String(value) === "") continue;
      expect(format.parse(String(value)), name).toEqual(value);
    }
  });
});

it("docs/operations/settings.md is the one generated from the definition", () => {
  const path = new URL("../../../docs/operations/settings.md", import.meta.url);
  expect(readFileSync(path, "utf8")).toBe(settingsDocument());
});
