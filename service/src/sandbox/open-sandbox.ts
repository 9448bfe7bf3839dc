/** Starts what a sandbox runs on this machine: its chain, its calendar and its timestamping authority. */
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Config } from "../config/config.js";
import type { GivenConfig } from "../config/parse-config.js";
import { runsOwnChain } from "../config/runs-own-chain.js";
import { endAtOnce } from "../end-at-once.js";
import type { Log } from "../log.js";
import type { LeaseStore } from "../records/records.js";
import { StartError } from "../start-error.js";
import { type SandboxCalendar, startSandboxCalendar } from "./calendar/start-calendar.js";
import { type SandboxChain, startSandboxChain } from "./chain.js";
import { lockStore } from "./lock-store.js";
import type { SandboxTsa } from "./tsa/start-tsa.js";

/** A part is null if the settings name another one. */
export interface Sandbox {
  readonly chain: SandboxChain | null;
  readonly calendar: SandboxCalendar | null;
  readonly tsa: SandboxTsa | null;
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly given: GivenConfig;
  readonly config: Config;
  /** Null only if `SVC_RPC_URL` is given. */
  readonly dataDir: string | null;
  readonly leases: LeaseStore;
  readonly log: Log;
}

/**
 * Starts the chain unless one is configured, and a calendar and an authority unless the settings name them.
 *
 * @throws StartError when a port is in use; StoreLockedError when another sandbox uses the store; SandboxChainError.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { given, config, dataDir } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of closers.splice(0).reverse()) await stop();
  };
  if (!runsOwnChain(config) || dataDir === null) return { chain: null, calendar: null, tsa: null, close };
  try {
    // The lock on the data folder protects a store inside it.
    if (config.mongodbUrl !== null) closers.push(await lock(options, dataDir));
    const started = async <Part extends { stop(): Promise<void> }>(
      starting: Promise<Part>,
    ): Promise<Part> => {
      const part = await starting;
      closers.push(() => part.stop());
      return part;
    };
    // The chain is another process, which takes longest.
    const chain = started(startChain(config, dataDir));
    const calendar = given.calendarUrls === undefined ? started(startCalendar(options, dataDir)) : null;
    const tsa = given.tsaUrl === undefined ? started(startTsa(options, dataDir)) : null;
    // What starts while another fails is closed with the rest.
    await Promise.allSettled([chain, calendar, tsa]);
    return { chain: await chain, calendar: await calendar, tsa: await tsa, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function lock({ leases, config, log }: SandboxOptions, dataDir: string): Promise<() => Promise<void>> {
  return lockStore(leases, {
    holder: `${hostname()}:${resolve(dataDir)}`,
    leaseMs: config.leaseMs,
    onLost: (error) => endAtOnce(log, error.message),
  });
}

function startChain(config: Config, dataDir: string): Promise<SandboxChain> {
  const { sandboxRpcPort: port, sandboxBlockMs: blockTimeMs, confirmations } = config;
  return startSandboxChain({ dataDir, port, blockTimeMs, confirmations });
}

function startCalendar({ config, log }: SandboxOptions, dataDir: string): Promise<SandboxCalendar> {
  const { sandboxCalendarPort: port, sandboxBitcoinBlockMs, bitcoinConfirmations } = config;
  return startSandboxCalendar({
    dataDir,
    port,
    blockTimeMs: sandboxBitcoinBlockMs,
    confirmations: bitcoinConfirmations,
    onFailure: (error) => log.error({ err: error }, "the sandbox's calendar mines no more"),
  }).catch(portInUse("SVC_SANDBOX_CALENDAR_PORT", port));
}

async function startTsa({ config, log }: SandboxOptions, dataDir: string): Promise<SandboxTsa> {
  const { sandboxTsaPort: port } = config;
  // Only a sandbox issues timestamps.
  const { startSandboxTsa } = await import("./tsa/start-tsa.js");
  return startSandboxTsa({
    dataDir,
    port,
    onFailure: (error) => log.error({ err: error }, "the sandbox's timestamping authority failed"),
  }).catch(portInUse("SVC_SANDBOX_TSA_PORT", port));
}

function portInUse(setting: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(`${setting}: port ${port} of 127.0.0.1 is in use`);
  };
}
