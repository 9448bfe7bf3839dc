/**
 * The service's settings. Each has one definition, from which its value, its error texts and its row in
 * docs/operations/settings.md are made.
 */

import type { BitcoinNetwork } from "@svc-proof/shared/bitcoin";
import { MAX_LEAVES } from "@svc-proof/shared/merkle";
import { type AnchorSetting, anchorSettings } from "./anchors.js";
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
} from "./formats.js";

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
  readonly fingerprintLookup: "on" | "off";
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
    doc: "Address to listen on.",
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
    doc: "Address of the operations port, which has no authentication: keep it internal.",
    format: hostAddress(),
    default: "127.0.0.1",
  },
  opsPort: {
    name: "SVC_OPS_PORT",
    doc: "Port of `/healthz`, `/readyz` and `/metrics`; 0 takes any free port.",
    format: integerOr("off", 0, 65_535),
    default: 8081,
  },
  siteUrl: {
    name: "SVC_SITE_URL",
    doc: "Public URL; the API is at `/api/v2` below it. A proxy that serves it below a path must strip that path.",
    format: publicAddress(),
    default: null,
    whenUnset: "`http://` with host and port",
  },
  dataDir: {
    name: "SVC_DATA_DIR",
    doc: "Folder of the database and all other data; created if missing. Not used with `SVC_MONGODB_URL`.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: "./.svc-data",
  },
  mongodbUrl: {
    name: "SVC_MONGODB_URL",
    doc: "MongoDB replica set or sharded cluster that stores all data, for any number of instances.",
    format: mongodbUrl(),
    default: null,
    whenUnset: "SQLite in `SVC_DATA_DIR`",
    secret: true,
  },
  mongodbTimeoutMs: {
    name: "SVC_MONGODB_TIMEOUT_MS",
    doc: "Timeout of a MongoDB operation and of the selection of its server.",
    format: integer(100, 600_000),
    default: 5_000,
  },
  leaseMs: {
    name: "SVC_LEASE_MS",
    doc: "Duration of a job's lease. Another instance takes over the jobs of one that died after this time.",
    format: integer(1_000, 600_000),
    default: 15_000,
  },
  anchors: {
    name: "SVC_ANCHORS",
    doc: "Chains to anchor each batch on: [the fields](running.md#several-chains). It replaces `SVC_RPC_URL`, `SVC_CHAIN_ID`, `SVC_ANCHOR_KEY` and `SVC_NETWORK_NAME`, the short form for one chain.",
    format: anchorSettings(),
    default: null,
    whenUnset: "the one chain of `SVC_RPC_URL`",
    secret: true,
  },
  rpcUrl: {
    name: "SVC_RPC_URL",
    doc: "JSON-RPC endpoint of the chain to anchor on. Required without `SVC_ANCHORS`.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the chains of `SVC_ANCHORS`",
    secret: true,
  },
  chainId: {
    name: "SVC_CHAIN_ID",
    doc: "EIP-155 identifier of the chain of `SVC_RPC_URL`, required with it: 137 for Polygon. [A change](running.md#the-chains-of-a-store) must be accepted.",
    format: integer(1, Number.MAX_SAFE_INTEGER),
    default: null,
    whenUnset: "the chains of `SVC_ANCHORS`",
  },
  anchorKey: {
    name: "SVC_ANCHOR_KEY",
    doc: "Private key of the account that pays for the anchors. Required with `SVC_RPC_URL`.",
    format: privateKey(),
    default: null,
    whenUnset: "the keys of `SVC_ANCHORS`",
    secret: true,
  },
  networkName: {
    name: "SVC_NETWORK_NAME",
    doc: "Name of the chain in proofs, if it has no built-in name.",
    format: text("1 to 100 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "the chain's built-in name",
  },
  rehearsal: {
    name: "SVC_REHEARSAL",
    doc: "`on`: all chains are known development or test networks, and all pages and documents say that nothing has evidential value. `off`: none is.",
    format: oneOf("on", "off"),
    default: "off",
  },
  rpcTimeoutMs: {
    name: "SVC_RPC_TIMEOUT_MS",
    doc: "Timeout of a request to the chain.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  pollIntervalMs: {
    name: "SVC_POLL_INTERVAL_MS",
    doc: "Time between two polls of the chain.",
    format: integer(50, DAY_MS),
    default: 5_000,
  },
  batchIntervalMs: {
    name: "SVC_BATCH_INTERVAL_MS",
    doc: "Time between two batches. The interface promises about two minutes at most.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  batchMaxLeaves: {
    name: "SVC_BATCH_MAX_LEAVES",
    doc: "Proofs in a batch.",
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
    doc: "Time after which an anchor that is in no block is replaced with higher fees.",
    format: integer(1_000, MAX_DELAY_MS),
    default: 180_000,
  },
  anchorMaxCostGwei: {
    name: "SVC_ANCHOR_MAX_COST_GWEI",
    doc: "Maximum cost of an anchor, gas × fee per gas. While the chain asks more, nothing is sent.",
    format: integer(1, Number.MAX_SAFE_INTEGER),
    // 0.05 coins: 1,678 gwei per gas at Ethereum's gas limit of 29,800.
    default: 50_000_000,
  },
  anchorLowBalanceGwei: {
    name: "SVC_ANCHOR_LOW_BALANCE_GWEI",
    doc: "Balance of the paying account below which the service warns.",
    format: integer(0, Number.MAX_SAFE_INTEGER),
    default: 10_000_000,
  },
  calendarUrls: {
    name: "SVC_CALENDAR_URLS",
    doc: "OpenTimestamps calendars, by the URLs that timestamps contain, not those of pools. `off` submits nothing to Bitcoin.",
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
    doc: "Calendars that must accept a submission.",
    format: integer(1, 10),
    default: 2,
  },
  calendarTimeoutMs: {
    name: "SVC_CALENDAR_TIMEOUT_MS",
    doc: "Timeout of a request to a calendar or a Bitcoin source.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  calendarPollMs: {
    name: "SVC_CALENDAR_POLL_MS",
    doc: "Time from a submission to the first question about it; it grows up to six times.",
    format: integer(50, DAY_MS),
    default: 600_000,
  },
  attestIntervalMs: {
    name: "SVC_ATTEST_INTERVAL_MS",
    doc: "Time between two submissions.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  bitcoinNetwork: {
    name: "SVC_BITCOIN_NETWORK",
    doc: "Network of the calendars. `regtest` is accepted in a rehearsal only.",
    format: oneOf("bitcoin", "regtest"),
    default: "bitcoin",
  },
  esploraUrls: {
    name: "SVC_ESPLORA_URLS",
    doc: "Explorers with the Esplora API that are asked about a block before a batch is `confirmed` in Bitcoin. All that answer must agree.",
    format: endpointAddresses("off"),
    default: ["https://blockstream.info/api", "https://mempool.space/api"],
    secret: true,
  },
  bitcoinRpcUrls: {
    name: "SVC_BITCOIN_RPC_URLS",
    doc: "Bitcoin Core nodes, asked like the explorers; the URL contains user and password.",
    format: endpointAddresses("off"),
    default: [],
    whenUnset: "none",
    secret: true,
  },
  bitcoinConfirmations: {
    name: "SVC_BITCOIN_CONFIRMATIONS",
    doc: "Confirmations, the attesting block included, after which a batch is `confirmed` in Bitcoin.",
    format: integer(1, 1_000),
    default: 6,
  },
  tsaUrl: {
    name: "SVC_TSA_URL",
    doc: "Timestamping authority (RFC 3161 over HTTP) that issues seals; the URL may contain user and password.",
    format: endpointAddress(),
    default: null,
    whenUnset: "none: no seals are sold",
    secret: true,
  },
  tsaTrust: {
    name: "SVC_TSA_TRUST",
    doc: "Certificates of authorities or issuers to trust. Required with `SVC_TSA_URL`.",
    format: filePaths(),
    default: [],
    whenUnset: "none",
  },
  tsaPolicyOid: {
    name: "SVC_TSA_POLICY_OID",
    doc: "Policy under which timestamps are requested; a token under another is rejected.",
    format: objectIdentifier(),
    default: null,
    whenUnset: "the authority's own choice",
  },
  tsaClientPem: {
    name: "SVC_TSA_CLIENT_PEM",
    doc: "TLS client certificate for an `https` authority, its issuers if needed, and its private key without a password, in PEM.",
    format: text("the path of a file", /^[^\0]+$/),
    default: null,
    whenUnset: "none",
  },
  tsaTimeoutMs: {
    name: "SVC_TSA_TIMEOUT_MS",
    doc: "Timeout of a request to the authority.",
    format: integer(100, 600_000),
    default: 10_000,
  },
  tsaQualified: {
    name: "SVC_TSA_QUALIFIED",
    doc: "Whether the EU trusted lists must name the authority as a qualified one: [the effects](running.md#qualified-or-not).",
    format: oneOf("require", "warn", "off"),
    default: "require",
  },
  trustList: {
    name: "SVC_TRUST_LIST",
    doc: "Snapshot of the EU trusted lists that `svc-verify trust-list` made.",
    format: text("the path of a file", /^[^\0]+$/),
    default: null,
    whenUnset: "the snapshot of the service",
  },
  trustListUpdateMs: {
    name: "SVC_TRUST_LIST_UPDATE_MS",
    doc: "Time between two downloads of the EU trusted lists; `off` downloads nothing.",
    format: integerOr("off", 60_000, MAX_DELAY_MS),
    default: DAY_MS,
  },
  custody: {
    name: "SVC_CUSTODY",
    doc: "Whether the service keeps originals. `on` requires `SVC_CUSTODY_KEY`.",
    format: oneOf("on", "off"),
    default: "off",
  },
  custodyKeys: {
    name: "SVC_CUSTODY_KEY",
    doc: "Keys that encrypt the originals: the current one, then former ones still in use. `openssl rand -hex 32` makes one. Without them the originals are lost.",
    format: symmetricKeys(),
    default: [],
    whenUnset: "none",
    secret: true,
  },
  custodyDir: {
    name: "SVC_CUSTODY_DIR",
    doc: "Folder of the originals. Several instances need it on a shared volume.",
    format: text("the path of a folder", /^[^\0]+$/),
    default: null,
    whenUnset: "GridFS with `SVC_MONGODB_URL`, else `originals` in `SVC_DATA_DIR`",
  },
  custodyPurgeMs: {
    name: "SVC_CUSTODY_PURGE_MS",
    doc: "Time between two purges of deleted originals and interrupted uploads.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  custodyUploadMs: {
    name: "SVC_CUSTODY_UPLOAD_MS",
    doc: "Time after which an unfinished upload is abandoned. Keep it above `SVC_UPLOAD_TIMEOUT_MS`.",
    format: integer(1_000, DAY_MS),
    default: 900_000,
  },
  creationsPerMinute: {
    name: "SVC_CREATIONS_PER_MINUTE",
    doc: "Proofs that an account may create with its API keys.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  webCreationsPerMinute: {
    name: "SVC_WEB_CREATIONS_PER_MINUTE",
    doc: "Proofs that an account may create in the browser, where no daily limit applies.",
    format: integer(0, 1_000_000),
    default: 1_000,
  },
  requestsPerMinutePerIp: {
    name: "SVC_REQUESTS_PER_MINUTE_PER_IP",
    doc: "Requests of an IP address, over all instances.",
    format: integer(0, 1_000_000),
    default: 120,
  },
  fingerprintLookup: {
    name: "SVC_FINGERPRINT_LOOKUP",
    doc: "`on`: anyone who has a file, or guesses it, can ask by its fingerprint whether it was registered, and for its first proof: at `/api/v2/fingerprint/{hash}.json` and on the verifier page.",
    format: oneOf("on", "off"),
    default: "off",
  },
  addressLimitWaitMs: {
    name: "SVC_ADDRESS_LIMIT_WAIT_MS",
    doc: "Wait for the store's count of an address; then the instance's own count decides.",
    format: integer(1, 600_000),
    default: 250,
  },
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    doc: "Proxies whose `X-Forwarded-For` is trusted. Otherwise the client's address is that of the connection.",
    format: networks(),
    default: [],
    whenUnset: "none",
  },
  hstsSeconds: {
    name: "SVC_HSTS_SECONDS",
    doc: "`max-age` of `Strict-Transport-Security`; 0 sends no such header.",
    format: integer(0, 1_000_000_000),
    default: 0,
  },
  maxConnections: {
    name: "SVC_MAX_CONNECTIONS",
    doc: "Open connections of an instance. Allow the process two files for each, and 512 more; with fewer files it accepts fewer connections.",
    format: integer(1, 1_000_000),
    default: 2_000,
  },
  maxConnectionsPerIp: {
    name: "SVC_MAX_CONNECTIONS_PER_IP",
    doc: "Those of one IPv4 address or IPv6 /64 network; behind a trusted proxy, its requests under way. 0 sets no limit.",
    format: integer(0, 1_000_000),
    default: 200,
  },
  headersTimeoutMs: {
    name: "SVC_HEADERS_TIMEOUT_MS",
    doc: "Time for the headers of a request; a silent connection is closed after it.",
    format: integer(1_000, 600_000),
    default: 20_000,
  },
  keepAliveMs: {
    name: "SVC_KEEP_ALIVE_MS",
    doc: "Idle time of a connection between two requests. Set it longer than the proxy's own.",
    format: integer(1_000, 3_600_000),
    default: 5_000,
  },
  uploadTimeoutMs: {
    name: "SVC_UPLOAD_TIMEOUT_MS",
    doc: "Time for the body of a request; then 408.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  downloadTimeoutMs: {
    name: "SVC_DOWNLOAD_TIMEOUT_MS",
    doc: "Time for reading a response; then its connection is closed.",
    format: integer(1_000, DAY_MS),
    default: 600_000,
  },
  minBytesPerSecond: {
    name: "SVC_MIN_BYTES_PER_SECOND",
    doc: "Rate at which a client must send a body or read a response.",
    format: integer(1, 1_000_000_000),
    default: 16_000,
  },
  stallMs: {
    name: "SVC_STALL_MS",
    doc: "Time that a client may lag behind that rate: then 408, or a cut, which may come up to 17 s later for a file.",
    format: integer(1_000, 3_600_000),
    default: 15_000,
  },
  signUp: {
    name: "SVC_SIGN_UP",
    doc: "Who may create an account on the pages. `open`, anyone with an e-mail address, needs a mail server.",
    format: oneOf("open", "invitation"),
    default: "invitation",
  },
  smtpUrl: {
    name: "SVC_SMTP_URL",
    doc: "Mail server: `smtps://USER:PASSWORD@HOST:PORT`, or `smtp://` with STARTTLS, which is required except on this machine.",
    format: smtpUrl(),
    default: null,
    whenUnset: "no mails: people sign in with passkeys and recovery codes",
    secret: true,
  },
  mailFrom: {
    name: "SVC_MAIL_FROM",
    doc: "Sender of mails. Required with `SVC_SMTP_URL`.",
    format: emailAddress(),
    default: null,
    whenUnset: "none",
  },
  sealPriceEur: {
    name: "SVC_SEAL_PRICE_EUR",
    doc: "Price of one seal of a pack in euros, as shown.",
    format: integer(0, 10_000),
    default: 1,
  },
  proPriceEur: {
    name: "SVC_PRO_PRICE_EUR",
    doc: "Price of the Pro plan in euros a month, as shown.",
    format: integer(0, 1_000_000),
    default: null,
    whenUnset: "on request",
  },
  buySealsUrl: {
    name: "SVC_BUY_SEALS_URL",
    doc: "Where orders of seals are paid; the order's identifier is appended.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the administrator grants orders",
  },
  buyPlanUrl: {
    name: "SVC_BUY_PLAN_URL",
    doc: "Where orders of a plan are paid, likewise.",
    format: endpointAddress(),
    default: null,
    whenUnset: "the administrator grants orders",
  },
  welcomeSeals: {
    name: "SVC_WELCOME_SEALS",
    doc: "Seals of each new account.",
    format: integer(0, 1_000_000),
    default: 0,
  },
  sealsPerMinute: {
    name: "SVC_SEALS_PER_MINUTE",
    doc: "Seals that an account may buy. Asking again for a pending one is not limited.",
    format: integer(0, 1_000_000),
    default: 10,
  },
  sealWaitMs: {
    name: "SVC_SEAL_WAIT_MS",
    doc: "Time that a request waits for the authority; then the seal is `pending`.",
    format: integer(0, 600_000),
    default: 5_000,
  },
  sealRetryMs: {
    name: "SVC_SEAL_RETRY_MS",
    doc: "Time before the job asks again for a seal; doubled each time, up to 32 times.",
    format: integer(50, DAY_MS),
    default: 30_000,
  },
  sealIntervalMs: {
    name: "SVC_SEAL_INTERVAL_MS",
    doc: "Time between two looks for pending seals.",
    format: integer(50, DAY_MS),
    default: 5_000,
  },
  sealRevocation: {
    name: "SVC_SEAL_REVOCATION",
    doc: "Whether revocation data of each seal is fetched from the http addresses in the authority's certificates.",
    format: oneOf("on", "off"),
    default: "on",
  },
  sealRevocationIntervalMs: {
    name: "SVC_SEAL_REVOCATION_INTERVAL_MS",
    doc: "Time between two looks for revocation data that is due.",
    format: integer(50, DAY_MS),
    default: 60_000,
  },
  sealRevocationTimeoutMs: {
    name: "SVC_SEAL_REVOCATION_TIMEOUT_MS",
    doc: "Time for one answer with revocation data, retries included.",
    format: integer(1, 600_000),
    default: 10_000,
  },
  sealRevocationOrigins: {
    name: "SVC_SEAL_REVOCATION_ORIGINS",
    doc: "Origins (`http://ca.example:8080`) that are asked for revocation data although their address is private.",
    format: endpointAddresses("none"),
    default: [],
    whenUnset: "none",
  },
  issuerName: {
    name: "SVC_ISSUER_NAME",
    doc: "Who issues the certificates, as in their head.",
    format: text("1 to 100 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,98}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "the host of `SVC_SITE_URL`",
  },
  issuerAddress: {
    name: "SVC_ISSUER_ADDRESS",
    doc: "Address below the name, with a register number if the law asks for it.",
    format: text("1 to 200 printable characters", /^[^\p{C}\p{Z}](?:[^\p{C}]{0,198}[^\p{C}\p{Z}])?$/u),
    default: null,
    whenUnset: "none",
  },
  imprintFile: {
    name: "SVC_IMPRINT_FILE",
    doc: "Imprint: Markdown if it ends in `.md`, else plain text, UTF-8. `{lang}` in it stands for `es`, `en`, `de` and `fr`.",
    format: text("a path", /^[^\0]{1,1000}$/),
    default: null,
    whenUnset: "`SVC_ISSUER_NAME` and `SVC_ISSUER_ADDRESS`",
  },
  privacyFile: {
    name: "SVC_PRIVACY_FILE",
    doc: "The operator's own privacy notice, likewise. What this software stores is shown below it in any case.",
    format: text("a path", /^[^\0]{1,1000}$/),
    default: null,
    whenUnset: "none",
  },
  securityContact: {
    name: "SVC_SECURITY_CONTACT",
    doc: "Where vulnerabilities are reported, for `/.well-known/security.txt` (RFC 9116).",
    format: text(
      "a mailto: or https: URI of printable ASCII characters",
      /^(?:mailto:[!-~]+@[!-~]+|https:\/\/[0-9a-z][!-~]*)$/i,
    ),
    default: null,
    whenUnset: "none: no such file",
  },
  certificateFonts: {
    name: "SVC_CERTIFICATE_FONTS",
    doc: "Fonts (TrueType, OpenType, WOFF) for file names in scripts that the bundled ones lack, such as Bengali or Tamil.",
    format: paths(),
    default: [],
    whenUnset: "none",
  },
  documentsPerMinute: {
    name: "SVC_DOCUMENTS_PER_MINUTE",
    doc: "Certificates and evidence packages that an account may request.",
    format: integer(0, 1_000_000),
    default: 60,
  },
  evidenceVerifier: {
    name: "SVC_EVIDENCE_VERIFIER",
    doc: "Whether evidence packages contain the verifier, `verifier.html`, which adds 600 kB.",
    format: oneOf("on", "off"),
    default: "on",
  },
  documentWorkers: {
    name: "SVC_DOCUMENT_WORKERS",
    doc: "Threads that make certificates and packages, of about 50 MB; up to 140 MB after many East Asian characters.",
    format: integer(1, 64),
    default: null,
    whenUnset: "processors less one, 1 to 4",
  },
  documentQueue: {
    name: "SVC_DOCUMENT_QUEUE",
    doc: "Documents that may wait for a thread; then 503.",
    format: integer(0, 1_000),
    default: 16,
  },
  documentTimeoutMs: {
    name: "SVC_DOCUMENT_TIMEOUT_MS",
    doc: "Time for making a document; then its thread is replaced, and the answer is 503.",
    format: integer(100, 600_000),
    default: 15_000,
  },
  certificateCacheBytes: {
    name: "SVC_CERTIFICATE_CACHE_BYTES",
    doc: "Memory of the certificate cache; a certificate takes about 40 kB. 0 disables it.",
    format: integer(0, 1_000_000_000),
    default: 32_000_000,
  },
  stopDelayMs: {
    name: "SVC_STOP_DELAY_MS",
    doc: "Time for which the API serves on after SIGTERM while `/readyz` answers 503.",
    format: integer(0, 600_000),
    default: 0,
  },
  logLevel: {
    name: "SVC_LOG_LEVEL",
    doc: "Lowest level that is logged, as JSON lines on standard error.",
    format: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
  },
};
