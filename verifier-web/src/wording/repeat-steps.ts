/** Commands that repeat a result. */

import {
  fingerprintCommands,
  type SystemCommand,
  sealCommand,
  timestampCommand,
  timestampInfoCommand,
  windowsWord,
} from "@svc-proof/shared/text";
import type { Check, CheckId, Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import type { ResultTexts } from "../texts/result/english.js";

// Words of a POSIX shell (IEEE 1003.1, section 2.2).

/** Placeholder for a name that is unknown or cannot be shown exactly. */
export const PLACEHOLDER_FILE = "FILE";

/** Characters that need no quotes in any shell. */
const PLAIN = /^[A-Za-z0-9_./:@%+,=][A-Za-z0-9_./:@%+,=-]*$/;
/** A terminal acts on control characters even inside quotes, and format characters make a command look different. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
/** Longer than any file system allows. */
const MAX_LENGTH = 512;

/** Quotes a name as one word that is never read as an option. A name that cannot be quoted safely becomes `FILE`. */
export function shellWord(name: string): string {
  if (name === "" || name.length > MAX_LENGTH || UNSAFE.test(name)) return PLACEHOLDER_FILE;
  const word = name.startsWith("-") ? `./${name}` : name;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// Steps to repeat a check by hand: commands of third-party programs, with the values of this report.
//
// Values come from hostile files. Each is validated or quoted before it is put into a command; a name that cannot be
// quoted safely is replaced by a placeholder.

export interface RepeatCommand {
  /** Operating system; null if the command works on all of them. */
  readonly system: SystemCommand["system"] | null;
  readonly command: string;
}

export interface RepeatStep {
  readonly text: string;
  readonly commands: readonly RepeatCommand[];
  /** Expected output. */
  readonly expected: string | null;
}

/** A given file and its role. */
export interface GivenFile {
  readonly name: string;
  readonly role: string;
  /** Certificates only: whether the reader trusts them. */
  readonly isTrusted?: boolean;
  /** Raw Bitcoin headers only: the height of the first. */
  readonly firstHeight?: number | null;
  /** SHA-256 in lower-case hexadecimal; null or absent where it is not known. */
  readonly hash?: string | null;
}

export interface RepeatContext {
  readonly report: Report;
  readonly files: readonly GivenFile[];
  /** Address of a source for the chain, if known. */
  readonly endpointOf: (chainId: number) => string | null;
}

type Texts = ResultTexts["repeat"];
type Steps = (check: Check, context: RepeatContext, texts: Texts) => readonly RepeatStep[];

const HASH = /^[0-9a-f]{40,128}$/;
const TX_HASH = /^0x[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Steps for one check; empty if it cannot be repeated. */
export function repeatSteps(check: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  return STEPS[check.id](check, context, texts);
}

const STEPS: Readonly<Record<CheckId, Steps>> = {
  format: formatSteps,
  content: contentSteps,
  leaf: leafSteps,
  merkle: merkleSteps,
  payload: payloadSteps,
  anchor: anchorSteps,
  block: blockSteps,
  bitcoin: bitcoinSteps,
  seal: sealSteps,
  qualified: qualifiedSteps,
  inputs: () => [],
};

function formatSteps(_: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  switch (context.report.input.type) {
    case "opentimestamps":
      return [step(texts.formatTimestamp, [timestampInfoCommand(fileOf(context, "timestamp"))])];
    case "evm-witness":
      return [step(texts.formatProof, [`jq . ${fileOf(context, "witness")}`])];
    case "asic-s":
      return [
        ...unpackSteps(context, texts),
        step(texts.formatSeal, [`openssl ts -reply -in ${sealFile(context)} -token_in -text`]),
      ];
    case "rfc3161":
      return [step(texts.formatSeal, [`openssl ts -reply -in ${fileOf(context, "seal")} -text`])];
    default:
      return [...unpackSteps(context, texts), step(texts.formatProof, [`jq . ${proofFile(context)}`])];
  }
}

function contentSteps(_: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const { proof } = context.report;
  if (proof === null || !HASH.test(proof.content.hash)) return [];
  const bits = ({ "SHA-256": 256, "SHA-384": 384, "SHA-512": 512 } as const)[
    proof.content.algorithm as string
  ];
  if (bits === undefined) return [];
  const name = context.files.find(({ role }) => role === "original")?.name ?? "";
  const windowsFile = windowsWord(name) ?? PLACEHOLDER_FILE;
  const commands = fingerprintCommands(fileOf(context, "original"), windowsFile, bits);
  return [{ text: texts.content, commands, expected: proof.content.hash }];
}

function leafSteps(_: Check, { report }: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const { proof } = report;
  if (proof === null || !HASH.test(proof.content.hash) || !UUID.test(proof.proof_id ?? "")) return [];
  const text = `svc-leaf:v2:${proof.proof_id}:${proof.content.hash}`;
  return [step(texts.leaf, [`printf %s ${text} | sha256sum`], leafOf(report))];
}

function merkleSteps(_: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const leaf = leafOf(context.report);
  if (leaf === null) return [];
  const command = [
    `h=${leaf}`,
    `jq -r '.merkle.path[] | .position + " " + .hash' ${proofFile(context)} |`,
    "{ while read -r side hash; do",
    "    case $side in left) pair=$hash$h ;; right) pair=$h$hash ;; esac",
    '    h=$(printf %s "$pair" | xxd -r -p | sha256sum | cut -c1-64)',
    "  done; echo $h; }",
  ].join("\n");
  return [...unpackSteps(context, texts), step(texts.merkle, [command], rootOf(context.report))];
}

function payloadSteps(_: Check, { report }: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const root = rootOf(report);
  if (root === null) return [];
  return [step(texts.payload, [`printf %s svc:v2:${root} | xxd -p -c 256`], payloadHex(root))];
}

function anchorSteps(
  check: Check,
  { report, endpointOf }: RepeatContext,
  texts: Texts,
): readonly RepeatStep[] {
  const { tx_hash: hash, chain_id: chain, block_number: block } = check.evidence;
  if (typeof hash !== "string" || !TX_HASH.test(hash) || typeof chain !== "number") return [];
  const root = rootOf(report);
  const endpoint = shellWord(endpointOf(chain) ?? "RPC");
  const body = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${hash}"]}`;
  const expected = [
    ...(root === null ? [] : [`0x${payloadHex(root)}`]),
    ...(typeof block === "number" ? [`${block} = 0x${block.toString(16)}`] : []),
  ].join("\n");
  return [
    step(
      texts.anchorCast,
      [`cast tx ${hash} input --rpc-url ${endpoint}`, `cast tx ${hash} blockNumber --rpc-url ${endpoint}`],
      expected,
    ),
    step(texts.anchorCurl, [`curl -s -H 'Content-Type: application/json' -d '${body}' ${endpoint}`]),
    step(texts.anchorExplorer, []),
  ];
}

/** The header of the block as a file, and the OpenTimestamps client. */
function blockSteps(check: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const { chain_id: chain } = check.evidence;
  const witness = isGiven(context, "package")
    ? `evidence/anchors/${Number(chain)}.json`
    : fileOf(context, "witness");
  const timestamp = isGiven(context, "package") ? `evidence/anchors/${Number(chain)}.ots` : PLACEHOLDER_FILE;
  const command = `jq -r .header ${witness} | cut -c3- | xxd -r -p > header.rlp`;
  return [
    ...unpackSteps(context, texts),
    step(texts.bitcoinOts, [command, timestampCommand("-f header.rlp", timestamp)]),
    ...nodeSteps(check, texts),
  ];
}

function bitcoinSteps(check: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const hash = context.report.proof?.content.hash ?? "";
  const file = timestampFile(context);
  const subject = context.files.some(({ role }) => role === "original")
    ? `-f ${fileOf(context, "original")}`
    : `-d ${hash}`;
  const verify = HASH.test(hash) ? [step(texts.bitcoinOts, [timestampCommand(subject, file)])] : [];
  return [...unpackSteps(context, texts), ...verify, ...nodeSteps(check, texts)];
}

/** The Merkle roots of the blocks that a timestamp names, as a node or an explorer shows them. */
function nodeSteps({ evidence: { attestations } }: Check, texts: Texts): readonly RepeatStep[] {
  const blocks = (Array.isArray(attestations) ? attestations : []).flatMap((one) => {
    const { stated_height: height, stated_merkle_root: root } = one as Check["evidence"];
    return typeof height === "number" && typeof root === "string" && HASH.test(root)
      ? [{ height, root }]
      : [];
  });
  const nodes = blocks.map(({ height, root }) =>
    step(
      texts.bitcoinNode,
      [`bitcoin-cli getblockheader $(bitcoin-cli getblockhash ${height}) | jq -r .merkleroot`],
      root,
    ),
  );
  return [...nodes, ...(blocks.length > 0 ? [step(texts.bitcoinExplorer, [])] : [])];
}

function sealSteps({ evidence }: Check, context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  const hash = context.report.proof?.content.hash ?? "";
  // A bare token is not a response: it has no status.
  const form = evidence["pki_status"] === undefined ? " -token_in" : "";
  const seal = `${sealFile(context)}${form}`;
  const genTime = new Date(String(evidence["gen_time"]));
  const verify =
    HASH.test(hash) && !Number.isNaN(genTime.getTime())
      ? [
          step(
            texts.sealOpenssl,
            [sealCommand(`-digest ${hash}`, seal, "CA.pem", genTime)],
            "Verification: OK",
          ),
        ]
      : [];
  return [
    ...unpackSteps(context, texts),
    ...verify,
    step(texts.sealText, [`openssl ts -reply -in ${seal} -text`]),
  ];
}

/** The lists themselves are on the site of the European Commission. */
function qualifiedSteps({ evidence }: Check, _: RepeatContext, texts: Texts): readonly RepeatStep[] {
  return evidence["list"] == null ? [] : [step(texts.qualified, [])];
}

/** Commands that extract the evidence from its package. */
function unpackSteps(context: RepeatContext, texts: Texts): readonly RepeatStep[] {
  for (const role of ["package", "container"]) {
    if (isGiven(context, role))
      return [step(texts.unpackZip, [`unzip -d evidence ${fileOf(context, role)}`])];
  }
  if (isGiven(context, "certificate")) {
    return [step(texts.unpackPdf, [`pdfdetach -saveall ${fileOf(context, "certificate")}`])];
  }
  return [];
}

function proofFile(context: RepeatContext): string {
  if (isGiven(context, "package")) return "evidence/proof.json";
  return isGiven(context, "proof") ? fileOf(context, "proof") : "proof.json";
}

function timestampFile(context: RepeatContext): string {
  if (isGiven(context, "timestamp")) return fileOf(context, "timestamp");
  return isGiven(context, "package") ? "evidence/bitcoin/original.ots" : "bitcoin.ots";
}

function sealFile(context: RepeatContext): string {
  if (isGiven(context, "seal")) return fileOf(context, "seal");
  if (isGiven(context, "container")) return "evidence/META-INF/timestamp.tst";
  // Older packages and certificates have `qualified-timestamp.tsr`.
  return isGiven(context, "package") ? "evidence/seal/*timestamp.tsr" : "*timestamp.tsr";
}

function isGiven({ files }: RepeatContext, role: string): boolean {
  return files.some((file) => file.role === role);
}

function fileOf({ files }: RepeatContext, role: string): string {
  const file = files.find((one) => one.role === role);
  return file === undefined ? PLACEHOLDER_FILE : shellWord(file.name);
}

function leafOf({ checks }: Report): string | null {
  const { value, stated } = checks.find(({ id }) => id === "leaf")?.evidence ?? {};
  const leaf = value ?? stated;
  return typeof leaf === "string" && HASH.test(leaf) ? leaf : null;
}

function rootOf({ checks }: Report): string | null {
  const { root, stated } = checks.find(({ id }) => id === "merkle")?.evidence ?? {};
  const found = root ?? stated;
  return typeof found === "string" && HASH.test(found) ? found : null;
}

function payloadHex(root: string): string {
  return Array.from(new TextEncoder().encode(`svc:v2:${root}`), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function step(text: string, commands: readonly string[], expected: string | null = null): RepeatStep {
  return { text, commands: commands.map((command) => ({ system: null, command })), expected };
}

// The command that repeats a verification without this page.

/** The verifier's command line in one file, beside the site. */
export const COMMAND_LINE_FILE = "svc-verify.mjs";
/** Name of the sandbox's root certificate in commands. */
export const SANDBOX_ROOT_FILE = "sandbox-root.pem";

export interface CommandLineParameters {
  readonly report: Report;
  /** The input first. */
  readonly files: readonly GivenFile[];
  /** The sources whose answers the report contains. */
  readonly asked: readonly EndpointGroup[];
  /** Whether the report trusts the root of the sandbox beside the page. */
  readonly trustsSandbox: boolean;
}

/** Options of `svc-verify` that take a file; a role without an option is the input. */
const OPTIONS: Readonly<Record<string, string>> = {
  original: "--original",
  headers: "--headers",
  timestamp: "--timestamp",
  seal: "--seal",
  witness: "--witness",
  authority: "--certificates",
  crl: "--crl",
  ocsp: "--ocsp",
  snapshot: "--trust-list",
};

/** With every option that the report needed: without what is false by itself, and each content once. */
export function commandLine({ report, files, asked, trustsSandbox }: CommandLineParameters): string {
  const [input, ...given] = files;
  const failed = new Set(report.inputs.flatMap(({ name, status }) => (status === "failed" ? [name] : [])));
  const others = given.filter(({ name, role, hash }, at) => {
    const isNew = hash == null || files.findIndex((file) => file.hash === hash) === at + 1;
    const isSecond = role === "seal" && given.findIndex((file) => file.role === role) !== at;
    return isNew && !isSecond && (role === "original" || !failed.has(name));
  });
  const words = [
    ...others.flatMap(fileWords),
    ...hashWords(report),
    ...(trustsSandbox ? ["--trust", SANDBOX_ROOT_FILE] : []),
    ...asked.flatMap(({ kind, chainId, endpoints }) =>
      endpoints.flatMap((endpoint) =>
        kind === "evm" ? ["--rpc", shellWord(`${chainId}=${endpoint}`)] : ["--esplora", shellWord(endpoint)],
      ),
    ),
  ];
  const file = input === undefined ? PLACEHOLDER_FILE : shellWord(input.name);
  return [`node ${COMMAND_LINE_FILE}`, ...words, file].join(" ");
}

function fileWords({ name, role, isTrusted, firstHeight = null }: GivenFile): readonly string[] {
  const option = isTrusted ? "--trust" : OPTIONS[role];
  if (option === undefined) return [];
  const word = shellWord(name);
  const isPlaceholder = word === PLACEHOLDER_FILE;
  // Raw headers do not say where they begin.
  if (firstHeight === null) return [option, word];
  return [option, isPlaceholder ? `${word}@${firstHeight}` : shellWord(`${name}@${firstHeight}`)];
}

const FINGERPRINT = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;

/** The fingerprint that was entered in place of the original. */
function hashWords({ checks, inputs }: Report): readonly string[] {
  if (!inputs.some(({ kind }) => kind === "content_hash")) return [];
  const { hash, computed } = checks.find(({ id }) => id === "content")?.evidence ?? {};
  const given = computed ?? hash;
  return typeof given === "string" && FINGERPRINT.test(given) ? ["--hash", given] : [];
}
