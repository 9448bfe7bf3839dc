/**
 * Who in the running service asks for something outside: its own clients, each bounded, and nothing else. Every way that Node has is
 * watched while every route is walked with addresses in each place that takes a text, and while every job runs. On both stores. And what is
 * loaded meanwhile: nothing.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { JOB_NAMES } from "../../service/src/jobs/job.js";
import { openMongodbRecords, openSqliteRecords, type Records } from "../../service/src/records/records.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { CERTIFIED_FORMATS, makePasskey } from "../pages/made-passkey.js";
import { type Instance, spawnService, statusOf } from "./instance.js";
import { type Account, RouteWalk, type WalkedPage } from "./route-walk.js";
import { root, run, until } from "./sandbox.js";

/** Who may ask. A package is one that asks only what its settings name, which our own client gives it. */
const CLIENTS = [
  // Chains, calendars, Bitcoin nodes, trusted lists.
  "verifier-lib/dist/source/bounded-fetch.js",
  // Addresses in certificates of an authority.
  "verifier-lib/dist/node/fetch-public.js",
  "service/dist/clients/tsa.js",
  // By `service/dist/clients/mail.js`.
  "nodemailer",
];
/** The sandbox's own chain: its process, and whether it answers. */
const SANDBOX = ["sandbox/dist/anvil.js", "sandbox/dist/chain.js"];

const mongodbUrl = inject("mongodbUrl");
const STORES = [
  { name: "SQLite", database: null },
  ...(mongodbUrl === null ? [] : [{ name: "MongoDB", database: mongodbUrl }]),
];

/** Each way to ask for something, imported by name as a dependency does, in the program and in a thread of it. */
const WAYS = `
  import { spawn } from "node:child_process";
  import { createSocket } from "node:dgram";
  import { lookup } from "node:dns";
  import { resolve4 } from "node:dns/promises";
  import { get } from "node:http";
  import { connect as connect2 } from "node:http2";
  import { request } from "node:https";
  import { connect, Socket } from "node:net";
  import { connect as connectTls } from "node:tls";
  import { Worker } from "node:worker_threads";
  const ways = [
    () => fetch("http://127.0.0.1:9"),
    () => get("http://127.0.0.1:9"),
    () => request({ host: "127.0.0.1", port: 9 }),
    () => connect2("https://127.0.0.1:9"),
    () => connect(9, "127.0.0.1"),
    () => new Socket().connect(9, "127.0.0.1"),
    () => connectTls(9, "127.0.0.1"),
    () => lookup("localhost", () => {}),
    () => resolve4("localhost"),
    () => createSocket("udp4"),
    () => spawn("true"),
    () => new Worker('fetch("http://127.0.0.1:9").catch(() => {})', { eval: true }),
  ];
  for (const ask of ways) {
    try {
      await ask();
    } catch {}
  }
`;

interface Outgoing {
  readonly way: string;
  readonly caller: string;
  readonly destination: string;
  readonly isRefused: boolean;
  /** Files of the callers, the innermost first. */
  readonly stack: readonly string[];
}

function outgoingIn(log: string): readonly Outgoing[] {
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** Settings of a program that is watched. */
function watched(settings: {
  readonly log: string;
  readonly [name: string]: unknown;
}): Record<string, string> {
  const watches = ["watch-outgoing.mjs", "watch-loads.mjs"];
  return {
    NODE_OPTIONS: watches.map((file) => `--import ${pathToFileURL(join(root, "test/e2e", file))}`).join(" "),
    SVC_TEST_OUTGOING: JSON.stringify(settings),
    SVC_TEST_LOADS: `${settings.log}.loads`,
  };
}

interface WalkedRoute {
  readonly method: string;
  readonly path: string;
}

test("each way to ask is watched, and refused to whoever is not named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-watch-"));
  const log = join(folder, "outgoing.jsonl");
  try {
    const settings = watched({ log, routes: join(folder, "routes.json"), clients: [] });
    const { status } = await run(process.execPath, ["--input-type=module", "--eval", WAYS], settings);
    expect(status).toBe(0);
    const asked = outgoingIn(log);
    expect(asked.map(({ way }) => way)).toEqual([
      "fetch",
      "get",
      "request",
      "connect",
      "connect",
      "connect",
      "connect",
      "lookup",
      "resolve4",
      "createSocket",
      "spawn",
      "fetch",
    ]);
    expect(asked.every(({ isRefused }) => isRefused)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe.each(STORES)("outgoing requests ($name)", ({ database }) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-outgoing-"));
  const log = join(folder, "outgoing.jsonl");
  const routesPath = join(folder, "routes.json");
  const clients = [...CLIENTS, ...SANDBOX, ...(database === null ? [] : ["mongodb"])];
  const connections: string[] = [];
  const servers: Server[] = [];
  let databaseUrl: string | null = null;
  let authority: SandboxTsa;
  let service: Instance;
  let store: Records;
  let walk: RouteWalk;
  /** An address that nobody was told of but by a request. */
  let elsewhere: string;
  /** Modules that were loaded when the service was ready. */
  let loaded: readonly string[];

  beforeAll(async () => {
    databaseUrl = database === null ? null : newDatabaseUrl(database);
    authority = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
    elsewhere = `http://127.0.0.1:${await listen("elsewhere")}/list.crl`;
    const dataDir = join(folder, "data");
    service = spawnService({
      ...watched({ log, routes: routesPath, clients }),
      ...(databaseUrl !== null && { SVC_MONGODB_URL: databaseUrl }),
      SVC_DATA_DIR: dataDir,
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
      SVC_BATCH_INTERVAL_MS: "200",
      SVC_SANDBOX_BLOCK_MS: "100",
      SVC_POLL_INTERVAL_MS: "100",
      SVC_TSA_URL: authority.p256Url,
      SVC_TSA_TRUST: authority.rootPath,
      SVC_TSA_QUALIFIED: "warn",
      SVC_TRUST_LIST_UPDATE_MS: "86400000",
      SVC_SEAL_REVOCATION_ORIGINS: authority.url.replace(/\/$/, ""),
      SVC_SMTP_URL: `smtp://127.0.0.1:${await listen("mails")}`,
      SVC_MAIL_FROM: "proofs@example.org",
    });
    let site = "";
    await until(() => {
      const { exitCode } = service.process;
      if (exitCode !== null) throw new Error(`ended with status ${exitCode}:\n${service.output()}`);
      try {
        site = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8")).site_url;
        return existsSync(routesPath);
      } catch {
        return false;
      }
    }, 120_000);
    await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 200, 60_000);
    loaded = loads();
    expect(loaded.length).toBeGreaterThan(500);
    store =
      databaseUrl === null
        ? await openSqliteRecords(join(dataDir, "service.sqlite"))
        : await openMongodbRecords({ url: databaseUrl, timeoutMs: 20_000 });
    walk = new RouteWalk(store, site);
  }, 180_000);
  afterAll(async () => {
    await store?.close();
    await service?.end("SIGKILL");
    await authority?.stop();
    for (const server of servers) server.close();
    if (databaseUrl !== null) await dropDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  /** A server that notes who comes, and sends everybody away. */
  async function listen(name: string): Promise<number> {
    const server = createServer((socket) => {
      connections.push(name);
      socket.on("error", () => {}).end("421 closed\r\n");
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  function loads(): readonly string[] {
    return readFileSync(`${log}.loads`, "utf8").split("\n");
  }

  /** Whoever asked without being one of the clients, and from where. */
  function strangers(): readonly string[] {
    return outgoingIn(log)
      .filter(({ caller }) => !clients.includes(caller))
      .map(({ way, destination, stack }) => `${way} ${destination}\n  ${stack.join("\n  ")}`);
  }

  /** An address in each place of a request that takes a text. */
  function addresses(account: Account): Record<string, string> {
    const names = [
      "url",
      "uri",
      "callback",
      "webhook",
      "link",
      "to",
      "name",
      "label",
      "q",
      "file",
      "display-name",
    ];
    return { ...walk.fieldsOf(account), ...Object.fromEntries(names.map((name) => [name, elsewhere])) };
  }

  async function json(account: Account, path: string, value: unknown): Promise<Record<string, unknown>> {
    const visitor = { key: account.key };
    const { body } = await walk.ask(
      "POST",
      `/api/v2${path}`,
      visitor,
      JSON.stringify(value),
      "application/json",
    );
    return JSON.parse(body.slice(body.indexOf("\n")));
  }

  test("every job runs, and asks through the named clients", async () => {
    const account = await walk.newAccount("jobs");
    await json(account, `/proofs/${account.proofId}/qualified`, {});
    const jobs = async () => {
      const results = await service.metrics("svc_job_runs_total");
      const ended = Object.keys(results).filter(
        (line) => /"(?:done|failed)"/.test(line) && results[line]! > 0,
      );
      return JOB_NAMES.filter((job) => ended.some((line) => line.includes(`job="${job}"`)));
    };
    await expect.poll(jobs, { timeout: 120_000 }).toEqual(JOB_NAMES);
    const signUp = { method: "POST", path: "/sign-up" } as const;
    await walk.send(signUp, signUp.path, { email: "new@example.org" }, {}, "");
    // Otherwise one that is watched in vain would not be missed.
    const idle = () => {
      const asked = new Set(outgoingIn(log).map(({ caller }) => caller));
      return clients.filter((client) => !asked.has(client));
    };
    await expect.poll(idle, { timeout: 30_000 }).toEqual([]);
    expect(strangers()).toEqual([]);
    await expect.poll(() => connections).toContain("mails");
  });

  test("no route asks anything else, whatever addresses a request holds", async () => {
    const { pages, routes } = JSON.parse(readFileSync(routesPath, "utf8")) as {
      readonly pages: readonly WalkedPage[];
      readonly routes: readonly WalkedRoute[];
    };
    expect(pages.length).toBeGreaterThan(30);
    expect(routes.length).toBeGreaterThan(15);
    let account = await walk.newAccount("pages 0");
    for (const [at, page] of pages.entries()) {
      // Some routes end the session, one the account.
      if ((await store.accounts.findAccount(account.id)) === null)
        account = await walk.newAccount(`pages ${at}`);
      const session = await walk.newSession(account.people.owner, "walk");
      const fields = addresses(account);
      const path = walk.pathOf(page.path, account);
      const query = page.method === "GET" ? `?${new URLSearchParams(fields)}` : "";
      const { status } = await walk.open(page, path + query, fields, { session });
      expect(status, `${page.method} ${page.path}`).toBeLessThan(500);
      await walk.visit(page, account, { session: await walk.newSession(account.people.owner, "walk") });
    }
    account = await walk.newAccount("routes");
    const hash = createHash("sha256").update(elsewhere).digest("hex");
    const body = JSON.stringify({ ...addresses(account), hash, metadata: { url: elsewhere } });
    for (const { method, path } of routes) {
      const isRead = method === "GET" || method === "DELETE";
      const at = `/api/v2${walk.pathOf(path, account)}?${new URLSearchParams(addresses(account))}`;
      await walk.ask(method, at, { key: account.key }, isRead ? undefined : body, "application/json");
      await walk.ask(
        method,
        at.split("?")[0]!,
        { key: account.key },
        isRead ? undefined : body,
        "application/json",
      );
    }
    expect(strangers()).toEqual([]);
    expect(connections).not.toContain("elsewhere");
  });

  test("no passkey asks anything, whatever certificates it comes with", async () => {
    const { people } = await walk.newAccount("passkeys");
    const session = await walk.newSession(people.reader, "walk");
    const csrf = await walk.tokenOf(session);
    const origin = `http://localhost:${new URL(walk.site).port}`;
    const post = async (path: string, value: unknown) => {
      const more = { "x-csrf-token": csrf };
      return walk.ask("POST", path, { session }, JSON.stringify(value), "application/json", more);
    };
    for (const format of [...CERTIFIED_FORMATS, "none", "packed-self"] as const) {
      const { body } = await post("/dashboard/security/passkeys/options", {});
      const { challenge } = JSON.parse(body.slice(body.indexOf("\n")));
      const answer = makePasskey({ format, challenge, origin, crlUrl: elsewhere });
      const { status } = await post("/dashboard/security/passkeys", { answer, name: format });
      expect(strangers(), format).toEqual([]);
      expect(status, format).toBe(format === "none" || format === "packed-self" ? 200 : 403);
    }
    expect(connections).not.toContain("elsewhere");
  });

  test("no request and no job loads a module", () => {
    expect(loads().slice(loaded.length - 1)).toEqual([""]);
  });

  test("the service ends when it is asked to, and asks nothing else on its way", async () => {
    expect(await service.end("SIGTERM")).toBe(0);
    expect(strangers()).toEqual([]);
  });
});
