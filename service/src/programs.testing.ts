/** The compiled programs as processes, each with settings of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

/** It only ends a hang. */
export const DEADLINE_MS: number = 60_000;

export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** Exit status, or the signal that ended it, once it has ended. */
  readonly ended: Promise<number | string>;
}

/** The processes of one test, and its folder. */
export class Programs {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async begin(): Promise<Programs> {
    return new Programs(await mkdtemp(join(tmpdir(), "svc-main-")));
  }

  /** The data folder of all programs by default. */
  get dataDir(): string {
    return join(this.folder, "data");
  }

  /** @param path a compiled program. @param settings besides its folder and free ports. */
  run(path: string, args: readonly string[] = [], settings: Readonly<Record<string, string>> = {}): Running {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_")),
    );
    const free = { SVC_DATA_DIR: this.dataDir, SVC_HTTP_PORT: "0", SVC_OPS_PORT: "0" };
    const env = { ...inherited, ...free, ...settings };
    const child = spawn(process.execPath, [path, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (text) => {
      output += text;
    });
    child.stderr.on("data", (text) => {
      errors += text;
    });
    return { child, output: () => output, errors: () => errors, ended: this.own(child) };
  }

  /** A process that ends with the test. @returns its exit status, or the signal that ended it, once it has ended. */
  own(child: ChildProcess): Promise<number | string> {
    this.#running.add(child);
    return once(child, "close").then(([status, signal]) => {
      this.#running.delete(child);
      return (status ?? signal) as number | string;
    });
  }

  async end(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        child.kill("SIGTERM");
        await once(child, "close");
      }),
    );
    await rm(this.folder, { recursive: true });
  }
}

export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
): Promise<NonNullable<Value>> {
  for (const deadline = performance.now() + DEADLINE_MS; performance.now() < deadline; ) {
    const value = await look();
    if (value) return value as NonNullable<Value>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${DEADLINE_MS} ms`);
}

export async function baseUrlOf(program: Running): Promise<string> {
  const [, url] = await until("the address", () => /answers at (\S+)\n/.exec(program.output()));
  return url!;
}

/** The one line for people of a start that was refused with status 2. */
export async function refusalOf(program: Running): Promise<string> {
  const answers = until("its end or its answers", () => program.output().includes("answers at"));
  const status = await Promise.race([program.ended, answers.then(() => "it serves")]);
  answers.catch(() => {});
  expect(status).toBe(2);
  const lines = program.errors().split("\n");
  const [line, ...more] = lines.filter((text) => text.startsWith("svc-proof: "));
  expect(more).toEqual([]);
  const reason = line!.replace("svc-proof: ", "");
  expect(JSON.parse(lines[lines.indexOf(line!) + 1]!)).toMatchObject({ level: "fatal", reason });
  expect(program.errors()).not.toContain("    at ");
  return line!;
}

export function register(baseUrl: string, key: string): Promise<Response> {
  return fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hash: createHash("sha256").update(randomBytes(8)).digest("hex") }),
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
