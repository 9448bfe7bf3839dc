/**
 * The service's settings: one definition for each, from which the values, the error texts and the table in
 * docs/operations/settings.md are made.
 */

import type { BitcoinNetwork } from "@svc-proof/shared/bitcoin";
import { MAX_LEAVES } from "@svc-proof/shared/merkle";
import {
  endpointAddress,
  endpointAddresses,
  type Format,
  filePaths,
  hostAddress,
  integer,
  integerOr,
  mongodbUrl,
  networks,
  objectIdentifier,
  oneOf,
  paths,
  privateKey,
  siteAddress,
  siteAddresses,
  symmetricKeys,
  text,
} from "./format.js";

export type SandboxMode = "auto" | "on" | "off";
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** The values of all settings. Null where a setting is not given and has no default. */
export interface Config {
  readonly httpHost: string;
  readonly httpPort: number;
  readonly opsHost: string;
  readonly opsPort: number | "off";
  readonly siteUrl: string | null;
  readonly dataDir: string;
  readonly mongodbUrl: string | null;
  readonly mongodbTimeoutMs: number;
  readonly leaseMs: number;
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
  readonly calendarUrls: readonly string[];
  readonly calendarMin: number;
  readonly calendarTimeoutMs: number;
  readonly calendarPollMs: number;
  readonly attestIntervalMs: number;
  readonly bitcoinNetwork: BitcoinNetwork;
  readonly esploraUrls: readonly string[];
  readonly bitcoinRpcUrls: readonly string[];
  readonly bitcoinConfirmations: number;
  readonly tsaUrl: string | null;
  readonly tsaTrust: readonly string[];
  readonly tsaPolicyOid: string | null;
  readonly tsaClientPem: string | null;
  readonly tsaTimeoutMs: number;
  readonly custody: "on" | "off";
  readonly custodyKeys: readonly string[];
  readonly custodyDir: string | null;
  readonly custodyPurgeMs: number;
  readonly custodyUploadMs: number;
  readonly sandboxBlockMs: number;
  readonly sandboxRpcPort: number;
  readonly sandboxBitcoinBlockMs: number;
  readonly sandboxCalendarPort: number;
  readonly sandboxTsaPort: number;
  readonly creationsPerMinute: number;
  readonly requestsPerMinutePerIp: number;
  readonly trustedProxies: readonly string[];
  readonly hstsSeconds: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly uploadTimeoutMs: number;
  readonly downloadTimeoutMs: number;
  readonly minBytesPerSecond: number;
  readonly stallMs: number;
  readonly sealPriceEur: number;
  readonly sealsPerMinute: number;
  readonly sealWaitMs: number;
  readonly sealRetryMs: number;
  readonly sealIntervalMs: number;
  readonly certificateFonts: readonly string[];
  readonly documentsPerMinute: number;
  readonly documentWorkers: number | null;
  readonly documentQueue: number;
  readonly documentTimeoutMs: number;
  readonly certificateCacheBytes: number;
  readonly stopDelayMs: number;
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
  /** What the table says in place of a default that is null or empty. */
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
  opsHost: {
    name: "SVC_OPS_HOST",
    doc: "Address of the operations port. Whoever reaches it reads the metrics: keep it inside.",
    format: hostAddress(),
    default: "127.0.0.1",
  },
  opsPort: {
    name: "SVC_OPS_PORT",
    doc: "Port of `/healthz`, `/readyz` and `/metrics`; 0 takes any free one, `off` opens none.",
    format: integerOr("off", 0, 65_535),
    default: 8081,
    // A second sandbox on the same machine must start without a setting.
    sandboxDefault: 0,
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
    doc: "Folder of the database and of everything else that must last; made when it is missing. One service at a time may use it. Not used, and not made, where both `SVC_MONGODB_URL` and `SVC_RPC_URL` are given.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: "./.svc-data",
  },
  mongodbUrl: {
    name: "SVC_MONGODB_URL",
    doc: "MongoDB server, replica set or sharded cluster that holds all data, for any number of instances. May hold a password and is never logged.",
    format: mongodbUrl(),
    default: null,
    whenUnset: "SQLite in `SVC_DATA_DIR`",
    secret: true,
  },
  mongodbTimeoutMs: {
    name: "SVC_MONGODB_TIMEOUT_MS",
    doc: "Milliseconds after which a question to MongoDB is given up, and the search for a server that takes it.",
    format: integer(100, 600_000),
    default: 5_000,
  },
  leaseMs: {
    name: "SVC_LEASE_MS",
    doc: "Milliseconds for which an instance has the right to do a job. When it dies, another takes over after so long.",
    format: integer(1_000, 600_000),
    default: 15_000,
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
  calendarUrls: {
    name: "SVC_CALENDAR_URLS",
    doc: "OpenTimestamps calendars to which each batch is submitted: their own addresses, as they stand in timestamps, not those of pools. `off` submits nothing to Bitcoin.",
    format: siteAddresses("off"),
    default: [
      "https://alice.btc.calendar.opentimestamps.org",
      "https://bob.btc.calendar.opentimestamps.org",
      "https://finney.calendar.eternitywall.com",
      "https://btc.calendar.catallaxy.com",
    ],
    sandboxDefault: [],
    whenUnset: "the sandbox's own calendar beside its own chain, otherwise none",
  },
  calendarMin: {
    name: "SVC_CALENDAR_MIN",
    doc: "Calendars that must take a submission, or it is tried again.",
    format: integer(1, 10),
    default: 2,
    sandboxDefault: 1,
  },
  calendarTimeoutMs: {
    name: "SVC_CALENDAR_TIMEOUT_MS",
    doc: "Milliseconds after which a question to a calendar, or about a block of Bitcoin, is given up.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  calendarPollMs: {
    name: "SVC_CALENDAR_POLL_MS",
    doc: "Milliseconds from a submission to the first question of what became of it; later ones come at up to six times that interval.",
    format: integer(50, DAY_MS),
    default: 600_000,
    sandboxDefault: 500,
  },
  attestIntervalMs: {
    name: "SVC_ATTEST_INTERVAL_MS",
    doc: "Milliseconds between two submissions; what came up meanwhile is submitted together.",
    format: integer(50, DAY_MS),
    default: 60_000,
    sandboxDefault: 500,
  },
  bitcoinNetwork: {
    name: "SVC_BITCOIN_NETWORK",
    doc: "Network of the calendars' chain. `regtest` has no evidential value and is taken in the sandbox only.",
    format: oneOf("bitcoin", "regtest"),
    default: "bitcoin",
    sandboxDefault: "regtest",
  },
  esploraUrls: {
    name: "SVC_ESPLORA_URLS",
    doc: "Explorers with Esplora's interface, asked about a block before a batch is `confirmed` in Bitcoin. Those that answer must agree.",
    format: endpointAddresses("off"),
    default: ["https://blockstream.info/api", "https://mempool.space/api"],
    sandboxDefault: [],
    whenUnset: "the sandbox's own chain, otherwise none",
    secret: true,
  },
  bitcoinRpcUrls: {
    name: "SVC_BITCOIN_RPC_URLS",
    doc: "Bitcoin Core nodes, asked as the explorers are. User and password stand in the address, which is never logged.",
    format: endpointAddresses("off"),
    default: [],
    whenUnset: "none",
    secret: true,
  },
  bitcoinConfirmations: {
    name: "SVC_BITCOIN_CONFIRMATIONS",
    doc: "Blocks, the attesting one counted, after which a batch is `confirmed` in Bitcoin.",
    format: integer(1, 1_000),
    default: 6,
    sandboxDefault: 2,
  },
  tsaUrl: {
    name: "SVC_TSA_URL",
    doc: "Timestamping authority (RFC 3161 over HTTP) that issues seals. User and password for basic authentication stand in the address, which is never logged.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the sandbox's own authority beside its own chain, otherwise none: no seals are sold",
    secret: true,
  },
  tsaTrust: {
    name: "SVC_TSA_TRUST",
    doc: "Certificates that are trusted to issue timestamps, or to name who does. A token that leads to none of them is not taken. Needed with `SVC_TSA_URL`.",
    format: filePaths(),
    default: [],
    whenUnset: "the root of the sandbox's own authority, otherwise none",
  },
  tsaPolicyOid: {
    name: "SVC_TSA_POLICY_OID",
    doc: "Policy under which timestamps are asked for; a token of another one is not taken. Only with `SVC_TSA_URL`.",
    format: objectIdentifier(),
    default: null,
    whenUnset: "the authority's own choice",
  },
  tsaClientPem: {
    name: "SVC_TSA_CLIENT_PEM",
    doc: "File with the certificate that the authority's server asks of its clients, with its issuers if need be, and its private key without a password, in PEM. Only with an `https` address in `SVC_TSA_URL`.",
    format: text("the path of a file", /^[^\0]+$/),
    default: null,
    whenUnset: "none",
  },
  tsaTimeoutMs: {
    name: "SVC_TSA_TIMEOUT_MS",
    doc: "Milliseconds after which a question to the timestamping authority is given up.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  custody: {
    name: "SVC_CUSTODY",
    doc: "Whether originals are taken into custody. `on` needs `SVC_CUSTODY_KEY`, except in a sandbox with a chain of its own.",
    format: oneOf("on", "off"),
    default: "off",
    sandboxDefault: "on",
  },
  custodyKeys: {
    name: "SVC_CUSTODY_KEY",
    doc: "Keys under which originals are encrypted, separated by commas: the current one, then former ones that are still in use. Each is 32 random bytes in hexadecimal (`openssl rand -hex 32`). Without them the originals are lost.",
    format: symmetricKeys(),
    default: [],
    whenUnset: "in the sandbox a key in `SVC_DATA_DIR`, otherwise none",
    secret: true,
  },
  custodyDir: {
    name: "SVC_CUSTODY_DIR",
    doc: "Folder of the originals. Several instances on one MongoDB need it on a volume that all of them see.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: null,
    whenUnset: "GridFS where `SVC_MONGODB_URL` is given, otherwise `originals` in `SVC_DATA_DIR`",
  },
  custodyPurgeMs: {
    name: "SVC_CUSTODY_PURGE_MS",
    doc: "Milliseconds between two rounds in which deleted originals and interrupted uploads are cleared away.",
    format: integer(50, DAY_MS),
    default: 60_000,
    sandboxDefault: 5_000,
  },
  custodyUploadMs: {
    name: "SVC_CUSTODY_UPLOAD_MS",
    doc: "Milliseconds after which an upload that did not end counts as dead, such as one of an instance that died. Where it is shorter than `SVC_UPLOAD_TIMEOUT_MS`, it ends uploads that are slow.",
    format: integer(1_000, DAY_MS),
    default: 900_000,
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
  sandboxBitcoinBlockMs: {
    name: "SVC_SANDBOX_BITCOIN_BLOCK_MS",
    doc: "Milliseconds between two blocks of the regtest chain of the sandbox's own calendar.",
    format: integer(50, 3_600_000),
    default: 2_000,
  },
  sandboxCalendarPort: {
    name: "SVC_SANDBOX_CALENDAR_PORT",
    doc: "Port of the sandbox's own calendar on 127.0.0.1; 0 takes the one of the last time, or any free one.",
    format: integer(0, 65_535),
    default: 0,
  },
  sandboxTsaPort: {
    name: "SVC_SANDBOX_TSA_PORT",
    doc: "Port of the sandbox's own timestamping authority on 127.0.0.1; 0 takes any free one.",
    format: integer(0, 65_535),
    default: 0,
  },
  creationsPerMinute: {
    name: "SVC_CREATIONS_PER_MINUTE",
    doc: "Proofs that one account may create a minute; 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  requestsPerMinutePerIp: {
    name: "SVC_REQUESTS_PER_MINUTE_PER_IP",
    doc: "Requests that one IP address may make a minute, over all instances; 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 120,
  },
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    doc: "Proxies whose `X-Forwarded-For` is believed. Without them the address is that of the connection.",
    format: networks(),
    default: [],
    whenUnset: "none",
  },
  hstsSeconds: {
    name: "SVC_HSTS_SECONDS",
    doc: "Seconds for which browsers come by HTTPS only (`Strict-Transport-Security`, RFC 6797); 0 tells them nothing. Browsers keep it for that long: set it once the public address is HTTPS for good.",
    format: integer(0, 1_000_000_000),
    default: 0,
  },
  maxConnections: {
    name: "SVC_MAX_CONNECTIONS",
    doc: "Connections of one instance that are open at once; one more is closed as soon as it is accepted. Each download holds a file beside its connection: the process needs descriptors for twice as many.",
    format: integer(1, 1_000_000),
    default: 2_000,
  },
  headersTimeoutMs: {
    name: "SVC_HEADERS_TIMEOUT_MS",
    doc: "Milliseconds that the headers of a request may take, from the start of its connection or their first byte; one that sends nothing is closed after so long.",
    format: integer(1_000, 600_000),
    default: 20_000,
  },
  keepAliveMs: {
    name: "SVC_KEEP_ALIVE_MS",
    doc: "Milliseconds for which a connection may be idle between two requests. Behind a proxy that keeps connections, longer than the proxy keeps them.",
    format: integer(1_000, 3_600_000),
    default: 5_000,
  },
  uploadTimeoutMs: {
    name: "SVC_UPLOAD_TIMEOUT_MS",
    doc: "Milliseconds that the body of a request may take; after that it is answered 408.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  downloadTimeoutMs: {
    name: "SVC_DOWNLOAD_TIMEOUT_MS",
    doc: "Milliseconds that a caller may take to read an answer; after that its connection is cut.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  minBytesPerSecond: {
    name: "SVC_MIN_BYTES_PER_SECOND",
    doc: "Least rate at which a caller may send a body or read an answer.",
    format: integer(1, 1_000_000_000),
    default: 16_000,
  },
  stallMs: {
    name: "SVC_STALL_MS",
    doc: "Milliseconds that a caller may be behind `SVC_MIN_BYTES_PER_SECOND`. A body that stops is answered 408 after so long. An answer that is not read is cut after so long and the time that what is on its way takes at that rate: up to 17 s more for a file.",
    format: integer(1_000, 3_600_000),
    default: 15_000,
  },
  sealPriceEur: {
    name: "SVC_SEAL_PRICE_EUR",
    doc: "Price of one seal of a pack in euros, as `GET /account` tells it.",
    format: integer(0, 10_000),
    default: 1,
  },
  sealsPerMinute: {
    name: "SVC_SEALS_PER_MINUTE",
    doc: "Seals that one account may buy a minute; 0 sets no limit. To ask again for one that is pending is not limited.",
    format: integer(0, 1_000_000),
    default: 10,
  },
  sealWaitMs: {
    name: "SVC_SEAL_WAIT_MS",
    doc: "Milliseconds that a request waits for the timestamping authority. After that the seal is `pending`; its token is stored when it comes.",
    format: integer(0, 600_000),
    default: 5_000,
  },
  sealRetryMs: {
    name: "SVC_SEAL_RETRY_MS",
    doc: "Milliseconds until the job asks again for a seal that the authority did not issue; doubled with each try, up to 32 times that.",
    format: integer(50, DAY_MS),
    default: 30_000,
    sandboxDefault: 1_000,
  },
  sealIntervalMs: {
    name: "SVC_SEAL_INTERVAL_MS",
    doc: "Milliseconds between two looks at the seals that are pending.",
    format: integer(50, DAY_MS),
    default: 5_000,
    sandboxDefault: 500,
  },
  certificateFonts: {
    name: "SVC_CERTIFICATE_FONTS",
    doc: "Fonts behind those that come with the service, for file names in scripts that they lack, such as Chinese, Japanese and Korean: paths of TrueType, OpenType or WOFF files, or of collections, of which the first font is taken.",
    format: paths(),
    default: [],
    whenUnset: "none",
  },
  documentsPerMinute: {
    name: "SVC_DOCUMENTS_PER_MINUTE",
    doc: "Certificates and evidence packages that one account may ask for a minute, over all instances; 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  documentWorkers: {
    name: "SVC_DOCUMENT_WORKERS",
    doc: "Threads that make certificates and evidence packages. Each takes about 50 MB of memory.",
    format: integer(1, 64),
    default: null,
    whenUnset: "one less than there are processors: at least 1, at most 4",
  },
  documentQueue: {
    name: "SVC_DOCUMENT_QUEUE",
    doc: "Certificates and evidence packages that wait for a thread; more are answered 503.",
    format: integer(0, 1_000),
    default: 16,
  },
  documentTimeoutMs: {
    name: "SVC_DOCUMENT_TIMEOUT_MS",
    doc: "Milliseconds after which a thread that is still making one document is replaced, and the request answered 503.",
    format: integer(100, 600_000),
    default: 15_000,
  },
  certificateCacheBytes: {
    name: "SVC_CERTIFICATE_CACHE_BYTES",
    doc: "Bytes of memory for certificates that were made, each about 40 kB; 0 keeps none.",
    format: integer(0, 1_000_000_000),
    default: 32_000_000,
  },
  stopDelayMs: {
    name: "SVC_STOP_DELAY_MS",
    doc: "Milliseconds for which the API still serves after SIGTERM while `/readyz` says 503, so that load balancers have left before it ends.",
    format: integer(0, 600_000),
    default: 0,
  },
  logLevel: {
    name: "SVC_LOG_LEVEL",
    doc: "Least severe messages that are logged, as JSON lines on standard error.",
    format: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
    sandboxDefault: "warn",
  },
};
