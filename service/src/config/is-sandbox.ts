/**
 * Whether the settings ask for a sandbox: everything on this machine, without evidential value, and with mails that anyone may
 * read. Nobody falls into it: a production whose chain was forgotten is refused.
 */
import { type Config, SETTINGS } from "./config.js";
import { ConfigError, type GivenConfig } from "./parse-config.js";
import { runsOwnChain } from "./runs-own-chain.js";

/** What may be given to a sandbox that nobody asked for by name: ports, and where it keeps its data. */
const PLAIN: ReadonlySet<string> = new Set<keyof Config>([
  "sandbox",
  "dataDir",
  "httpPort",
  "opsPort",
  "sandboxRpcPort",
  "sandboxCalendarPort",
  "sandboxTsaPort",
]);

/** @throws ConfigError when there is neither a chain nor a sandbox that was asked for, or others could reach the sandbox. */
export function isSandbox(given: GivenConfig): boolean {
  const { rpcUrl, sandbox } = SETTINGS;
  const others = Object.keys(given).filter((key) => !PLAIN.has(key)) as (keyof Config)[];
  const mode = given.sandbox ?? sandbox.default;
  if (mode === "on" || (mode === "auto" && others.length === 0)) {
    expectLocal(given);
    return true;
  }
  if (!runsOwnChain(given)) return false;
  const more = others.length > 1 ? ` and ${others.length - 1} more are` : " is";
  const cause = mode === "off" ? `${sandbox.name} is off` : `${SETTINGS[others[0]!].name}${more} given`;
  throw new ConfigError([
    `${rpcUrl.name}: expected ${rpcUrl.format.expected} because ${cause}, got nothing; for a sandbox, whose proofs have no evidential value, set ${sandbox.name}=on`,
  ]);
}

/** Whether a host of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Addresses that are listened on for this machine, or, in a container, for whoever maps its port. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "::1"]);

function expectLocal({ siteUrl, httpHost = SETTINGS.httpHost.default }: GivenConfig): void {
  const host = siteUrl === undefined ? httpHost : new URL(siteUrl).hostname;
  if (isLoopback(host) || (siteUrl === undefined && LOCAL_HOSTS.has(host))) return;
  const { name } = siteUrl === undefined ? SETTINGS.httpHost : SETTINGS.siteUrl;
  throw new ConfigError([
    `${name}: expected localhost because this is a sandbox, whose mails anyone may read, got ${JSON.stringify(siteUrl ?? host)}; for a service that others reach, give ${SETTINGS.rpcUrl.name}`,
  ]);
}
