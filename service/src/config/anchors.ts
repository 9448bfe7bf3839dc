/** `SVC_ANCHORS` and its keys. */

import { readFile } from "node:fs/promises";
import { StartError } from "../errors.js";
import { endpointAddress, type Format, privateKey, text } from "./formats.js";

// The chains of `SVC_ANCHORS`: a JSON list, strict. Errors name the place and what is expected there, and quote no value:
// it may be a key, or an address that holds one.

/** Where the private key of an account is. */
export type KeySource =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "environment"; readonly name: string };

/** The format of the setting. */
export function anchorSettings(): Format<readonly AnchorSetting[]> {
  const read = (given: string): readonly AnchorSetting[] | string => {
    try {
      return parseAnchorSettings(given);
    } catch (error) {
      if (error instanceof AnchorSettingsError) return error.message;
      throw error;
    }
  };
  return {
    expected: `a JSON list of 1 to ${MAX_CHAINS} chains`,
    parse: (given) => {
      const value = read(given);
      return typeof value === "string" ? undefined : value;
    },
    explain: (given) => {
      const value = read(given);
      return typeof value === "string" ? value : "";
    },
  };
}

/** One chain. Null where the general setting counts. */
export interface AnchorSetting {
  readonly chainId: number;
  /** In the order in which they are preferred. */
  readonly rpcUrls: readonly string[];
  readonly key: KeySource;
  readonly networkName: string | null;
  readonly confirmations: number | null;
  readonly maxCostWei: bigint | null;
  readonly maxFeePerGasWei: bigint | null;
  readonly priorityFeePerGasWei: bigint | null;
  readonly bumpAfterMs: number | null;
  /** In thousandths. */
  readonly raisePermille: number | null;
  readonly lowBalanceWei: bigint | null;
}

/** A portable proof holds at most 16 anchors; more chains than this are a mistake. */
const MAX_CHAINS = 8;
const MAX_URLS = 8;
/** More coins than any chain has, in billionths. */
const MAX_GWEI = 1e15;
const MAX_DELAY_MS = 2_147_483_647;

const WEI_PER_GWEI = 1e9;

const NETWORK_NAME = text(
  "1 to 100 printable characters",
  /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u,
);

const FIELDS = [
  "chain_id",
  "rpc_urls",
  "key",
  "key_file",
  "key_env",
  "network_name",
  "confirmations",
  "gas",
  "low_balance_gwei",
];
const GAS_FIELDS = ["max_cost_gwei", "max_fee_gwei", "priority_fee_gwei", "bump_after_ms", "bump_percent"];

/** A text that is no list of chains. The message says where and why, without a secret. */
class AnchorSettingsError extends Error {
  override readonly name = "AnchorSettingsError";
}

/**
 * Reads the setting.
 *
 * @throws AnchorSettingsError
 */
function parseAnchorSettings(given: string): readonly AnchorSetting[] {
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new AnchorSettingsError("expected a JSON list of chains, got something that is not JSON");
  }
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_CHAINS) {
    throw new AnchorSettingsError(`expected a JSON list of 1 to ${MAX_CHAINS} chains`);
  }
  const anchors = value.map((item, i) => anchorOf(item, `[${i}]`));
  for (const [i, { chainId }] of anchors.entries()) {
    if (anchors.findIndex((other) => other.chainId === chainId) !== i) {
      throw new AnchorSettingsError(
        `[${i}].chain_id: expected a chain that is not in the list yet, got ${chainId} again`,
      );
    }
  }
  return anchors;
}

function anchorOf(item: unknown, at: string): AnchorSetting {
  const fields = fieldsOf(item, at, FIELDS);
  const gas = fields["gas"] === undefined ? {} : fieldsOf(fields["gas"], `${at}.gas`, GAS_FIELDS);
  const bumpPercent = decimal(gas["bump_percent"], `${at}.gas.bump_percent`, 12.5, 100);
  const maxFeePerGasWei = gwei(gas["max_fee_gwei"], `${at}.gas.max_fee_gwei`);
  const priorityFeePerGasWei = gwei(gas["priority_fee_gwei"], `${at}.gas.priority_fee_gwei`);
  if (maxFeePerGasWei !== null && priorityFeePerGasWei !== null && priorityFeePerGasWei > maxFeePerGasWei) {
    wrong(`${at}.gas.priority_fee_gwei`, "at most max_fee_gwei");
  }
  return {
    chainId: required(
      integer(fields["chain_id"], `${at}.chain_id`, 1, 2 ** 53 - 1),
      `${at}.chain_id`,
      CHAIN_ID,
    ),
    rpcUrls: urlsOf(fields["rpc_urls"], `${at}.rpc_urls`),
    key: keyOf(fields, at),
    networkName:
      fields["network_name"] === undefined
        ? null
        : matching(fields["network_name"], `${at}.network_name`, NETWORK_NAME),
    confirmations: integer(fields["confirmations"], `${at}.confirmations`, 1, 10_000),
    maxCostWei: gwei(gas["max_cost_gwei"], `${at}.gas.max_cost_gwei`),
    maxFeePerGasWei,
    priorityFeePerGasWei,
    bumpAfterMs: integer(gas["bump_after_ms"], `${at}.gas.bump_after_ms`, 1_000, MAX_DELAY_MS),
    raisePermille: bumpPercent === null ? null : Math.ceil(bumpPercent * 10),
    lowBalanceWei: gwei(fields["low_balance_gwei"], `${at}.low_balance_gwei`),
  };
}

const CHAIN_ID = "the chain's EIP-155 identifier";

function fieldsOf(
  value: unknown,
  at: string,
  names: readonly string[],
): { readonly [field: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong(at, "an object");
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new AnchorSettingsError(
      `${at}: unknown field ${JSON.stringify(unknown.slice(0, 40))}; known are ${names.join(", ")}`,
    );
  }
  return value as { readonly [field: string]: unknown };
}

function urlsOf(value: unknown, at: string): readonly string[] {
  const { parse } = endpointAddress();
  const expected = `a list of 1 to ${MAX_URLS} different http or https URLs`;
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_URLS) wrong(at, expected);
  const urls = value.map((url) => (typeof url === "string" ? parse(url) : undefined));
  if (urls.includes(undefined) || new Set(urls).size !== urls.length) wrong(at, expected);
  return urls as string[];
}

function keyOf(fields: { readonly [field: string]: unknown }, at: string): KeySource {
  const given = ["key", "key_file", "key_env"].filter((name) => fields[name] !== undefined);
  if (given.length !== 1) {
    throw new AnchorSettingsError(
      `${at}: expected exactly one of key, key_file and key_env, got ${given.length === 0 ? "none" : given.join(" and ")}`,
    );
  }
  const { key, key_file: path, key_env: name } = fields as Record<string, unknown>;
  if (key !== undefined) return { kind: "key", key: matching(key, `${at}.key`, privateKey()) };
  if (path !== undefined) {
    const format = text("the path of a file", /^[^\0]+$/);
    return { kind: "file", path: matching(path, `${at}.key_file`, format) };
  }
  // Variables of the service's own prefix are its settings.
  const format = text(
    "the name of an environment variable that does not begin with SVC_",
    /^(?!SVC_)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
  );
  return { kind: "environment", name: matching(name, `${at}.key_env`, format) };
}

function matching<Value>(
  value: unknown,
  at: string,
  format: { readonly expected: string; readonly parse: (text: string) => Value | undefined },
): Value {
  const parsed = typeof value === "string" ? format.parse(value) : undefined;
  if (parsed === undefined) wrong(at, format.expected);
  return parsed;
}

function integer(value: unknown, at: string, min: number, max: number): number | null {
  if (value === undefined) return null;
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    wrong(at, `an integer from ${min} to ${max}`);
  return value as number;
}

function decimal(value: unknown, at: string, min: number, max: number): number | null {
  if (value === undefined) return null;
  if (typeof value !== "number" || !(value >= min && value <= max))
    wrong(at, `a number from ${min} to ${max}`);
  return value;
}

/** An amount in billionths of the chain's coin, in wei. */
function gwei(value: unknown, at: string): bigint | null {
  const given = decimal(value, at, 1e-9, MAX_GWEI);
  if (given === null) return null;
  const whole = Math.floor(given);
  return BigInt(whole) * BigInt(WEI_PER_GWEI) + BigInt(Math.round((given - whole) * WEI_PER_GWEI));
}

function required<Value>(value: Value | null, at: string, expected: string): Value {
  if (value === null) wrong(at, expected);
  return value;
}

function wrong(at: string, expected: string): never {
  throw new AnchorSettingsError(`${at}: expected ${expected}, got a value that is not shown`);
}

/** The format's own length, and a line end. */
const MAX_KEY_CHARACTERS = 100;

/**
 * The private key of an account of `SVC_ANCHORS`.
 *
 * @throws StartError when there is none. The message quotes nothing of what was read.
 */
export async function readAnchorKey({
  chainId,
  key,
}: Pick<AnchorSetting, "chainId" | "key">): Promise<string> {
  if (key.kind === "key") return key.key;
  const where =
    key.kind === "file" ? `the file ${JSON.stringify(key.path)}` : `the environment variable ${key.name}`;
  const given = key.kind === "file" ? await readText(key.path) : process.env[key.name];
  const { parse, expected } = privateKey();
  const parsed =
    given === undefined || given.length > MAX_KEY_CHARACTERS ? undefined : parse(given.replace(/\r?\n$/, ""));
  if (parsed !== undefined) return parsed;
  throw new StartError(
    `SVC_ANCHORS: chain ${chainId}: expected ${expected} in ${where}, got ${given === undefined ? "nothing that can be read" : "a value that is not shown"}`,
  );
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}
