/**
 * MongoDB servers that a test owns and may kill, restart on the same files and disturb by fail
 * points: SecantusDB if `SVC_TEST_SECANTUSD` names its binary, otherwise a `mongod` that
 * mongodb-memory-server finds or downloads.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { findMongod } from "./find-mongod.js";

const START_MS = 120_000;

/** How to get a server, for the line that says why a suite was skipped. */
export const HOW_TO_PROVIDE: string =
  "set SVC_TEST_SECANTUSD to a secantusd-rs binary, or MONGOMS_SYSTEM_BINARY to a mongod";

export interface MongoServer {
  /** Address without a database, with its replica set. */
  readonly url: string;
  readonly port: number;
  /** The address of one of its databases. */
  urlOf(database: string): string;
  /** Ends it at once, as a power cut would. Only of one that was started to be killed. */
  kill(): Promise<void>;
  /** Restarts it on the same port and files, and waits until it takes writes. */
  restart(): Promise<void>;
  /** Pauses its process: connections stay open, and nothing is answered. */
  pause(): void;
  /** Resumes it. */
  resume(): void;
  /** Ends it and removes its files. */
  dispose(): Promise<void>;
}

interface Program {
  readonly binary: string;
  readonly replicaSet: string;
  args(port: number, folder: string): string[];
}

const secantusd = (binary: string, isKilled: boolean): Program => ({
  binary,
  replicaSet: "secantus",
  args: (port, folder) => [
    ...["--port", String(port), "--storage-path", folder, "--enable-test-commands"],
    ...["--cache-size", "1G", "--log-level", "ERROR"],
    ...(isKilled ? ["--sync-on-commit"] : []),
  ],
});

const mongod = (binary: string): Program => ({
  binary,
  replicaSet: "svc",
  args: (port, folder) => [
    ...["--port", String(port), "--bind_ip", "127.0.0.1", "--dbpath", folder, "--replSet", "svc"],
    ...["--setParameter", "enableTestCommands=1", "--quiet"],
  ],
});

/**
 * Starts a server; null if there is no program for it.
 *
 * @param isKilled whether the test kills or restarts it. Only then does SecantusDB flush every commit, which takes up to ten
 * times as long.
 */
export async function startMongoServer({ isKilled = false } = {}): Promise<MongoServer | null> {
  const program = await findProgram(isKilled);
  if (program === null) return null;
  const kill = async () => {
    if (!isKilled) throw new Error("the server was not started to be killed");
    await end(running);
  };
  const folder = await mkdtemp(join(tmpdir(), "svc-mongo-"));
  const port = await freePort();
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=${program.replicaSet}`;
  let running = await start(program, port, folder);
  return {
    url,
    port,
    urlOf: (database) => `mongodb://127.0.0.1:${port}/${database}?replicaSet=${program.replicaSet}`,
    kill,
    restart: async () => {
      await kill();
      running = await start(program, port, folder);
    },
    pause: () => void running.kill("SIGSTOP"),
    resume: () => void running.kill("SIGCONT"),
    dispose: async () => {
      await end(running);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

async function findProgram(isKilled: boolean): Promise<Program | null> {
  const binary = process.env["SVC_TEST_SECANTUSD"];
  if (binary !== undefined && binary !== "") {
    if (!existsSync(binary)) throw new Error(`SVC_TEST_SECANTUSD names no file: ${binary}`);
    return secantusd(binary, isKilled);
  }
  const found = await findMongod();
  return found === null ? null : mongod(found);
}

async function start(program: Program, port: number, folder: string): Promise<ChildProcess> {
  const child = spawn(program.binary, program.args(port, folder), { stdio: ["ignore", "pipe", "pipe"] });
  // If a filter skips every test of a file, none of its hooks runs.
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  const collect = (bytes: Buffer): void => {
    output = (output + bytes).slice(-4_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  child.on("error", (error) => collect(Buffer.from(String(error))));
  const deadline = performance.now() + START_MS;
  while (!(await takesWrites(program, port))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      await end(child);
      throw new Error(`the MongoDB server did not start: ${output}`);
    }
    await sleep(20);
  }
  return child;
}

/** Asks the server itself, and initiates its replica set if it has none. */
async function takesWrites(program: Program, port: number): Promise<boolean> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
    connectTimeoutMS: 500,
  });
  try {
    const hello = await client.db("admin").command({ hello: 1 });
    if (hello["isWritablePrimary"] === true) return true;
    if (hello["isreplicaset"] === true) {
      const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
      await client.db("admin").command({ replSetInitiate: { _id: program.replicaSet, members } });
    }
    return false;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A port that was free a moment ago: a restarted server must come back on the same one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("the probe has no port");
  return address.port;
}
