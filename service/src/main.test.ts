/** The compiled programs as processes: start, stop, chains, and the errors that prevent a start. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { anvilBinaryPath } from "../../sandbox/src/anvil.js";
import { COMPILED_SERVICE, compileService } from "./compile-service.testing.js";
import {
  baseUrlOf,
  DEADLINE_MS,
  freePort,
  Programs,
  type Running,
  refusalOf,
  register,
  until,
} from "./programs.testing.js";
import { Connection } from "./store/sqlite/connection.js";
import { english } from "./texts/english.js";

const MAIN = fileURLToPath(new URL("main.js", COMPILED_SERVICE));
const ADMIN = fileURLToPath(new URL("admin/main.js", COMPILED_SERVICE));
const ANCHOR_KEY = `0x${"11".repeat(32)}`;
/** One that does not answer. */
const CHAIN = { SVC_RPC_URL: "http://127.0.0.1:1", SVC_CHAIN_ID: "137", SVC_ANCHOR_KEY: ANCHOR_KEY };

// Each test starts several processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 4 * DEADLINE_MS });

let programs: Programs;
beforeAll(compileService);
beforeEach(async () => {
  programs = await Programs.begin();
});
afterEach(() => programs.end());

const start = (settings: Record<string, string> = {}) => programs.run(MAIN, [], settings);

describe("with several chains", () => {
  const RICH_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
  const SECRET = "token-that-nobody-may-see";

  async function startAnvil(chainId: number): Promise<string> {
    const port = await freePort();
    const child = spawn(anvilBinaryPath(), ["--port", `${port}`, "--chain-id", `${chainId}`], {
      stdio: "ignore",
    });
    void programs.own(child);
    return `http://127.0.0.1:${port}/?${SECRET}`;
  }

  it("anchors on each, fails over to the next endpoint, and tells operators how it stands, without a secret", async () => {
    const admin = async (...args: string[]) => {
      const program = programs.run(ADMIN, [...args, "--json"]);
      expect(await program.ended).toBe(0);
      return JSON.parse(program.output());
    };
    const account = await admin("account", "create", "--plan", "free");
    const { key } = await admin("key", "create", "--account", account.id);
    const keyFile = join(programs.folder, "key");
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
    const keyFile = join(programs.folder, "broken");
    await writeFile(keyFile, "s3cret");
    // It never said that it answers: nobody waits for a service that is about to end.
    for (const [source, where] of [
      [{ key_file: join(programs.folder, "missing") }, /the file ".*missing", got nothing that can be read/],
      [{ key_file: keyFile }, /the file ".*broken", got a value that is not shown/],
      [{ key_env: "NOT_SET" }, /the environment variable NOT_SET, got nothing that can be read/],
    ] as const) {
      const service = start({ SVC_ANCHORS: JSON.stringify([{ ...chain, ...source }]) });
      expect(await service.ended).toBe(1);
      expect(service.errors()).toMatch(/SVC_ANCHORS: chain 424242: expected a secp256k1 private key/);
      expect(service.errors()).toMatch(where);
      expect(service.errors()).not.toContain("s3cret");
      expect(service.output()).toBe("");
      expect(existsSync(programs.dataDir)).toBe(false);
    }
  });
});

describe("with the endpoint of one chain", () => {
  const chainOf = (port: number, chainId: number, more: Record<string, string> = {}) => ({
    SVC_RPC_URL: `http://127.0.0.1:${port}/?token-that-nobody-may-see`,
    SVC_CHAIN_ID: `${chainId}`,
    SVC_ANCHOR_KEY: ANCHOR_KEY,
    ...more,
  });

  async function startAnvil(chainId: number, port: number): Promise<ChildProcess> {
    const anvil = spawn(anvilBinaryPath(), ["--port", `${port}`, "--chain-id", `${chainId}`], {
      stdio: "ignore",
    });
    void programs.own(anvil);
    return anvil;
  }

  async function readiness(service: Running): Promise<{ status: number; reasons: readonly string[] }> {
    const [, opsUrl] = await until("the health", () =>
      /health and metrics at (\S+)\n/.exec(service.output()),
    );
    const answer = await fetch(`${opsUrl}/readyz`);
    return {
      status: answer.status,
      reasons: ((await answer.json()) as { reasons?: string[] }).reasons ?? [],
    };
  }

  it("is not ready before the chain was asked", async () => {
    let isSilent = true;
    const silent = new Set<Socket>();
    const endpoint = createServer((socket) => {
      if (isSilent) silent.add(socket.on("error", () => {}));
      else socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(endpoint, "listening");
    const { port } = endpoint.address() as { port: number };
    const service = start(chainOf(port, 424_242, { SVC_RPC_TIMEOUT_MS: "60000" }));
    await baseUrlOf(service);
    const reasons = ["chain 424242 was not asked yet"];
    await until(
      "it serves",
      async () => !(await readiness(service)).reasons.includes("the service is starting"),
    );
    expect(await readiness(service)).toEqual({ status: 503, reasons });
    isSilent = false;
    for (const socket of silent) socket.destroy();
    await until("it is ready", async () => (await readiness(service)).status === 200);
    endpoint.close();
  });

  it("serves the API and is ready while the chain is down", async () => {
    const service = start(chainOf(await freePort(), 424_242));
    const baseUrl = await baseUrlOf(service);
    expect((await fetch(`${baseUrl}/proofs`, { method: "POST" })).status).toBe(401);
    await until("it is ready", async () => (await readiness(service)).status === 200);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it("is not ready while the endpoint serves another chain, says which, and is once it serves its own", async () => {
    const port = await freePort();
    const other = await startAnvil(424_243, port);
    const service = start(chainOf(port, 137));
    const told = "an endpoint serves chain 424243 instead of 137 (Polygon)";
    await until("it knows", async () => (await readiness(service)).reasons.includes(told));
    expect((await readiness(service)).status).toBe(503);
    expect(service.errors()).toMatch(new RegExp(`"level":"error".*${told.replace(/[()]/g, ".")}`));
    const ended = once(other, "close");
    other.kill("SIGKILL");
    await ended;
    await startAnvil(137, port);
    await until("it is ready", async () => (await readiness(service)).status === 200);
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
      await startAnvil(chainId, rpcPort);
      const service = start({
        ...chainOf(rpcPort, chainId, chainId === 31_337 ? { SVC_REHEARSAL: "on" } : {}),
        SVC_CONFIRMATIONS: String(confirmations),
        SVC_LOG_LEVEL: "info",
      });
      await until("it anchors", () => service.errors().includes('"msg":"anchoring"'));
      expect(service.errors().includes("SVC_CONFIRMATIONS is below 12")).toBe(warns);
    },
  );

  it("says on its pages that a rehearsal proves nothing, and tells the verifier what it may ask", async () => {
    const port = await freePort();
    const rehearsal = {
      ...chainOf(port, 31_337),
      SVC_RPC_URL: `http://127.0.0.1:${port}`,
      SVC_REHEARSAL: "on",
    };
    const site = new URL(await baseUrlOf(start(rehearsal))).origin;
    const page = await (await fetch(site)).text();
    expect(page).toContain("Nothing proven here has any evidential value.");
    expect(page).toContain(english.front.leadRehearsal);
    expect(page).not.toContain(english.front.lead);
    const sources = await (await fetch(`${site}/verify/local-sources.json`)).json();
    expect(sources).toMatchObject({ rpc_urls: [`http://127.0.0.1:${port}`], tsa_root_pem: null });
  });
});

describe("the chains of a service", () => {
  const chain = (chainId: number, more: Record<string, string> = {}) => ({
    SVC_RPC_URL: "http://127.0.0.1:1",
    SVC_CHAIN_ID: `${chainId}`,
    SVC_ANCHOR_KEY: ANCHOR_KEY,
    ...more,
  });
  const chains = (...ids: readonly number[]) => ({
    SVC_ANCHORS: JSON.stringify(
      ids.map((chain_id) => ({ chain_id, rpc_urls: ["http://127.0.0.1:1"], key: ANCHOR_KEY })),
    ),
  });

  async function startAndStop(settings: Record<string, string>): Promise<void> {
    const service = start(settings);
    await baseUrlOf(service);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  }

  it.each<Record<string, string>>([
    {},
    { SVC_SITE_URL: "https://proofs.example" },
    { SVC_MONGODB_URL: "mongodb://127.0.0.1:1/proofs" },
    { SVC_REHEARSAL: "on" },
  ])("are required: with %o alone nothing is made", async (settings) => {
    expect(await refusalOf(start(settings))).toBe(
      "svc-proof: SVC_RPC_URL: expected an http or https URL, or chains in SVC_ANCHORS, got nothing",
    );
    expect(existsSync(programs.dataDir)).toBe(false);
  });

  it.each<[settings: Record<string, string>, reason: string]>([
    [
      chain(80_002),
      "SVC_CHAIN_ID: expected chains whose proofs count because SVC_REHEARSAL is off, got 80002 (Polygon Amoy)",
    ],
    [
      chain(31_337),
      "SVC_CHAIN_ID: expected chains whose proofs count because SVC_REHEARSAL is off, got 31337 (Anvil devnet (no evidential value))",
    ],
    [
      chains(137, 11_155_111),
      "SVC_ANCHORS: expected chains whose proofs count because SVC_REHEARSAL is off, got 11155111 (Sepolia)",
    ],
    [
      chain(137, { SVC_REHEARSAL: "on" }),
      "SVC_REHEARSAL: expected off because chain 137 (Polygon) is not known as a development or test network, got on",
    ],
    [
      { ...chains(80_002, 137), SVC_REHEARSAL: "on" },
      "SVC_REHEARSAL: expected off because chain 137 (Polygon) is not known as a development or test network, got on",
    ],
  ])("prove something or are a rehearsal, as the settings say (%o)", async (settings, reason) => {
    expect(await refusalOf(start(settings))).toBe(`svc-proof: ${reason}`);
    expect(existsSync(programs.dataDir)).toBe(false);
  });

  it("stay those of the store until the administrator accepts others", async () => {
    await startAndStop(chain(137));
    await startAndStop(chains(137));
    expect(await refusalOf(start(chains(137, 10)))).toBe(
      "svc-proof: SVC_DATA_DIR: the store has proofs on chain 137 (Polygon), and the settings name the chains 10 (OP Mainnet), 137 (Polygon): mend the settings, or accept the change: npm run admin -- chain accept 10,137",
    );
    const accept = programs.run(ADMIN, ["chain", "accept", "10,137"]);
    expect(await accept.ended).toBe(0);
    expect(accept.output()).toBe(
      "The store has the chains 10 (OP Mainnet), 137 (Polygon) from the next start on. Before, it had chain 137 (Polygon).\n",
    );
    expect(await refusalOf(start(chain(137)))).toMatch(/chain accept 137$/);
    await startAndStop(chains(137, 10));
    const trail = programs.run(ADMIN, ["audit", "list", "--json"]);
    expect(await trail.ended).toBe(0);
    expect(trail.output()).toContain('"chain.accept"');
  });

  it("are never both", async () => {
    await startAndStop(chain(80_002, { SVC_REHEARSAL: "on" }));
    const never =
      /the store has proofs on chain 80002 \(Polygon Amoy\): proofs that count and proofs of a rehearsal never share a store/;
    expect(await refusalOf(start(chain(137)))).toMatch(never);
    const accept = programs.run(ADMIN, ["chain", "accept", "137"]);
    expect(await accept.ended).toBe(4);
    expect(accept.errors()).toMatch(never);
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

  it("is told in one line with the remedy when another release wrote the data folder", async () => {
    const service = start(CHAIN);
    await baseUrlOf(service);
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    const path = join(programs.dataDir, "service.sqlite");
    for (const [version, reason] of [
      [
        0,
        `an earlier release wrote ${path}, which this one cannot read: name a new folder, or start that release`,
      ],
      [7, `a newer release wrote ${path} (version 7, this one reads 3): install it, or name a new folder`],
    ] as const) {
      const sql = new Connection(path, 0);
      sql.exec(`PRAGMA user_version = ${version}`);
      sql.close();
      const refused = start(CHAIN);
      expect(await refused.ended).toBe(1);
      expect(refused.errors()).toContain(`svc-proof: SVC_DATA_DIR: ${reason}\n`);
      expect(refused.errors()).not.toContain("    at ");
    }
  });

  it("is told in one line when the port is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const service = start({ ...CHAIN, SVC_HTTP_PORT: String(port) });
    expect(await service.ended).toBe(1);
    expect(service.errors()).toContain(`svc-proof: SVC_HTTP_PORT: port ${port} of 127.0.0.1 is in use\n`);
    expect(service.errors()).not.toContain("    at ");
    server.close();
  });

  it("is told in one line when the data folder cannot be made", async () => {
    const service = start({ ...CHAIN, SVC_DATA_DIR: "/dev/null/data" });
    expect(await service.ended).toBe(1);
    const reason = "SVC_DATA_DIR: /dev/null/data expected a writable folder, got ENOTDIR";
    const [text, line] = service.errors().split("\n");
    expect(text).toBe(`svc-proof: ${reason}`);
    expect(JSON.parse(line!)).toMatchObject({ level: "fatal", reason });
  });

  it("is told in plain words alone where there is no log", async () => {
    const service = start({ ...CHAIN, SVC_DATA_DIR: "/dev/null/data", SVC_LOG_LEVEL: "silent" });
    expect(await service.ended).toBe(1);
    expect(service.errors()).toMatch(/^svc-proof: [^\n]*\n$/);
  });
});

describe("what is told at start, while it serves", () => {
  it("is told in one line with the remedy: no public address, and a mail server out of reach", async () => {
    const service = start({
      ...CHAIN,
      SVC_SMTP_URL: `smtp://user:s3cret@127.0.0.1:${await freePort()}`,
      SVC_MAIL_FROM: "proofs@example.org",
    });
    await until(
      "both",
      () =>
        /SVC_SITE_URL is not set: [^"]*; set it to the public https URL"/.test(service.errors()) &&
        /"code":"\w+",[^\n]*the server of SVC_SMTP_URL cannot be reached/.test(service.errors()),
    );
    expect(service.errors()).not.toContain("s3cret");
    const url = await baseUrlOf(service);
    expect((await fetch(`${url}/proofs`)).status).toBe(401);
  });

  it("is nothing about the address in a rehearsal, or where it is set", async () => {
    for (const settings of [
      { ...CHAIN, SVC_SITE_URL: "https://proofs.example" },
      { ...CHAIN, SVC_CHAIN_ID: "31337", SVC_REHEARSAL: "on", SVC_DATA_DIR: join(programs.folder, "other") },
    ]) {
      const service = start(settings);
      await baseUrlOf(service);
      expect(service.errors()).not.toContain("SVC_SITE_URL");
      service.child.kill("SIGTERM");
      expect(await service.ended).toBe(0);
    }
  });
});

describe("the admin command line", () => {
  it("makes a database for the first account only, and says where", async () => {
    const list = programs.run(ADMIN, ["account", "list"]);
    expect(await list.ended).toBe(3);
    const database = join(programs.folder, "data", "service.sqlite");
    expect(list.errors()).toBe(
      `svc-proof-admin: SVC_DATA_DIR: expected a folder with a database, found none at ${database}\n`,
    );
    expect(existsSync(join(programs.folder, "data"))).toBe(false);
    const create = programs.run(ADMIN, ["account", "create", "--plan", "pro"]);
    expect(await create.ended).toBe(0);
    expect(create.errors()).toBe(`Database: ${database}\n`);
    expect((await stat(database)).mode & 0o077).toBe(0);
    const after = programs.run(ADMIN, ["account", "list"]);
    expect(await after.ended).toBe(0);
    expect(after.output()).toContain("pro");
  });

  it("names the setting when MongoDB does not answer", async () => {
    const settings = {
      SVC_MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}/proofs`,
      SVC_MONGODB_TIMEOUT_MS: "500",
    };
    const program = programs.run(ADMIN, ["account", "list"], settings);
    expect(await program.ended).toBe(5);
    expect(program.errors()).toMatch(
      /^svc-proof-admin: SVC_MONGODB_URL: the MongoDB store does not answer[^\n]*\n$/,
    );
  });

  it.each([
    [[], 3, "Usage"],
    [["--help"], 0, "Usage"],
    [["account", "fly"], 3, "account: expected create, list"],
    [["account", "create", "--plan", "gold"], 3, "--plan"],
  ])("ends %j with status %i", async (args, status, text) => {
    const program = programs.run(ADMIN, args);
    expect(await program.ended).toBe(status);
    expect(program.output() + program.errors()).toContain(text);
    expect(program.errors()).not.toContain("    at ");
  });
});
