/** The compiled programs as processes: start, stop, restart, and the errors that prevent a start. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { COMPILED_SERVICE, compileService } from "./compile-service.testing.js";
import { anvilBinaryPath } from "./sandbox/anvil-binary.js";
import type { SandboxCredentials } from "./sandbox/credentials.js";

const MAIN = fileURLToPath(new URL("main.js", COMPILED_SERVICE));
const ADMIN = fileURLToPath(new URL("admin/main.js", COMPILED_SERVICE));
const DEADLINE_MS = 60_000;
const ANCHOR_KEY = `0x${"11".repeat(32)}`;

// Each test starts several processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 4 * DEADLINE_MS });

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(compileService);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-main-"));
});
afterEach(async () => {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill("SIGTERM");
      await once(child, "close");
    }),
  );
  await rm(folder, { recursive: true });
});

interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit status, or the signal that ended it, once it has ended. */
  readonly ended: Promise<number | string>;
}

function run(path: string, args: readonly string[], settings: Record<string, string> = {}): Program {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_")),
  );
  const env = {
    ...inherited,
    SVC_DATA_DIR: join(folder, "data"),
    SVC_HTTP_PORT: "0",
    SVC_OPS_PORT: "0",
    ...settings,
  };
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    errors += text;
  });
  running.add(child);
  const ended = once(child, "close").then(([status, signal]) => {
    running.delete(child);
    return (status ?? signal) as number | string;
  });
  return { child, output: () => output, errors: () => errors, ended };
}

const start = (settings: Record<string, string> = {}) => run(MAIN, [], settings);

async function until<Value>(what: string, look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (const deadline = performance.now() + DEADLINE_MS; performance.now() < deadline; ) {
    const value = await look();
    if (value) return value as NonNullable<Value>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${DEADLINE_MS} ms`);
}

const notice = (program: Program) =>
  until("the sandbox's notice", () => program.output().includes("Pro key"));

async function baseUrlOf(program: Program): Promise<string> {
  const [, url] = await until("the address", () => /answers at (\S+)\n/.exec(program.output()));
  return url!;
}

async function credentials(dataDir = "data"): Promise<SandboxCredentials> {
  return JSON.parse(await readFile(join(folder, dataDir, "sandbox.json"), "utf8"));
}

function register(baseUrl: string, key: string): Promise<Response> {
  return fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hash: createHash("sha256").update(randomBytes(8)).digest("hex") }),
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

describe("the sandbox", () => {
  it("starts with no settings, stops on SIGTERM, and keeps keys and proofs across restarts", async () => {
    const first = start();
    await notice(first);
    const before = await credentials();
    expect(first.output()).toMatch(/development network/);
    expect(first.output()).toContain(before.keys.free);
    const answer = await register(before.base_url, before.keys.pro);
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(first.errors()).not.toMatch(/"level":"(?:warn|error|fatal)"| {4}at /);

    const second = start();
    await notice(second);
    const after = await credentials();
    expect(after.keys).toEqual(before.keys);
    const headers = { authorization: `Bearer ${after.keys.pro}` };
    const kept = await until("the anchor", async () => {
      const proof = await (await fetch(`${after.base_url}/proofs/${id}`, { headers })).json();
      return ["anchored", "confirmed"].includes((proof as { state: string }).state) && proof;
    });
    expect(kept).toMatchObject({ id, anchors: [{ chain_id: 31_337 }] });
    expect((await fetch(`${after.base_url}/proof/${id}.json`)).status).toBe(200);
    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
  });

  it("lets one service at a time use a data folder, and the next one once the first was killed", async () => {
    const first = start();
    await notice(first);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(
      /^svc-proof: (SVC_DATA_DIR: another service uses this folder [^\n]*)\n\{"level":"fatal",[^\n]*"reason":"\1",[^\n]*\}\n$/,
    );
    first.child.kill("SIGKILL");
    await first.ended;
    const third = start();
    await notice(third);
  });

  it("keeps its files from others, in a folder that is open to them too", async () => {
    const dataDir = join(folder, "data");
    await mkdir(dataDir, { mode: 0o755 });
    await chmod(dataDir, 0o755);
    const service = start();
    await notice(service);
    for (const name of await readdir(dataDir, { recursive: true })) {
      const { mode } = await stat(join(dataDir, name));
      expect(mode & 0o077, name).toBe(0);
    }
  });

  it("works beside the admin command line", async () => {
    const service = start();
    await notice(service);
    const { base_url } = await credentials();
    const admin = async (...args: string[]) => {
      const program = run(ADMIN, [...args, "--json"]);
      expect(await program.ended).toBe(0);
      return JSON.parse(program.output());
    };
    const account = await admin("account", "create", "--plan", "free");
    const { id, key } = await admin("key", "create", "--account", account.id);
    expect((await register(base_url, key)).status).toBe(201);
    await admin("key", "revoke", id);
    expect((await register(base_url, key)).status).toBe(401);
  });
});

describe("with several chains", () => {
  const RICH_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
  const SECRET = "token-that-nobody-may-see";

  async function startAnvil(chainId: number): Promise<string> {
    const port = await freePort();
    const child = spawn(anvilBinaryPath(), ["--port", `${port}`, "--chain-id", `${chainId}`], {
      stdio: "ignore",
    });
    running.add(child);
    child.once("close", () => running.delete(child));
    return `http://127.0.0.1:${port}/?${SECRET}`;
  }

  it("anchors on each, fails over to the next endpoint, and tells operators how it stands, without a secret", async () => {
    const admin = async (...args: string[]) => {
      const program = run(ADMIN, [...args, "--json"]);
      expect(await program.ended).toBe(0);
      return JSON.parse(program.output());
    };
    const account = await admin("account", "create", "--plan", "free");
    const { key } = await admin("key", "create", "--account", account.id);
    const keyFile = join(folder, "key");
    await writeFile(keyFile, `${RICH_KEY}\n`);
    const dead = `http://127.0.0.1:${await freePort()}/${SECRET}`;
    const service = start({
      SVC_ANCHORS: JSON.stringify([
        {
          chain_id: 424_242,
          rpc_urls: [dead, await startAnvil(424_242)],
          key_file: keyFile,
          confirmations: 1,
        },
        {
          chain_id: 424_243,
          rpc_urls: [await startAnvil(424_243)],
          key_env: "KEY_OF_THE_SECOND_CHAIN",
          network_name: "Second chain",
          confirmations: 1,
          gas: { max_fee_gwei: 900, priority_fee_gwei: 1.5, bump_percent: 20 },
          low_balance_gwei: 1e15,
        },
      ]),
      KEY_OF_THE_SECOND_CHAIN: RICH_KEY,
      SVC_BATCH_INTERVAL_MS: "50",
      SVC_POLL_INTERVAL_MS: "100",
      SVC_CALENDAR_URLS: "off",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    });
    const baseUrl = await baseUrlOf(service);
    const [, opsUrl] = await until("the metrics", () =>
      /health and metrics at (\S+)\n/.exec(service.output()),
    );
    const { id } = (await (await register(baseUrl, key)).json()) as { id: string };
    const headers = { authorization: `Bearer ${key}` };
    const proof = await until("both are confirmed", async () => {
      const answer = await fetch(`${baseUrl}/proofs/${id}`, { headers });
      const resource = (await answer.json()) as { state: string; anchors: { state: string }[] };
      const confirmed = resource.anchors.filter(({ state }) => state === "confirmed");
      return confirmed.length === 2 ? resource : undefined;
    });
    expect(proof).toMatchObject({
      state: "confirmed",
      anchors: [
        { chain_id: 424_242, network: "EIP-155 chain 424242" },
        { chain_id: 424_243, network: "Second chain" },
      ],
    });
    const portable = await (await fetch(`${baseUrl}/proof/${id}.json`)).json();
    expect(portable).toMatchObject({ anchors: [{ chain_id: 424_242 }, { chain_id: 424_243 }] });
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^svc_anchor_balance_coins\{chain="424243"\} (?:10000|9999\.9\d*)$/m);
    expect(metrics).toContain('svc_anchor_endpoint_outages{chain="424242"} 1');
    expect(metrics).toContain('svc_anchor_transactions_total{chain="424243",kind="first"} 1');
    expect(metrics).toContain('svc_anchors_held{chain="424242",reason="unavailable"} 0');
    expect(await (await fetch(`${opsUrl}/readyz`)).json()).toEqual({ status: "ready" });
    expect(service.errors()).toMatch(/"level":"warn",.*"subject":"endpoint 1 of chain 424242"/);
    expect(service.errors()).toMatch(
      /"level":"warn",.*"chainId":424243,.*the balance of the anchor address is low/,
    );
    for (const secret of [SECRET, RICH_KEY, RICH_KEY.slice(2)]) {
      expect(service.errors()).not.toContain(secret);
      expect(service.output()).not.toContain(secret);
    }
  });

  it("does not start with a key that cannot be read, and names where it was looked for", async () => {
    const chain = { chain_id: 424_242, rpc_urls: ["http://127.0.0.1:9"] };
    const keyFile = join(folder, "broken");
    await writeFile(keyFile, "s3cret");
    for (const [source, where] of [
      [{ key_file: join(folder, "missing") }, /the file ".*missing", got nothing that can be read/],
      [{ key_file: keyFile }, /the file ".*broken", got a value that is not shown/],
      [{ key_env: "NOT_SET" }, /the environment variable NOT_SET, got nothing that can be read/],
    ] as const) {
      const service = start({ SVC_ANCHORS: JSON.stringify([{ ...chain, ...source }]) });
      expect(await service.ended).toBe(1);
      expect(service.errors()).toMatch(/SVC_ANCHORS: chain 424242: expected a secp256k1 private key/);
      expect(service.errors()).toMatch(where);
      expect(service.errors()).not.toContain("s3cret");
    }
  });
});

describe("with an endpoint that is given", () => {
  it("serves the API while the chain is down, and anchors once it answers", async () => {
    const rpcPort = await freePort();
    const service = start({
      SVC_SANDBOX: "on",
      SVC_DATA_DIR: join(folder, "other"),
      SVC_RPC_URL: `http://127.0.0.1:${rpcPort}/?token-that-nobody-may-see`,
      // The sandbox's own key is public and has coins on its chain.
      SVC_ANCHOR_KEY: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    });
    const baseUrl = await baseUrlOf(service);
    await until("a log line of the missing chain", () =>
      service
        .errors()
        .includes("the chain has not answered yet; until it does, no batch is built or anchored"),
    );
    expect((await fetch(`${baseUrl}/proofs`, { method: "POST" })).status).toBe(401);

    const chain = start({ SVC_SANDBOX_RPC_PORT: String(rpcPort) });
    await notice(chain);
    await notice(service);
    const { keys, rpc_url } = await credentials("other");
    expect(rpc_url).toContain(`:${rpcPort}/`);
    expect((await register(baseUrl, keys.free)).status).toBe(201);
    expect(service.errors()).not.toContain("token-that-nobody-may-see");
  });

  it.each([
    { chainId: 424_242, confirmations: 11, warns: true },
    { chainId: 424_242, confirmations: 12, warns: false },
    { chainId: 31_337, confirmations: 11, warns: false },
  ])(
    "warns of few confirmations on a chain that counts ($chainId, $confirmations: $warns)",
    async ({ chainId, confirmations, warns }) => {
      const rpcPort = await freePort();
      const anvil = spawn(anvilBinaryPath(), ["--port", `${rpcPort}`, "--chain-id", `${chainId}`], {
        stdio: "ignore",
      });
      running.add(anvil);
      anvil.once("close", () => running.delete(anvil));
      const service = start({
        SVC_RPC_URL: `http://127.0.0.1:${rpcPort}`,
        SVC_ANCHOR_KEY: ANCHOR_KEY,
        SVC_CONFIRMATIONS: String(confirmations),
        SVC_LOG_LEVEL: "info",
      });
      await until("it anchors", () => service.errors().includes('"msg":"anchoring"'));
      expect(service.errors().includes("SVC_CONFIRMATIONS is below 12")).toBe(warns);
    },
  );

  it.each([{ SVC_SANDBOX: "off" }, { SVC_SITE_URL: "https://proofs.example" }])(
    "warns of a development network on which it is not the sandbox (%o), and shows nobody mails",
    async (more) => {
      const [rpcPort, httpPort] = [await freePort(), await freePort()];
      const chain = start({ SVC_DATA_DIR: join(folder, "chain"), SVC_SANDBOX_RPC_PORT: String(rpcPort) });
      await notice(chain);
      const service = start({
        SVC_HTTP_PORT: String(httpPort),
        SVC_RPC_URL: `http://127.0.0.1:${rpcPort}`,
        SVC_ANCHOR_KEY: ANCHOR_KEY,
        ...(more as Record<string, string>),
      });
      await until("the warning", () =>
        /"level":"warn".*a development network: nothing proven here has any evidential value/.test(
          service.errors(),
        ),
      );
      expect(service.output()).not.toContain("Pro key");
      for (const path of ["/sandbox/mail", "/verify/sandbox-sources.json"])
        expect((await fetch(`http://127.0.0.1:${httpPort}${path}`)).status, path).toBe(404);
    },
  );

  it("stops while it still waits for the chain", async () => {
    const service = start({
      SVC_RPC_URL: `http://127.0.0.1:${await freePort()}`,
      SVC_ANCHOR_KEY: ANCHOR_KEY,
    });
    await baseUrlOf(service);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });
});

describe("a sandbox is chosen, never fallen into", () => {
  const PRODUCTION = { SVC_RPC_URL: "http://127.0.0.1:1", SVC_ANCHOR_KEY: ANCHOR_KEY };
  const dataDir = () => join(folder, "data");

  /** The one line for people of a start that was refused. */
  async function refusal(settings: Record<string, string>): Promise<string> {
    const service = start(settings);
    const answers = until("its end or its answers", () => service.output().includes("answers at"));
    const status = await Promise.race([service.ended, answers.then(() => "it serves")]);
    answers.catch(() => {});
    expect(status).toBe(2);
    const lines = service.errors().split("\n");
    const [line, ...more] = lines.filter((text) => text.startsWith("svc-proof: "));
    expect(more).toEqual([]);
    const reason = line!.replace("svc-proof: ", "");
    expect(JSON.parse(lines[lines.indexOf(line!) + 1]!)).toMatchObject({ level: "fatal", reason });
    expect(service.errors()).not.toContain("    at ");
    return line!;
  }

  it.each<Record<string, string>>([
    { SVC_SITE_URL: "https://proofs.example" },
    { SVC_SITE_URL: "http://localhost:8080" },
    { SVC_HTTP_HOST: "0.0.0.0" },
    { SVC_LOG_LEVEL: "info" },
    { SVC_SMTP_URL: "smtp://mail.example", SVC_MAIL_FROM: "a@mail.example" },
    { SVC_MONGODB_URL: "mongodb://127.0.0.1:1/proofs", SVC_SANDBOX: "auto" },
  ])("%o without a chain is refused, and nothing is made", async (settings) => {
    const line = await refusal(settings);
    expect(line).toMatch(
      /^svc-proof: SVC_RPC_URL: expected .* because SVC_[A-Z_]+ .*given, got nothing; for a sandbox, .* set SVC_SANDBOX=on$/,
    );
    expect(line).toContain(`because ${Object.keys(settings)[0]}`);
    expect(existsSync(dataDir())).toBe(false);
  });

  it.each<Record<string, string>>([
    { SVC_SITE_URL: "https://proofs.example" },
    { SVC_SITE_URL: "http://192.0.2.1:8080" },
    { SVC_SITE_URL: "http://localhost.proofs.example" },
    { SVC_HTTP_HOST: "192.0.2.1" },
  ])("one that is asked for is refused where others reach it (%o)", async (settings) => {
    const line = await refusal({ SVC_SANDBOX: "on", ...settings });
    const [name, value] = Object.entries(settings)[0]!;
    expect(line).toMatch(
      new RegExp(`^svc-proof: ${name}: expected localhost because .* got "${value}"; .* give SVC_RPC_URL$`),
    );
    expect(existsSync(dataDir())).toBe(false);
  });

  it("one that is asked for takes other settings, and a site URL of this machine", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const service = start({
      SVC_SANDBOX: "on",
      SVC_SITE_URL: url,
      SVC_HTTP_PORT: `${port}`,
      SVC_LOG_LEVEL: "info",
    });
    await notice(service);
    expect((await fetch(`http://127.0.0.1:${port}/sandbox/mail`)).status).toBe(200);
  });

  it.each<Record<string, string>>([{}, { SVC_SANDBOX: "on" }])(
    "it leaves a store alone that it did not make (%o)",
    async (settings) => {
      expect(await run(ADMIN, ["account", "create", "--plan", "pro"]).ended).toBe(0);
      expect(await refusal(settings)).toMatch(
        /^svc-proof: SVC_DATA_DIR: the store has accounts, and this sandbox did not make it: give the sandbox a store of its own/,
      );
      expect((await readdir(dataDir())).filter((name) => !/^service\./.test(name))).toEqual([]);
      const service = start(PRODUCTION);
      const site = new URL(await baseUrlOf(service)).origin;
      expect((await fetch(`${site}/sandbox/mail`)).status).toBe(404);
      service.child.kill("SIGTERM");
      expect(await service.ended).toBe(0);
    },
  );

  it("its store serves no production, and the next sandbox", async () => {
    const first = start();
    await notice(first);
    const { keys } = await credentials();
    first.child.kill("SIGTERM");
    await first.ended;
    for (const settings of [PRODUCTION, { ...PRODUCTION, SVC_SANDBOX: "off" }]) {
      expect(await refusal(settings)).toMatch(
        /^svc-proof: SVC_DATA_DIR: a sandbox made this store, .*: give the service a store of its own, or set SVC_SANDBOX=on$/,
      );
    }
    const second = start();
    await notice(second);
    expect((await credentials()).keys).toEqual(keys);
  });

  it("an empty store that a production made may become one of a sandbox", async () => {
    const production = start(PRODUCTION);
    await baseUrlOf(production);
    production.child.kill("SIGTERM");
    expect(await production.ended).toBe(0);
    await notice(start());
  });
});

describe("what keeps it from starting", () => {
  it("is told by name when settings are wrong, with status 2", async () => {
    const service = start({ SVC_HTTP_PORT: "eighty", SVC_HTTP_PROT: "1" });
    expect(await service.ended).toBe(2);
    expect(service.errors()).toContain("SVC_HTTP_PORT: expected an integer");
    expect(service.errors()).toContain("SVC_HTTP_PROT: unknown setting");
    expect(service.output()).toBe("");
  });

  it("is told in one line when the port is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const service = start({ SVC_HTTP_PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.errors()).toContain(`svc-proof: SVC_HTTP_PORT: port ${port} of 127.0.0.1 is in use\n`);
    expect(service.errors()).not.toContain("    at ");
    server.close();
  });

  it("is told in one line when the data folder cannot be made", async () => {
    const service = start({ SVC_DATA_DIR: "/dev/null/data" });
    expect(await service.ended).toBe(1);
    const reason = "SVC_DATA_DIR: /dev/null/data expected a writable folder, got ENOTDIR";
    const [text, line] = service.errors().split("\n");
    expect(text).toBe(`svc-proof: ${reason}`);
    expect(JSON.parse(line!)).toMatchObject({ level: "fatal", reason });
  });

  it("is told in plain words alone where there is no log", async () => {
    const service = start({ SVC_SANDBOX: "on", SVC_DATA_DIR: "/dev/null/data", SVC_LOG_LEVEL: "silent" });
    expect(await service.ended).toBe(1);
    expect(service.errors()).toMatch(/^svc-proof: [^\n]*\n$/);
  });
});

describe("the admin command line", () => {
  it("makes a database for the first account only, and says where", async () => {
    const list = run(ADMIN, ["account", "list"]);
    expect(await list.ended).toBe(2);
    const database = join(folder, "data", "service.sqlite");
    expect(list.errors()).toBe(
      `SVC_DATA_DIR: expected a folder with a database, found none at ${database}\n`,
    );
    expect(existsSync(join(folder, "data"))).toBe(false);
    const create = run(ADMIN, ["account", "create", "--plan", "pro"]);
    expect(await create.ended).toBe(0);
    expect(create.errors()).toBe(`Database: ${database}\n`);
    expect((await stat(database)).mode & 0o077).toBe(0);
    const after = run(ADMIN, ["account", "list"]);
    expect(await after.ended).toBe(0);
    expect(after.output()).toContain("pro");
  });

  it("names the setting when MongoDB does not answer", async () => {
    const settings = {
      SVC_MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}/proofs`,
      SVC_MONGODB_TIMEOUT_MS: "500",
    };
    const program = run(ADMIN, ["account", "list"], settings);
    expect(await program.ended).toBe(1);
    expect(program.errors()).toMatch(/^SVC_MONGODB_URL: the MongoDB store does not answer[^\n]*\n$/);
  });

  it.each([
    [[], 2, "usage"],
    [["--help"], 0, "usage"],
    [["account", "fly"], 2, "unknown command"],
    [["account", "create", "--plan", "gold"], 2, "--plan"],
  ])("ends %j with status %i", async (args, status, text) => {
    const program = run(ADMIN, args);
    expect(await program.ended).toBe(status);
    expect(program.output() + program.errors()).toContain(text);
    expect(program.errors()).not.toContain("    at ");
  });
});
