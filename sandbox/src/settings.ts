/** The settings of the sandbox: its own, what it gives the service, and what its data folder keeps of them. */

import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { integer, isLoopback } from "@svc-proof/service/config/formats";
import {
  ConfigError,
  type GivenConfig,
  parseConfig,
  withDefaults,
  wrongValue,
} from "@svc-proof/service/config/parse";
import { type Config, SETTINGS, type Setting } from "@svc-proof/service/config/settings";
import { StartError } from "@svc-proof/service/errors";
import type { StoreMarks } from "@svc-proof/service/records/store-marks";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { SandboxChain } from "./chain.js";
import { replaceFile } from "./tsa/certificate.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface OwnSettings {
  readonly blockMs: number;
  readonly rpcPort: number;
  readonly bitcoinBlockMs: number;
  readonly calendarPort: number;
  readonly tsaPort: number;
  readonly mailPort: number;
}

const port = integer(0, 65_535);

export const OWN_SETTINGS: { readonly [Name in keyof OwnSettings]: Setting<number> } = {
  blockMs: {
    name: "SVC_SANDBOX_BLOCK_MS",
    doc: "Milliseconds between two blocks of the chain.",
    format: integer(100, 3_600_000),
    default: 1_000,
  },
  rpcPort: {
    name: "SVC_SANDBOX_RPC_PORT",
    doc: "Port of the chain on 127.0.0.1; 0 takes any free port.",
    format: port,
    default: 0,
  },
  bitcoinBlockMs: {
    name: "SVC_SANDBOX_BITCOIN_BLOCK_MS",
    doc: "Milliseconds between two blocks of the calendar's regtest chain.",
    format: integer(50, 3_600_000),
    default: 2_000,
  },
  calendarPort: {
    name: "SVC_SANDBOX_CALENDAR_PORT",
    doc: "Port of the calendar on 127.0.0.1; 0 takes the port of the last run, or any free port.",
    format: port,
    default: 0,
  },
  tsaPort: {
    name: "SVC_SANDBOX_TSA_PORT",
    doc: "Port of the timestamping authority on 127.0.0.1; 0 takes the port of the last run, or any free port.",
    format: port,
    default: 0,
  },
  mailPort: {
    name: "SVC_SANDBOX_MAIL_PORT",
    doc: "Port of the page of mails, and of the links that sign in, on 127.0.0.1; 0 takes any free port.",
    format: port,
    default: 0,
  },
};

/** What the service is given where the settings do not say otherwise. Faster than production, and nothing leaves this machine. */
export const SERVICE_DEFAULTS: { readonly [Name in keyof GivenConfig]?: string } = {
  // A second sandbox on the same machine must start without a setting.
  opsPort: "0",
  pollIntervalMs: "500",
  batchIntervalMs: "2000",
  calendarMin: "1",
  calendarPollMs: "500",
  attestIntervalMs: "500",
  bitcoinNetwork: "regtest",
  bitcoinConfirmations: "2",
  esploraUrls: "off",
  custody: "on",
  custodyPurgeMs: "5000",
  sealRetryMs: "1000",
  sealIntervalMs: "500",
  sealRevocationIntervalMs: "1000",
  trustListUpdateMs: "off",
  signUp: "open",
  logLevel: "warn",
};

/** Of a chain. The sandbox has its own, or it would be something else. */
const CHAIN_SETTINGS = ["anchors", "rpcUrl", "chainId", "anchorKey", "networkName", "rehearsal"] as const;

/** Addresses that are listened on for this machine, or, in a container, for whoever maps its port. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "::1"]);

export interface SandboxSettings {
  readonly own: OwnSettings;
  /** What the environment says to the service. */
  readonly given: GivenConfig;
  /** All values of the service, but those of the parts. */
  readonly config: Config;
  /** The settings of the service, once the sandbox knows where its parts are. */
  withParts(parts: SandboxParts): GivenConfig;
}

/** Values of settings; null where the environment names something else. */
export interface SandboxParts {
  readonly chain: Pick<SandboxChain, "rpcUrl" | "chainId" | "anchorKey">;
  readonly calendarUrl: string | null;
  readonly tsa: { readonly url: string; readonly p256Url: string; readonly rootPath: string } | null;
  readonly smtpUrl: string | null;
  readonly custodyKey: string | null;
}

/** @throws ConfigError on wrong settings, on a chain, and where others could reach the sandbox. */
export function sandboxSettings(environment: Environment): SandboxSettings {
  const names = new Map(Object.entries(OWN_SETTINGS).map(([key, { name }]) => [name as string, key]));
  const forService = Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name)));
  const own = ownSettings(environment);
  const given = parseConfig(forService);
  expectNoChain(given);
  expectLocal(given);
  const defaults = environmentOf({
    ...SERVICE_DEFAULTS,
    ...(given.tsaUrl !== undefined && { tsaQualified: "warn" }),
  });
  return {
    own,
    given,
    config: withDefaults(parseConfig({ ...defaults, ...forService })),
    withParts: (parts) => parseConfig({ ...defaults, ...partsOf(parts), ...forService }),
  };
}

function ownSettings(environment: Environment): OwnSettings {
  const problems: string[] = [];
  const values = Object.entries(OWN_SETTINGS).map(([key, setting]) => {
    const text = environment[setting.name];
    const value = text === undefined ? setting.default : setting.format.parse(text);
    if (value === undefined) problems.push(wrongValue(setting as Setting<unknown>, text!));
    return [key, value];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(values) as unknown as OwnSettings;
}

/** Variables of settings of the service. */
function environmentOf(values: { readonly [Name in keyof Config]?: string }): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [SETTINGS[key as keyof Config].name, value]),
  );
}

function partsOf({ chain, calendarUrl, tsa, smtpUrl, custodyKey }: SandboxParts): Record<string, string> {
  return environmentOf({
    rpcUrl: chain.rpcUrl,
    chainId: `${chain.chainId}`,
    anchorKey: chain.anchorKey,
    rehearsal: "on",
    ...(calendarUrl !== null && { calendarUrls: calendarUrl, esploraUrls: calendarUrl }),
    ...(tsa !== null && {
      tsaUrl: tsa.p256Url,
      tsaTrust: tsa.rootPath,
      // No list can name an authority that the sandbox makes itself.
      tsaQualified: "off",
      sealRevocationOrigins: tsa.url,
    }),
    ...(smtpUrl !== null && { smtpUrl, mailFrom: "svc-proof@sandbox.example" }),
    ...(custodyKey !== null && { custodyKeys: custodyKey }),
  });
}

function expectNoChain(given: GivenConfig): void {
  const problems = CHAIN_SETTINGS.filter((key) => given[key] !== undefined).map(
    (key) =>
      `${SETTINGS[key].name}: expected nothing because this is the sandbox, which has a chain of its own, got something; npm run service starts the service by itself`,
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

function expectLocal({ siteUrl, httpHost = SETTINGS.httpHost.default }: GivenConfig): void {
  const problem = ({ name }: Setting<unknown>, got: string) =>
    `${name}: expected localhost because this is a sandbox, whose mails anyone may read, got ${JSON.stringify(got)}; npm run service starts the service by itself`;
  const problems: string[] = [];
  if (siteUrl !== undefined && !isLoopback(new URL(siteUrl).hostname))
    problems.push(problem(SETTINGS.siteUrl as Setting<unknown>, siteUrl));
  if (!isLoopback(httpHost) && !LOCAL_HOSTS.has(httpHost))
    problems.push(problem(SETTINGS.httpHost as Setting<unknown>, httpHost));
  if (problems.length > 0) throw new ConfigError(problems);
}

// The store's mark and the key of custody.

// How the store of a sandbox is marked.

const KEEPER = "svc-proof-sandbox";

/**
 * A database elsewhere is kept by the sandbox of one folder: two would anchor one sequence of batches on two chains.
 *
 * @param dataDir must exist.
 * @param isElsewhere whether the store is not in the folder.
 */
export async function sandboxMarks(dataDir: string, isElsewhere: boolean): Promise<StoreMarks> {
  const keeper = isElsewhere ? `${KEEPER} ${await idOf(dataDir)}` : KEEPER;
  return { keeper, chainIds: [DEVELOPMENT_CHAIN_ID] };
}

/** Made once. */
async function idOf(dataDir: string): Promise<string> {
  const path = join(dataDir, "sandbox.id");
  const known = (await readFile(path, "utf8").catch(() => "")).trim();
  if (known !== "") return known;
  const id = randomUUID();
  await replaceFile(path, `${id}\n`);
  return id;
}

// The custody key of a sandbox without one in its settings: created once in the data folder, readable by the owner only.

const NAME = "custody.key";

/**
 * Reads the key, or creates it if missing. It is never replaced: without it the originals cannot be read.
 *
 * @throws StartError when the file holds something else.
 */
export async function custodyKeyFile(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, NAME);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return makeKey(path);
    throw error;
  });
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new StartError(
      `${path} expected 64 hexadecimal characters: the originals cannot be read without it`,
    );
  }
  return Buffer.from(hex, "hex");
}

/** Writes a temporary file, flushes it and links it into place, because a key in use must not get lost. */
async function makeKey(path: string): Promise<string> {
  const text = `${randomBytes(32).toString("hex")}\n`;
  const draft = `${path}.${process.pid}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // Unlike a rename, a link never replaces an existing file.
  await link(draft, path);
  await rm(draft);
  return text;
}
