/**
 * The service's settings. Each has one definition, from which its value, its error texts and its row in
 * docs/operations/settings.md are made.
 */

import type { BitcoinNetwork } from "@svc-proof/shared/bitcoin";
import { MAX_LEAVES } from "@svc-proof/shared/merkle";
import { type AnchorSetting, anchorSettings } from "./anchor-settings.js";
import {
  emailAddress,
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
  publicAddress,
  siteAddresses,
  smtpUrl,
  symmetricKeys,
  text,
} from "./format.js";

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** The values of all settings; null when a setting is not given and has no default. */
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
  readonly anchors: readonly AnchorSetting[] | null;
  readonly rpcUrl: string | null;
  readonly chainId: number | null;
  readonly anchorKey: string | null;
  readonly networkName: string | null;
  readonly rehearsal: "on" | "off";
  readonly rpcTimeoutMs: number;
  readonly pollIntervalMs: number;
  readonly batchIntervalMs: number;
  readonly batchMaxLeaves: number;
  readonly confirmations: number;
  readonly anchorBumpMs: number;
  readonly anchorMaxCostGwei: number;
  readonly anchorLowBalanceGwei: number;
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
  readonly tsaQualified: "require" | "warn" | "off";
  readonly trustList: string | null;
  readonly trustListUpdateMs: number | "off";
  readonly custody: "on" | "off";
  readonly custodyKeys: readonly string[];
  readonly custodyDir: string | null;
  readonly custodyPurgeMs: number;
  readonly custodyUploadMs: number;
  readonly creationsPerMinute: number;
  readonly webCreationsPerMinute: number;
  readonly requestsPerMinutePerIp: number;
  readonly addressLimitWaitMs: number;
  readonly trustedProxies: readonly string[];
  readonly hstsSeconds: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerIp: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly uploadTimeoutMs: number;
  readonly downloadTimeoutMs: number;
  readonly minBytesPerSecond: number;
  readonly stallMs: number;
  readonly signUp: "open" | "invitation";
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly sealPriceEur: number;
  readonly proPriceEur: number | null;
  readonly buySealsUrl: string | null;
  readonly buyPlanUrl: string | null;
  readonly welcomeSeals: number;
  readonly sealsPerMinute: number;
  readonly sealWaitMs: number;
  readonly sealRetryMs: number;
  readonly sealIntervalMs: number;
  readonly sealRevocation: "on" | "off";
  readonly sealRevocationIntervalMs: number;
  readonly sealRevocationTimeoutMs: number;
  readonly sealRevocationOrigins: readonly string[];
  readonly issuerName: string | null;
  readonly issuerAddress: string | null;
  readonly imprintFile: string | null;
  readonly privacyFile: string | null;
  readonly securityContact: string | null;
  readonly certificateFonts: readonly string[];
  readonly documentsPerMinute: number;
  readonly evidenceVerifier: "on" | "off";
  readonly documentWorkers: number | null;
  readonly documentQueue: number;
  readonly documentTimeoutMs: number;
  readonly certificateCacheBytes: number;
  readonly stopDelayMs: number;
  readonly logLevel: LogLevel;
}

export interface Setting<Value> {
  readonly name: `SVC_${string}`;
  /** Its meaning, for the table. */
  readonly doc: string;
  readonly format: Format<NonNullable<Value>>;
  readonly default: Value;
  /** What the table shows when the default is null or empty. */
  readonly whenUnset?: string;
  /** The value is never shown. */
  readonly secret?: boolean;
}

/** The longest delay of a Node timer, in milliseconds. */
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
    doc: "Port to listen on; 0 takes any free port.",
    format: integer(0, 65_535),
    default: 8080,
  },
  opsHost: {
    name: "SVC_OPS_HOST",
    doc: "Address of the operations port. It has no authentication: do not expose it to the internet.",
    format: hostAddress(),
    default: "127.0.0.1",
  },
  opsPort: {
    name: "SVC_OPS_PORT",
    doc: "Port of `/healthz`, `/readyz` and `/metrics`; 0 takes any free port, `off` disables it.",
    format: integerOr("off", 0, 65_535),
    default: 8081,
  },
  siteUrl: {
    name: "SVC_SITE_URL",
    doc: "Public URL of the service; the API is below it at `/api/v2`. A proxy that serves it below a path must strip that path.",
    format: publicAddress(),
    default: null,
    whenUnset: "`http://` with host and port",
  },
  dataDir: {
    name: "SVC_DATA_DIR",
    doc: "Folder of the database and all other persistent data; created if missing. Only one service at a time may use it. Neither used nor created when `SVC_MONGODB_URL` is given.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: "./.svc-data",
  },
  mongodbUrl: {
    name: "SVC_MONGODB_URL",
    doc: "Connection string of the MongoDB replica set (one member is enough) or sharded cluster that stores all data, for any number of instances. It may contain a password and is never logged.",
    format: mongodbUrl(),
    default: null,
    whenUnset: "SQLite in `SVC_DATA_DIR`",
    secret: true,
  },
  mongodbTimeoutMs: {
    name: "SVC_MONGODB_TIMEOUT_MS",
    doc: "Timeout of a MongoDB operation and of the selection of its server, in milliseconds.",
    format: integer(100, 600_000),
    default: 5_000,
  },
  leaseMs: {
    name: "SVC_LEASE_MS",
    doc: "Duration of a job's lease, in milliseconds. If an instance dies, another takes over its jobs after this time.",
    format: integer(1_000, 600_000),
    default: 15_000,
  },
  anchors: {
    name: "SVC_ANCHORS",
    doc: "The EVM chains to anchor each batch on, as a JSON list: [running.md](running.md#several-chains) describes it. It may contain keys and is never logged. In place of `SVC_RPC_URL`, `SVC_CHAIN_ID`, `SVC_ANCHOR_KEY` and `SVC_NETWORK_NAME`, which are the short form for one chain.",
    format: anchorSettings(),
    default: null,
    whenUnset: "the one chain of `SVC_RPC_URL`",
    secret: true,
  },
  rpcUrl: {
    name: "SVC_RPC_URL",
    doc: "JSON-RPC endpoint of the EVM chain to anchor on. Required, or `SVC_ANCHORS`. It may contain an access key and is never logged.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the chains of `SVC_ANCHORS`",
    secret: true,
  },
  chainId: {
    name: "SVC_CHAIN_ID",
    doc: "EIP-155 identifier of the chain of `SVC_RPC_URL`, which requires it: 137 for Polygon. While the endpoint serves another chain, the service is not ready and anchors nothing. The store remembers its chains: [another set](running.md#the-chains-of-a-store) must be accepted.",
    format: integer(1, Number.MAX_SAFE_INTEGER),
    default: null,
    whenUnset: "the chains of `SVC_ANCHORS`",
  },
  anchorKey: {
    name: "SVC_ANCHOR_KEY",
    doc: "Private key of the account that sends and pays for the anchors. Required with `SVC_RPC_URL`.",
    format: privateKey(),
    default: null,
    whenUnset: "the keys of `SVC_ANCHORS`",
    secret: true,
  },
  networkName: {
    name: "SVC_NETWORK_NAME",
    doc: "Name of the chain in proofs. Only for chains that have no built-in name.",
    format: text("1 to 100 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "the chain's built-in name",
  },
  rehearsal: {
    name: "SVC_REHEARSAL",
    doc: "`on`: all chains are known development or test networks, and each page and document says that nothing has evidential value. `off`: no chain is. Anything else is refused.",
    format: oneOf("on", "off"),
    default: "off",
  },
  rpcTimeoutMs: {
    name: "SVC_RPC_TIMEOUT_MS",
    doc: "Timeout of a request to the chain, in milliseconds.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  pollIntervalMs: {
    name: "SVC_POLL_INTERVAL_MS",
    doc: "Milliseconds between two polls of the chain.",
    format: integer(50, DAY_MS),
    default: 5_000,
  },
  batchIntervalMs: {
    name: "SVC_BATCH_INTERVAL_MS",
    doc: "Milliseconds between two batches. The interface promises that a proof waits about two minutes at most.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  batchMaxLeaves: {
    name: "SVC_BATCH_MAX_LEAVES",
    doc: "Maximum number of proofs in a batch.",
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
    doc: "Milliseconds after which an anchor that is not in a block is replaced with higher fees.",
    format: integer(1_000, MAX_DELAY_MS),
    default: 180_000,
  },
  anchorMaxCostGwei: {
    name: "SVC_ANCHOR_MAX_COST_GWEI",
    doc: "Maximum cost of an anchor: gas × fee per gas, in billionths of the chain's coin. While the chain asks more, nothing is sent.",
    format: integer(1, Number.MAX_SAFE_INTEGER),
    // 0.05 coins: 1,678 gwei per gas at Ethereum's gas limit of 29,800.
    default: 50_000_000,
  },
  anchorLowBalanceGwei: {
    name: "SVC_ANCHOR_LOW_BALANCE_GWEI",
    doc: "Balance of the account that pays for the anchors below which the service warns, in billionths of the chain's coin.",
    format: integer(0, Number.MAX_SAFE_INTEGER),
    default: 10_000_000,
  },
  calendarUrls: {
    name: "SVC_CALENDAR_URLS",
    doc: "OpenTimestamps calendars to which each batch is submitted. Give the calendars' own URLs, as timestamps contain them, not those of pools. `off` submits nothing to Bitcoin.",
    format: siteAddresses("off"),
    default: [
      "https://alice.btc.calendar.opentimestamps.org",
      "https://bob.btc.calendar.opentimestamps.org",
      "https://finney.calendar.eternitywall.com",
      "https://btc.calendar.catallaxy.com",
    ],
  },
  calendarMin: {
    name: "SVC_CALENDAR_MIN",
    doc: "Minimum number of calendars that must accept a submission; otherwise it is retried.",
    format: integer(1, 10),
    default: 2,
  },
  calendarTimeoutMs: {
    name: "SVC_CALENDAR_TIMEOUT_MS",
    doc: "Timeout of a request to a calendar or to a Bitcoin source, in milliseconds.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  calendarPollMs: {
    name: "SVC_CALENDAR_POLL_MS",
    doc: "Milliseconds from a submission to the first check of its status; the interval then grows up to six times.",
    format: integer(50, DAY_MS),
    default: 600_000,
  },
  attestIntervalMs: {
    name: "SVC_ATTEST_INTERVAL_MS",
    doc: "Milliseconds between two submissions; digests that arrive in between are submitted together.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  bitcoinNetwork: {
    name: "SVC_BITCOIN_NETWORK",
    doc: "Bitcoin network of the calendars. `regtest` has no evidential value and is accepted in a rehearsal only.",
    format: oneOf("bitcoin", "regtest"),
    default: "bitcoin",
  },
  esploraUrls: {
    name: "SVC_ESPLORA_URLS",
    doc: "Explorers with the Esplora API that are queried about a block before a batch is `confirmed` in Bitcoin. All that answer must agree.",
    format: endpointAddresses("off"),
    default: ["https://blockstream.info/api", "https://mempool.space/api"],
    secret: true,
  },
  bitcoinRpcUrls: {
    name: "SVC_BITCOIN_RPC_URLS",
    doc: "Bitcoin Core nodes, queried like the explorers. The URL contains user and password and is never logged.",
    format: endpointAddresses("off"),
    default: [],
    whenUnset: "none",
    secret: true,
  },
  bitcoinConfirmations: {
    name: "SVC_BITCOIN_CONFIRMATIONS",
    doc: "Confirmations, including the attesting block, after which a batch is `confirmed` in Bitcoin.",
    format: integer(1, 1_000),
    default: 6,
  },
  tsaUrl: {
    name: "SVC_TSA_URL",
    doc: "Timestamping authority (RFC 3161 over HTTP) that issues seals. The URL may contain user and password for basic authentication and is never logged.",
    format: endpointAddress(),
    default: null,
    whenUnset: "none: no seals are sold",
    secret: true,
  },
  tsaTrust: {
    name: "SVC_TSA_TRUST",
    doc: "Trust anchors for timestamps: certificates of timestamping authorities or of their issuers. A token whose chain ends in none of them is rejected. Required with `SVC_TSA_URL`.",
    format: filePaths(),
    default: [],
    whenUnset: "none",
  },
  tsaPolicyOid: {
    name: "SVC_TSA_POLICY_OID",
    doc: "Policy under which timestamps are requested; a token under another policy is rejected. Only with `SVC_TSA_URL`.",
    format: objectIdentifier(),
    default: null,
    whenUnset: "the authority's own choice",
  },
  tsaClientPem: {
    name: "SVC_TSA_CLIENT_PEM",
    doc: "PEM file with the TLS client certificate for the authority's server, its issuers if needed, and its private key without a password. Only with an `https` address in `SVC_TSA_URL`.",
    format: text("the path of a file", /^[^\0]+$/),
    default: null,
    whenUnset: "none",
  },
  tsaTimeoutMs: {
    name: "SVC_TSA_TIMEOUT_MS",
    doc: "Timeout of a request to the timestamping authority, in milliseconds.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  tsaQualified: {
    name: "SVC_TSA_QUALIFIED",
    doc: "Whether the EU trusted lists must name the authority of `SVC_TSA_URL` as a qualified one. `require`: the service does not start with another, and keeps no token of another. `warn`: it says so in the log and with each seal. `off`: the lists are not asked, and no seal is said to be qualified. Only with `SVC_TSA_URL`.",
    format: oneOf("require", "warn", "off"),
    default: "require",
  },
  trustList: {
    name: "SVC_TRUST_LIST",
    doc: "Snapshot of the EU trusted lists in place of the one that comes with the service: a file that `svc-verify trust-list update` or `build` made. Only with `SVC_TSA_URL`.",
    format: text("the path of a file", /^[^\0]+$/),
    default: null,
    whenUnset: "the snapshot that comes with the service",
  },
  trustListUpdateMs: {
    name: "SVC_TRUST_LIST_UPDATE_MS",
    doc: "Milliseconds between two updates of the EU trusted lists, which are downloaded from the European Commission and the Member States and kept in the store; `off` downloads nothing. Only with an authority whose qualification is asked for.",
    format: integerOr("off", 60_000, MAX_DELAY_MS),
    default: DAY_MS,
  },
  custody: {
    name: "SVC_CUSTODY",
    doc: "Whether the service keeps originals in custody. `on` requires `SVC_CUSTODY_KEY`.",
    format: oneOf("on", "off"),
    default: "off",
  },
  custodyKeys: {
    name: "SVC_CUSTODY_KEY",
    doc: "Keys that encrypt the originals, separated by commas: the current key, then former keys that are still in use. Each is 32 random bytes in hexadecimal (`openssl rand -hex 32`). Without them the originals are lost.",
    format: symmetricKeys(),
    default: [],
    whenUnset: "none",
    secret: true,
  },
  custodyDir: {
    name: "SVC_CUSTODY_DIR",
    doc: "Folder of the originals. Several instances on one MongoDB need it on a shared volume.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: null,
    whenUnset: "GridFS where `SVC_MONGODB_URL` is given, otherwise `originals` in `SVC_DATA_DIR`",
  },
  custodyPurgeMs: {
    name: "SVC_CUSTODY_PURGE_MS",
    doc: "Milliseconds between two runs of the purge, which removes deleted originals and interrupted uploads.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  custodyUploadMs: {
    name: "SVC_CUSTODY_UPLOAD_MS",
    doc: "Milliseconds after which an unfinished upload counts as abandoned, for example because its instance died. A value below `SVC_UPLOAD_TIMEOUT_MS` ends slow uploads.",
    format: integer(1_000, DAY_MS),
    default: 900_000,
  },
  creationsPerMinute: {
    name: "SVC_CREATIONS_PER_MINUTE",
    doc: "Proofs that an account may create per minute with its API keys; 0 means no limit.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  webCreationsPerMinute: {
    name: "SVC_WEB_CREATIONS_PER_MINUTE",
    doc: "Proofs that an account may create per minute in the browser, where no daily limit applies; 0 means no limit.",
    format: integer(0, 1_000_000),
    default: 1_000,
  },
  requestsPerMinutePerIp: {
    name: "SVC_REQUESTS_PER_MINUTE_PER_IP",
    doc: "Requests that an IP address may make per minute, over all instances; 0 means no limit.",
    format: integer(0, 1_000_000),
    default: 120,
  },
  addressLimitWaitMs: {
    name: "SVC_ADDRESS_LIMIT_WAIT_MS",
    doc: "Milliseconds that a request waits until the store has counted it for `SVC_REQUESTS_PER_MINUTE_PER_IP`. After that, the instance goes by its own count.",
    format: integer(1, 600_000),
    default: 250,
  },
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    doc: "Proxies whose `X-Forwarded-For` is trusted. Without any, the client's address is that of the connection.",
    format: networks(),
    default: [],
    whenUnset: "none",
  },
  hstsSeconds: {
    name: "SVC_HSTS_SECONDS",
    doc: "`max-age` of `Strict-Transport-Security` (RFC 6797), in seconds; 0 sends no such header. Browsers then use HTTPS only for that long: set it once the public address is HTTPS for good.",
    format: integer(0, 1_000_000_000),
    default: 0,
  },
  maxConnections: {
    name: "SVC_MAX_CONNECTIONS",
    doc: "Maximum number of open connections of an instance. For a further one, another on which no request is under way is closed, first of the address with the most. A download needs a file descriptor besides its connection: allow the process twice as many, and 512 for all else; an instance that may open fewer accepts fewer connections.",
    format: integer(1, 1_000_000),
    default: 2_000,
  },
  maxConnectionsPerIp: {
    name: "SVC_MAX_CONNECTIONS_PER_IP",
    doc: "Maximum number of those of one IPv4 address or IPv6 /64 network; behind a trusted proxy, of its requests under way. 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 200,
  },
  headersTimeoutMs: {
    name: "SVC_HEADERS_TIMEOUT_MS",
    doc: "Milliseconds within which the headers of a request must arrive, from the start of the connection or from their first byte; a silent connection is closed after this time.",
    format: integer(1_000, 600_000),
    default: 20_000,
  },
  keepAliveMs: {
    name: "SVC_KEEP_ALIVE_MS",
    doc: "Milliseconds that a connection may be idle between two requests. Behind a proxy that reuses connections, set it longer than the proxy's own.",
    format: integer(1_000, 3_600_000),
    default: 5_000,
  },
  uploadTimeoutMs: {
    name: "SVC_UPLOAD_TIMEOUT_MS",
    doc: "Milliseconds within which the body of a request must arrive; otherwise the answer is 408.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  downloadTimeoutMs: {
    name: "SVC_DOWNLOAD_TIMEOUT_MS",
    doc: "Milliseconds within which a client must read a response; otherwise its connection is closed.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  minBytesPerSecond: {
    name: "SVC_MIN_BYTES_PER_SECOND",
    doc: "Minimum rate at which a client must send a body or read a response.",
    format: integer(1, 1_000_000_000),
    default: 16_000,
  },
  stallMs: {
    name: "SVC_STALL_MS",
    doc: "Milliseconds that a client may lag behind `SVC_MIN_BYTES_PER_SECOND`. A stalled body is then answered 408. A response that is not read is cut after this time plus the time that the bytes in transit take at that rate: up to 17 s more for a file.",
    format: integer(1_000, 3_600_000),
    default: 15_000,
  },
  signUp: {
    name: "SVC_SIGN_UP",
    doc: "Who may create an account on the pages: `open` anyone with an e-mail address, `invitation` only those whom the administrator invites. Without a mail server, `open` has no effect.",
    format: oneOf("open", "invitation"),
    default: "invitation",
  },
  smtpUrl: {
    name: "SVC_SMTP_URL",
    doc: "Mail server for sign-in links and notices: `smtps://USER:PASSWORD@HOST:PORT`, or `smtp://` for STARTTLS, which is required except on this machine. It may contain a password and is never logged.",
    format: smtpUrl(),
    default: null,
    whenUnset: "no mails: people sign in with passkeys and recovery codes",
    secret: true,
  },
  mailFrom: {
    name: "SVC_MAIL_FROM",
    doc: "E-mail address from which mails are sent. Required with `SVC_SMTP_URL`.",
    format: emailAddress(),
    default: null,
    whenUnset: "none",
  },
  sealPriceEur: {
    name: "SVC_SEAL_PRICE_EUR",
    doc: "Price of one seal of a pack in euros, as `GET /account` and the page `/seals` state it.",
    format: integer(0, 10_000),
    default: 1,
  },
  proPriceEur: {
    name: "SVC_PRO_PRICE_EUR",
    doc: "Price of the Pro plan in euros a month, as the page `/plans` states it.",
    format: integer(0, 1_000_000),
    default: null,
    whenUnset: "on request",
  },
  buySealsUrl: {
    name: "SVC_BUY_SEALS_URL",
    doc: "Where orders of seals are paid. The order's identifier is appended as it is, so the URL may end in `?order=`.",
    format: endpointAddress(),
    default: null,
    whenUnset: "none: the administrator grants orders",
  },
  buyPlanUrl: {
    name: "SVC_BUY_PLAN_URL",
    doc: "Where orders of a plan are paid, like `SVC_BUY_SEALS_URL`.",
    format: endpointAddress(),
    default: null,
    whenUnset: "none: the administrator grants orders",
  },
  welcomeSeals: {
    name: "SVC_WELCOME_SEALS",
    doc: "Welcome seals of each new account.",
    format: integer(0, 1_000_000),
    default: 0,
  },
  sealsPerMinute: {
    name: "SVC_SEALS_PER_MINUTE",
    doc: "Seals that an account may buy per minute; 0 means no limit. Asking again for a pending seal is not limited.",
    format: integer(0, 1_000_000),
    default: 10,
  },
  sealWaitMs: {
    name: "SVC_SEAL_WAIT_MS",
    doc: "Milliseconds that a request waits for the timestamping authority. After that the seal is `pending`; its token is stored when it arrives.",
    format: integer(0, 600_000),
    default: 5_000,
  },
  sealRetryMs: {
    name: "SVC_SEAL_RETRY_MS",
    doc: "Milliseconds before the job retries a seal that the authority did not issue; doubled with each attempt, up to 32 times.",
    format: integer(50, DAY_MS),
    default: 30_000,
  },
  sealIntervalMs: {
    name: "SVC_SEAL_INTERVAL_MS",
    doc: "Milliseconds between two checks for pending seals.",
    format: integer(50, DAY_MS),
    default: 5_000,
  },
  sealRevocation: {
    name: "SVC_SEAL_REVOCATION",
    doc: "Whether the revocation data of each seal is fetched when it is issued and a day later, from the http addresses in the authority's certificates, for its evidence package.",
    format: oneOf("on", "off"),
    default: "on",
  },
  sealRevocationIntervalMs: {
    name: "SVC_SEAL_REVOCATION_INTERVAL_MS",
    doc: "Milliseconds between two checks for seals whose revocation data is due. Seals of one chain share what is fetched.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  sealRevocationTimeoutMs: {
    name: "SVC_SEAL_REVOCATION_TIMEOUT_MS",
    doc: "Milliseconds to wait for one answer with revocation data, retries included.",
    format: integer(1, 600_000),
    default: 10_000,
  },
  sealRevocationOrigins: {
    name: "SVC_SEAL_REVOCATION_ORIGINS",
    doc: "Origins (`http://ca.example:8080`) that are asked for revocation data although their address is not public. No other private address is ever asked.",
    format: endpointAddresses("none"),
    default: [],
    whenUnset: "none",
  },
  issuerName: {
    name: "SVC_ISSUER_NAME",
    doc: "Name of the person or company that issues the certificates, as it stands in their head.",
    format: text("1 to 100 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "the host of `SVC_SITE_URL`",
  },
  issuerAddress: {
    name: "SVC_ISSUER_ADDRESS",
    doc: "Address of the issuer in one line, with a register number if the law asks for it; it stands below the name.",
    format: text("1 to 200 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,198}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "none",
  },
  imprintFile: {
    name: "SVC_IMPRINT_FILE",
    doc: "Path of the imprint: Markdown if it ends in `.md`, otherwise plain text, UTF-8. `{lang}` in it stands for `es`, `en`, `de` and `fr`; where one of them is missing, visitors read another. Read at start.",
    format: text("a path", /^[^\0]{1,1000}$/),
    default: null,
    whenUnset: "made from `SVC_ISSUER_NAME` and `SVC_ISSUER_ADDRESS`",
  },
  privacyFile: {
    name: "SVC_PRIVACY_FILE",
    doc: "Path of the operator's own privacy notice, like `SVC_IMPRINT_FILE`. What this software stores is told below it in any case.",
    format: text("a path", /^[^\0]{1,1000}$/),
    default: null,
    whenUnset: "none: the page tells what this software stores",
  },
  securityContact: {
    name: "SVC_SECURITY_CONTACT",
    doc: "Where vulnerabilities are reported, for `/.well-known/security.txt` (RFC 9116).",
    format: text(
      "a mailto: or https: URI of printable ASCII characters",
      /^(?:mailto:[!-~]+@[!-~]+|https:\/\/[0-9a-z][!-~]*)$/i,
    ),
    default: null,
    whenUnset: "none: there is no such file",
  },
  certificateFonts: {
    name: "SVC_CERTIFICATE_FONTS",
    doc: "Additional fonts for file names in scripts that the bundled fonts lack, such as Bengali or Tamil, whose characters otherwise appear as their code points: paths of TrueType, OpenType or WOFF files, or of collections, whose first font is used.",
    format: paths(),
    default: [],
    whenUnset: "none",
  },
  documentsPerMinute: {
    name: "SVC_DOCUMENTS_PER_MINUTE",
    doc: "Certificates and evidence packages that an account may request per minute, over all instances; 0 means no limit.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  evidenceVerifier: {
    name: "SVC_EVIDENCE_VERIFIER",
    doc: "Whether each evidence package with something to verify contains the verifier in one file, `verifier.html`, so that it can be verified without any site. It adds 600 kB to each.",
    format: oneOf("on", "off"),
    default: "on",
  },
  documentWorkers: {
    name: "SVC_DOCUMENT_WORKERS",
    doc: "Worker threads that make certificates and evidence packages. Each takes about 50 MB of memory, and up to 90 MB more once it has met many East Asian characters.",
    format: integer(1, 64),
    default: null,
    whenUnset: "one less than the number of processors: at least 1, at most 4",
  },
  documentQueue: {
    name: "SVC_DOCUMENT_QUEUE",
    doc: "Certificates and evidence packages that may wait for a worker thread; further requests are answered 503.",
    format: integer(0, 1_000),
    default: 16,
  },
  documentTimeoutMs: {
    name: "SVC_DOCUMENT_TIMEOUT_MS",
    doc: "Milliseconds that a worker thread may take for a document; after that the thread is replaced and the request answered 503.",
    format: integer(100, 600_000),
    default: 15_000,
  },
  certificateCacheBytes: {
    name: "SVC_CERTIFICATE_CACHE_BYTES",
    doc: "Size of the certificate cache in bytes of memory; a certificate takes about 40 kB. 0 disables it.",
    format: integer(0, 1_000_000_000),
    default: 32_000_000,
  },
  stopDelayMs: {
    name: "SVC_STOP_DELAY_MS",
    doc: "Milliseconds for which the API continues to serve after SIGTERM while `/readyz` answers 503, so that load balancers stop sending requests first.",
    format: integer(0, 600_000),
    default: 0,
  },
  logLevel: {
    name: "SVC_LOG_LEVEL",
    doc: "Lowest level of the messages that are logged, as JSON lines on standard error.",
    format: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
  },
};
