/**
 * The service's settings: one definition for each, from which the values, the error texts and the table in
 * docs/operations/settings.md are made.
 */
import { MAX_LEAVES } from "@svc-proof/shared/merkle";
import {
  endpointAddress,
  type Format,
  hostAddress,
  integer,
  oneOf,
  privateKey,
  siteAddress,
  text,
} from "./format.js";

export type SandboxMode = "auto" | "on" | "off";
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** The values of all settings. Null where a setting is not given and has no default. */
export interface Config {
  readonly httpHost: string;
  readonly httpPort: number;
  readonly siteUrl: string | null;
  readonly dataDir: string;
  readonly sandbox: SandboxMode;
  readonly rpcUrl: string | null;
  readonly anchorKey: string | null;
  readonly networkName: string | null;
  readonly rpcTimeoutMs: number;
  readonly pollIntervalMs: number;
  readonly batchIntervalMs: number;
  readonly batchMaxLeaves: number;
  readonly confirmations: number;
  readonly anchorBumpMs: number;
  readonly anchorMaxCostGwei: number;
  readonly sandboxBlockMs: number;
  readonly sandboxRpcPort: number;
  readonly creationsPerMinute: number;
  readonly logLevel: LogLevel;
}

export interface Setting<Value> {
  readonly name: `SVC_${string}`;
  /** What it means, for the table. */
  readonly doc: string;
  readonly format: Format<NonNullable<Value>>;
  readonly default: Value;
  /** Default in the sandbox, where it differs. */
  readonly sandboxDefault?: Value;
  /** What the table says in place of a default that is null. */
  readonly whenUnset?: string;
  /** The value is never shown. */
  readonly secret?: boolean;
}

/** Timers of Node hold no more than this many milliseconds. */
const MAX_DELAY_MS = 2_147_483_647;
const DAY_MS = 86_400_000;

export const SETTINGS: { readonly [Name in keyof Config]: Setting<Config[Name]> } = {
  httpHost: {
    name: "SVC_HTTP_HOST",
    doc: "Address to listen on: an IP address or a host name.",
    format: hostAddress(),
    default: "127.0.0.1",
  },
  httpPort: {
    name: "SVC_HTTP_PORT",
    doc: "Port to listen on; 0 takes any free one.",
    format: integer(0, 65_535),
    default: 8080,
  },
  siteUrl: {
    name: "SVC_SITE_URL",
    doc: "Public address of the service; the API stands below it at `/api/v2`. A proxy that serves it below a path must strip that path.",
    format: siteAddress(),
    default: null,
    whenUnset: "`http://` with host and port",
  },
  dataDir: {
    name: "SVC_DATA_DIR",
    doc: "Folder of the database and of everything else that must last; made when it is missing. One service at a time may use it.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: "./.svc-data",
  },
  sandbox: {
    name: "SVC_SANDBOX",
    doc: "Sandbox mode: a development network of no evidential value. `auto`: on when `SVC_RPC_URL` is not given or leads to the development chain (31337). `on` refuses any other chain; `off` needs `SVC_RPC_URL`.",
    format: oneOf("auto", "on", "off"),
    default: "auto",
  },
  rpcUrl: {
    name: "SVC_RPC_URL",
    doc: "JSON-RPC endpoint of the EVM chain to anchor on. May hold an access key and is never logged.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the sandbox runs its own chain",
    secret: true,
  },
  anchorKey: {
    name: "SVC_ANCHOR_KEY",
    doc: "Private key of the account that sends and pays for the anchors. Needed with `SVC_RPC_URL`.",
    format: privateKey(),
    default: null,
    whenUnset: "the sandbox's own key",
    secret: true,
  },
  networkName: {
    name: "SVC_NETWORK_NAME",
    doc: "Name of the chain in proofs. Only for chains that the program does not know by name.",
    format: text("1 to 100 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "the chain's known name",
  },
  rpcTimeoutMs: {
    name: "SVC_RPC_TIMEOUT_MS",
    doc: "Milliseconds after which a question to the chain is given up.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  pollIntervalMs: {
    name: "SVC_POLL_INTERVAL_MS",
    doc: "Milliseconds between two looks at the chain.",
    format: integer(50, DAY_MS),
    default: 5_000,
    sandboxDefault: 500,
  },
  batchIntervalMs: {
    name: "SVC_BATCH_INTERVAL_MS",
    doc: "Milliseconds between two batches. The interface promises that a proof waits at most about two minutes.",
    format: integer(50, DAY_MS),
    default: 60_000,
    sandboxDefault: 2_000,
  },
  batchMaxLeaves: {
    name: "SVC_BATCH_MAX_LEAVES",
    doc: "Proofs in one batch, at most.",
    format: integer(1, MAX_LEAVES),
    default: MAX_LEAVES,
  },
  confirmations: {
    name: "SVC_CONFIRMATIONS",
    doc: "Confirmations after which an anchored batch is `confirmed`. The interface says 12.",
    format: integer(1, 10_000),
    default: 12,
  },
  anchorBumpMs: {
    name: "SVC_ANCHOR_BUMP_MS",
    doc: "Milliseconds after which an anchor that is in no block is sent again with higher fees.",
    format: integer(1_000, MAX_DELAY_MS),
    default: 180_000,
  },
  anchorMaxCostGwei: {
    name: "SVC_ANCHOR_MAX_COST_GWEI",
    doc: "Most that one anchor may cost: gas × fee per gas, in billionths of the chain's coin. Where the chain asks more, nothing is sent until it asks less.",
    format: integer(1, Number.MAX_SAFE_INTEGER),
    // 0.05 of the coin: 1,678 gwei for each of the 29,800 gas that are signed for on Ethereum.
    default: 50_000_000,
  },
  sandboxBlockMs: {
    name: "SVC_SANDBOX_BLOCK_MS",
    doc: "Milliseconds between two blocks of the sandbox's own chain.",
    format: integer(100, 3_600_000),
    default: 1_000,
  },
  sandboxRpcPort: {
    name: "SVC_SANDBOX_RPC_PORT",
    doc: "Port of the sandbox's own chain on 127.0.0.1; 0 takes any free one.",
    format: integer(0, 65_535),
    default: 0,
  },
  creationsPerMinute: {
    name: "SVC_CREATIONS_PER_MINUTE",
    doc: "Proofs that one account may create a minute; 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  logLevel: {
    name: "SVC_LOG_LEVEL",
    doc: "Least severe messages that are logged, as JSON lines on standard error.",
    format: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
    sandboxDefault: "warn",
  },
};
