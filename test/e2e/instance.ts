/** One of several instances of the service on one MongoDB and one chain, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { ended, root, run, until } from "./sandbox.js";

/** First account of anvil's well-known mnemonic: funded on development chains only. */
export const ANCHOR_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
export const ANCHOR_ADDRESS = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

export interface Instance {
  readonly process: ChildProcess;
  /** Known once the process has printed them. */
  readonly baseUrl: string;
  readonly opsUrl: string;
  /** Its output so far, both streams. */
  output(): string;
  /** The metrics whose names begin with the prefix, by name with labels. */
  metrics(prefix: string): Promise<Record<string, number>>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * `NODE_OPTIONS` of a process whose clock is ahead by so much, or behind. Each SIGUSR2 leads to the next of them; after the last, the
 * clock is right.
 */
export function clockAhead(...ms: readonly number[]): string {
  const code = `const all = ${JSON.stringify(ms)}; process.on("SIGUSR2", () => all.shift()); const now = Date.now; Date = class extends Date { constructor(...of) { of.length ? super(...of) : super(Date.now()); } static now() { return now() + (all[0] ?? 0); } };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** What the service needs to anchor on a development chain. */
export const rehearsalOn = (port: number): Readonly<Record<string, string>> => ({
  SVC_RPC_URL: `http://127.0.0.1:${port}`,
  SVC_CHAIN_ID: "31337",
  SVC_ANCHOR_KEY: ANCHOR_KEY,
  SVC_REHEARSAL: "on",
});

/** Starts a process with only these settings: the service if they name a chain, otherwise the sandbox. */
export function spawnService(settings: Readonly<Record<string, string>>): Instance {
  const program = "SVC_RPC_URL" in settings ? "service" : "sandbox";
  const child = spawn(process.execPath, [join(root, program, "dist/main.js")], {
    env: { ...withoutSettings(), SVC_HTTP_PORT: "0", SVC_OPS_PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const said = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? "";
  const instance: Instance = {
    process: child,
    get baseUrl() {
      return said(/svc-proof answers at (\S+)\n/);
    },
    get opsUrl() {
      return said(/health and metrics at (\S+)\n/);
    },
    output: () => output,
    async metrics(prefix) {
      const text = await (await fetch(`${instance.opsUrl}/metrics`)).text();
      const lines = text.split("\n").filter((line) => line.startsWith(prefix));
      return Object.fromEntries(
        lines.map((line) => {
          const at = line.lastIndexOf(" ");
          return [line.slice(0, at), Number(line.slice(at))];
        }),
      );
    },
    end: (signal) => ended(child, signal),
  };
  return instance;
}

/** Starts an instance and waits until it is ready. */
export async function startInstance(settings: Readonly<Record<string, string>>): Promise<Instance> {
  const instance = spawnService(settings);
  await until(async () => {
    const { exitCode } = instance.process;
    if (exitCode !== null) throw new Error(`ended with status ${exitCode}:\n${instance.output()}`);
    return instance.opsUrl !== "" && (await statusOf(`${instance.opsUrl}/readyz`)) === 200;
  }, 60_000);
  return instance;
}

/** Creates an account and a key on a database, as an administrator does. */
export async function createKey(mongodbUrl: string, plan: "free" | "pro"): Promise<string> {
  const account = await admin(mongodbUrl, "account", "create", "--plan", plan);
  const { key } = await admin(mongodbUrl, "key", "create", "--account", account["id"]!);
  return key!;
}

async function admin(mongodbUrl: string, ...words: string[]): Promise<Record<string, string>> {
  const program = join(root, "service/dist/admin/main.js");
  const { status, stdout, stderr } = await run(process.execPath, [program, ...words, "--json"], {
    SVC_MONGODB_URL: mongodbUrl,
  });
  if (status !== 0) throw new Error(`${words.join(" ")}: status ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Registers a fingerprint. */
export function register(
  baseUrl: string,
  key: string,
  hash: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ hash }),
    signal: AbortSignal.timeout(10_000),
  });
}

export const randomHash = (): string => createHash("sha256").update(randomBytes(16)).digest("hex");

/** The status of an answer; 0 if there is none. */
export function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );
}

function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_")));
}
