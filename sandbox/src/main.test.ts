/** The compiled sandbox as a process: start, stop, restart, and what it refuses. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { COMPILED_SERVICE, compileSandbox } from "../../service/src/compile-service.testing.js";
import {
  baseUrlOf,
  DEADLINE_MS,
  freePort,
  Programs,
  type Running,
  refusalOf,
  register,
  until,
} from "../../service/src/programs.testing.js";
import type { SandboxCredentials } from "./credentials.js";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const SERVICE = fileURLToPath(new URL("main.js", COMPILED_SERVICE));
const ADMIN = fileURLToPath(new URL("admin/main.js", COMPILED_SERVICE));

// Each test starts several processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 4 * DEADLINE_MS });

let programs: Programs;
beforeAll(compileSandbox);
beforeEach(async () => {
  programs = await Programs.begin();
});
afterEach(() => programs.end());

const start = (settings: Record<string, string> = {}) => programs.run(MAIN, [], settings);

const notice = (program: Running) =>
  until("the sandbox's notice", () => program.output().includes("Pro key"));

async function credentials(): Promise<SandboxCredentials> {
  return JSON.parse(await readFile(join(programs.dataDir, "sandbox.json"), "utf8"));
}

/** What the folder of the data has, but the store. */
const leftIn = async () => (await readdir(programs.dataDir)).filter((name) => !/^service\./.test(name));

/** The admin command line works beside the sandbox. */
async function expectAdminBeside(baseUrl: string): Promise<void> {
  const admin = async (...args: string[]) => {
    const program = programs.run(ADMIN, [...args, "--json"]);
    expect(await program.ended).toBe(0);
    return JSON.parse(program.output());
  };
  const account = await admin("account", "create", "--plan", "free");
  const { id, key } = await admin("key", "create", "--account", account.id);
  expect((await register(baseUrl, key)).status).toBe(201);
  await admin("key", "revoke", id);
  expect((await register(baseUrl, key)).status).toBe(401);
}

describe("the sandbox", () => {
  it("starts with no settings, stops on SIGTERM, and keeps keys, proofs and its files to itself across restarts, beside the admin command line and no other service", async () => {
    const { dataDir } = programs;
    // Open to others, which none of its files are.
    await mkdir(dataDir, { mode: 0o755 });
    await chmod(dataDir, 0o755);
    const first = start();
    await notice(first);
    const before = await credentials();
    expect(first.output()).toMatch(/development network/);
    expect(first.output()).toContain(before.keys.free);
    const answer = await register(before.base_url, before.keys.pro);
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    for (const name of await readdir(dataDir, { recursive: true })) {
      const found = await stat(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
        // Files are replaced meanwhile: one that is gone is open to nobody.
        if (error.code !== "ENOENT") throw error;
        return null;
      });
      if (found !== null) expect(found.mode & 0o077, name).toBe(0);
    }
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
    await expectAdminBeside(after.base_url);
    const third = start();
    expect(await third.ended).toBe(1);
    expect(third.errors()).toMatch(
      /^svc-proof: (SVC_DATA_DIR: another service uses this folder [^\n]*)\n\{"level":"fatal",[^\n]*"reason":"\1",[^\n]*\}\n$/,
    );
    second.child.kill("SIGINT");
    expect(await second.ended).toBe(0);
  });
});

describe("who reaches it", () => {
  it.each<Record<string, string>>([
    { SVC_SITE_URL: "https://proofs.example" },
    { SVC_SITE_URL: "https://localhost.proofs.example" },
    { SVC_HTTP_HOST: "192.0.2.1" },
  ])("it is refused where others do (%o)", async (settings) => {
    const [name, value] = Object.entries(settings)[0]!;
    expect(await refusalOf(start(settings))).toMatch(
      new RegExp(`^svc-proof: ${name}: expected localhost because .* got "${value}"; npm run service .*$`),
    );
    expect(existsSync(programs.dataDir)).toBe(false);
  });

  it.each<Record<string, string>>([
    { SVC_RPC_URL: "http://127.0.0.1:1", SVC_CHAIN_ID: "31337", SVC_ANCHOR_KEY: `0x${"11".repeat(32)}` },
    { SVC_REHEARSAL: "on" },
    { SVC_ANCHORS: '[{"chain_id":1,"rpc_urls":["http://127.0.0.1:1"],"key_env":"KEY"}]' },
  ])("it is no service that somebody meant to start by itself (%o)", async (settings) => {
    const program = start(settings);
    expect(await program.ended).toBe(2);
    expect(program.errors()).toMatch(/expected nothing because this is the sandbox, .*; npm run service /);
    expect(existsSync(programs.dataDir)).toBe(false);
  });

  it("it takes other settings, and a site URL of this machine; its mails are on a page of its own", async () => {
    const port = await freePort();
    const mailPort = await freePort();
    const program = start({
      SVC_SITE_URL: `http://localhost:${port}`,
      SVC_HTTP_PORT: `${port}`,
      SVC_SANDBOX_MAIL_PORT: `${mailPort}`,
      SVC_LOG_LEVEL: "info",
    });
    await notice(program);
    const mails = `http://127.0.0.1:${mailPort}/mail`;
    expect(program.output()).toContain(`Mails     ${mails}\n`);
    expect((await fetch(mails)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/sandbox/mail`)).status).toBe(404);
  });
});

describe("its store", () => {
  const PRODUCTION = {
    SVC_RPC_URL: "http://127.0.0.1:1",
    SVC_CHAIN_ID: "137",
    SVC_ANCHOR_KEY: `0x${"11".repeat(32)}`,
  };
  const REHEARSAL = { ...PRODUCTION, SVC_CHAIN_ID: "31337", SVC_REHEARSAL: "on" };
  const service = (settings: Record<string, string>) => programs.run(SERVICE, [], settings);

  async function startAndStop(program: Running): Promise<void> {
    await baseUrlOf(program);
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  }

  it("is none that the administrator made", async () => {
    expect(await programs.run(ADMIN, ["account", "create", "--plan", "pro"]).ended).toBe(0);
    expect(await refusalOf(start())).toMatch(
      /^svc-proof: SVC_DATA_DIR: svc-proof keeps this store, and svc-proof-sandbox takes none of another program: give svc-proof-sandbox a store of its own$/,
    );
    expect(await leftIn()).toEqual([]);
  });

  it("is none that the service has used, even without an account", async () => {
    await startAndStop(service(PRODUCTION));
    expect(await refusalOf(start())).toMatch(/^svc-proof: SVC_DATA_DIR: svc-proof keeps this store, /);
    expect(await leftIn()).toEqual([]);
    await startAndStop(service(PRODUCTION));
  });

  it("serves no service by itself, and the next sandbox", async () => {
    const first = start();
    await notice(first);
    const { keys } = await credentials();
    first.child.kill("SIGTERM");
    await first.ended;
    for (const settings of [PRODUCTION, REHEARSAL]) {
      expect(await refusalOf(service(settings))).toMatch(
        /^svc-proof: SVC_DATA_DIR: svc-proof-sandbox keeps this store, and svc-proof takes none of another program: give svc-proof a store of its own$/,
      );
    }
    const accept = programs.run(ADMIN, ["chain", "accept", "137"]);
    expect(await accept.ended).toBe(4);
    expect(accept.errors()).toMatch(/proofs that count and proofs of a rehearsal never share a store/);
    const second = start();
    await notice(second);
    expect((await credentials()).keys).toEqual(keys);
  });
});

describe("what keeps it from starting", () => {
  it("is told by name when settings are wrong, with status 2", async () => {
    for (const [name, value] of [
      ["SVC_HTTP_PORT", "eighty"],
      ["SVC_SANDBOX_TSA_PORT", "eighty"],
    ] as const) {
      const sandbox = start({ [name]: value });
      expect(await sandbox.ended).toBe(2);
      expect(sandbox.errors()).toContain(`${name}: expected an integer from 0 to 65535, got "eighty"`);
      expect(sandbox.output()).toBe("");
    }
  });

  it("is told in one line when a port is in use, and nothing stays behind", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    for (const name of ["SVC_HTTP_PORT", "SVC_SANDBOX_TSA_PORT", "SVC_SANDBOX_MAIL_PORT"]) {
      const sandbox = start({ SVC_DATA_DIR: join(programs.folder, name), [name]: `${port}` });
      expect(await sandbox.ended).toBe(1);
      expect(sandbox.errors()).toContain(`svc-proof: ${name}: port ${port} of 127.0.0.1 is in use\n`);
      expect(sandbox.errors()).not.toContain("    at ");
    }
    other.close();
  });

  it("is told in plain words alone where there is no log", async () => {
    const sandbox = start({ SVC_DATA_DIR: "/dev/null/data", SVC_LOG_LEVEL: "silent" });
    expect(await sandbox.ended).toBe(1);
    expect(sandbox.errors()).toMatch(/^svc-proof: [^\n]*\n$/);
  });
});
