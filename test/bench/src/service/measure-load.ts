/** Loads an HTTP server from a process of its own. */
import { fileURLToPath } from "node:url";
import { runChild } from "../child.js";

export interface LoadPlan {
  /** For example `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly connections: number;
  /** 201: every request registers new bytes at the first path. 200: the paths are read in turn. */
  readonly expectedStatus: 200 | 201;
  readonly paths: readonly string[];
  /** API keys, used in turn. */
  readonly keys: readonly string[];
  /** Of a session, for pages. */
  readonly cookie?: string;
  /** Requests over all connections; if not given, as many as are answered. */
  readonly perSecond?: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Whether the answer holds every single latency. */
  readonly withTimes?: boolean;
}

export interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly latenciesMs?: readonly number[];
  /** The end of each, in milliseconds since 1970. */
  readonly endedAtMs?: readonly number[];
}

const program = fileURLToPath(new URL("./load.js", import.meta.url));

export async function measureLoad(plan: LoadPlan): Promise<Load> {
  const { stdout } = await runChild(process.execPath, [program, JSON.stringify(plan)]);
  return JSON.parse(stdout) as Load;
}
