/** `svc-verify trust-list`. */

import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { printable } from "@svc-proof/shared/text";
import {
  anyText,
  type Command,
  expectOperands,
  findCommand,
  type ParsedWords,
  parseCommand,
} from "../command-line/command.js";
import { EXIT, UsageError } from "../command-line/output.js";
import { type Column, tableText } from "../command-line/table.js";
import { SNAPSHOT_JSON_LIMITS } from "../limits.js";
import { readBounded } from "../node/files.js";
import { replaceFile } from "../node/write-file.js";
import { SourceError } from "../source/bounded-fetch.js";
import { updateTrustLists } from "../source/trust-lists.js";
import { authenticateListOfLists, type ListOfLists } from "../trust/authenticate.js";
import { compileTrustSnapshot, type ListFile, type TrustCompilation } from "../trust/compile.js";
import { LOTL_URI, type OfficialJournal } from "../trust/parse-list.js";
import {
  encodeSnapshotModule,
  encodeTrustSnapshot,
  type ListedService,
  type ListFacts,
  parseTrustSnapshot,
  type SnapshotList,
  type TrustSnapshot,
} from "../trust/snapshot.js";
import { defaultTrustList, openTrustList } from "../trust/trust-list.js";
import { MAX_XML_BYTES } from "../trust/xml-document.js";
import { parsePemCertificates } from "../x509/pem.js";
import { parseTimeout } from "./arguments.js";
import { TRUST_LIST_BUILD, TRUST_LIST_CHECK, TRUST_LIST_SHOW, TRUST_LIST_UPDATE } from "./commands.js";

/** Trust snapshots as text for people. */
const DAY_MS = 86_400_000;

/** What was compiled, and what was not. */
export function compilationText(
  { snapshot, refused, kept, notices }: TrustCompilation,
  lotl: ListOfLists,
  now: Date = new Date(),
): string {
  const way = lotl.pivots.length === 0 ? "" : ` by ${lotl.pivots.length} pivots`;
  const missing = snapshot.territories.filter(
    (one) => !snapshot.lists.some(({ territory }) => territory === one),
  );
  const past = [snapshot.lotl, ...snapshot.lists].filter((list) => isPast(list, now));
  const lines = [
    `list of lists ${lotl.facts.sequenceNumber}, signed by ${lotl.signer}, named by ${lotl.journal}${way}`,
    ...snapshot.lists.map(
      (list) =>
        `${list.territory} ${list.sequenceNumber}: ${list.services.length} services${kept.includes(list.territory) ? " (kept from before)" : ""}`,
    ),
    ...(missing.length === 0 ? [] : [`no list: ${missing.join(", ")}`]),
    ...past.map(({ territory, nextUpdate }) => `past its next update of ${nextUpdate}: ${territory}`),
    ...refused.map(({ name, code, message }) => `refused ${name}: ${message} (${code})`),
    ...notices.map(
      ({ code, territory, provider, service, detail }) =>
        `notice ${code}: ${territory}, ${provider}, ${service}${detail === null ? "" : `, ${detail}`}`,
    ),
    `snapshot ${openTrustList(snapshot).sha256}`,
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

/** @param country all services of this one; null for the table of lists. */
export function snapshotText(snapshot: TrustSnapshot, now: Date, country: string | null): string {
  const { lotl, lists, territories } = snapshot;
  const shown = country === null ? lists : lists.filter(({ territory }) => territory === country);
  const rows = [lotl, ...shown].map((list) => factsRow(list, now));
  const missing = territories.filter((one) => !lists.some(({ territory }) => territory === one));
  const lines = [
    ...tableText(FACTS, rows).split("\n"),
    ...(country === null && missing.length > 0 ? ["", `No list of ${missing.join(", ")}.`] : []),
    "",
    `SHA-256 of the snapshot: ${openTrustList(snapshot).sha256}`,
    ...(country === null ? [] : ["", ...shown.flatMap(({ services }) => servicesText(services))]),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

const FACTS: readonly Column<readonly string[]>[] = [
  "list",
  "number",
  "issued",
  "next update",
  "age",
  "services",
  "granted",
].map((title, at) => ({ title, cell: (row: readonly string[]) => row[at]! }));

function factsRow(list: ListFacts & Partial<SnapshotList>, now: Date): string[] {
  const { territory, version, sequenceNumber, issued, nextUpdate, services } = list;
  const age = Math.floor((now.getTime() - Date.parse(issued)) / DAY_MS);
  const granted = services?.filter(({ history }) => history[0]!.status === "granted").length;
  return [
    `${territory} v${version}`,
    String(sequenceNumber),
    issued.slice(0, 10),
    nextUpdate === null ? "closed" : `${nextUpdate.slice(0, 10)}${isPast(list, now) ? " past" : ""}`,
    `${age} days`,
    services === undefined ? "" : String(services.length),
    granted === undefined ? "" : String(granted),
  ];
}

function isPast({ nextUpdate }: ListFacts, now: Date): boolean {
  return nextUpdate !== null && Date.parse(nextUpdate) < now.getTime();
}

function servicesText(services: readonly ListedService[]): string[] {
  let last = "";
  return services.flatMap(({ provider, name, history, identities }) => {
    const heading = provider === last ? [] : [provider];
    last = provider;
    return [
      ...heading,
      `  ${name}`,
      ...history.map(
        ({ status, since, unknownExtension }) =>
          `    ${status} since ${since}${unknownExtension === undefined ? "" : ` (critical extension ${unknownExtension} is not known)`}`,
      ),
      ...identities.map(({ sha256 }) => `    certificate ${sha256}`),
    ];
  });
}

/** `svc-verify trust-list`: fetches, compiles, shows and checks trust snapshots. docs/operations/releases.md. */
const MAX_PEM_BYTES = 1_048_576;
/** Files of a folder that are read: there are 31 lists, and some pivots. */
const MAX_FILES = 512;

const ACTS: ReadonlyMap<Command, (parsed: ParsedWords) => Promise<number>> = new Map([
  [TRUST_LIST_UPDATE, update],
  [TRUST_LIST_BUILD, build],
  [TRUST_LIST_SHOW, show],
  [TRUST_LIST_CHECK, check],
]);

/**
 * @returns the exit status.
 * @throws UsageError; Error if nothing could be done.
 */
export async function trustList(words: readonly string[]): Promise<number> {
  const command = findCommand([...ACTS.keys()], ["trust-list", ...words]);
  const parsed = parseCommand(command, words.slice(1));
  expectOperands(command, parsed);
  try {
    return await ACTS.get(command)!(parsed);
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof SourceError)) throw error;
    throw new Error(`${error.message} (${error.code})`, { cause: error });
  }
}

async function update(parsed: ParsedWords): Promise<number> {
  const { one } = parsed;
  const output = parsed.required("output", anyText);
  const lotlUri = one("lotl") ?? LOTL_URI;
  if (!/^https?:\/\//.test(lotlUri) || !URL.canParse(lotlUri)) {
    throw new UsageError("--lotl: expected an http or https address");
  }
  const journal = await readJournal(one("lotl-signers"));
  const timeoutMs = one("timeout") === undefined ? undefined : parseTimeout(parsed);
  // With signers of one's own, the shipped lists are somebody else's.
  const shipped = journal === undefined ? (await defaultTrustList()).snapshot : null;
  const former = (await readSnapshotIfAny(output)) ?? shipped;
  const updated = await updateTrustLists({
    lotlUri,
    former,
    journal,
    timeoutMs,
    onFetched: ({ territory, uri, sizeBytes, message }) =>
      progress(`${territory}: ${sizeBytes === null ? message : `${sizeBytes} bytes`}  ${uri}`),
  });
  const folder = one("lists");
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    for (const { name, bytes } of updated.files) await replaceFile(join(folder, `${name}.xml`), bytes);
    for (const { name, bytes } of updated.pivots) await replaceFile(join(folder, fileNameOf(name)), bytes);
  }
  await writeSnapshot(output, updated.snapshot);
  process.stdout.write(compilationText(updated, updated.lotl));
  const isWhole = updated.unreachable.length === 0 && updated.refused.length === 0;
  return isWhole ? EXIT.done : EXIT.open;
}

async function build(parsed: ParsedWords): Promise<number> {
  const output = parsed.required("output", anyText);
  const { compilation, lotl } = await compileFolder(parsed);
  await writeSnapshot(output, compilation.snapshot);
  process.stdout.write(compilationText(compilation, lotl));
  return compilation.refused.length === 0 ? EXIT.done : EXIT.open;
}

async function show({ one, positionals }: ParsedWords): Promise<number> {
  const [path] = positionals;
  const snapshot = path === undefined ? (await defaultTrustList()).snapshot : await readSnapshot(path);
  const country = one("country")?.toUpperCase();
  if (country !== undefined && !snapshot.lists.some(({ territory }) => territory === country)) {
    throw new UsageError(
      `--country: expected one of ${snapshot.lists.map((list) => list.territory).join(", ")}`,
    );
  }
  process.stdout.write(snapshotText(snapshot, new Date(), country ?? null));
  return EXIT.done;
}

async function check(parsed: ParsedWords): Promise<number> {
  const given = await readSnapshot(parsed.positionals[0]!);
  const { compilation, lotl } = await compileFolder(parsed);
  const differences = differencesOf(given, compilation.snapshot);
  process.stdout.write(compilationText(compilation, lotl));
  for (const difference of differences) process.stdout.write(`differs: ${printable(difference)}\n`);
  process.stdout.write(
    differences.length === 0
      ? "The snapshot says what the lists say.\n"
      : "The snapshot is not that of the lists.\n",
  );
  return differences.length === 0 ? EXIT.done : EXIT.failed;
}

/** Names what two snapshots do not have in common. */
function differencesOf(given: TrustSnapshot, expected: TrustSnapshot): string[] {
  const headOf = (snapshot: TrustSnapshot) => encodeTrustSnapshot({ ...snapshot, lists: [] });
  const listsOf = ({ lists }: TrustSnapshot) =>
    new Map(lists.map((list) => [list.territory, encodeTrustSnapshot({ ...expected, lists: [list] })]));
  const [ours, theirs] = [listsOf(given), listsOf(expected)];
  const territories = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return [
    ...(headOf(given) === headOf(expected) ? [] : ["the list of lists"]),
    ...territories.flatMap((territory) => {
      if (!theirs.has(territory)) return [`${territory}: no authentic list is at hand`];
      if (!ours.has(territory)) return [`${territory}: not in the snapshot`];
      return ours.get(territory) === theirs.get(territory) ? [] : [`${territory}`];
    }),
  ];
}

async function compileFolder(
  parsed: ParsedWords,
): Promise<{ compilation: TrustCompilation; lotl: ListOfLists }> {
  const files = await readLists(parsed.required("lists", anyText));
  const journal = await readJournal(parsed.one("lotl-signers"));
  const { lotl, others } = await findListOfLists(files, journal);
  return { lotl, compilation: await compileTrustSnapshot({ lotl, lists: others }) };
}

/** The authentic list of lists with the highest number. Older ones are pivots, and no lists of countries. */
async function findListOfLists(
  files: readonly ListFile[],
  journal: OfficialJournal | undefined,
): Promise<{ lotl: ListOfLists; others: ListFile[] }> {
  const found: { file: ListFile; lotl: ListOfLists }[] = [];
  const failures: string[] = [];
  const claimed = files.filter(({ bytes }) => claimsToBeListOfLists(bytes));
  const pivot = async (uri: string) => files.find(({ name }) => name === fileNameOf(uri))?.bytes ?? null;
  for (const file of claimed) {
    try {
      found.push({ file, lotl: await authenticateListOfLists({ lotl: file.bytes, pivot, journal }) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      failures.push(`${file.name}: ${error.message} (${error.code})`);
    }
  }
  found.sort((a, b) => b.lotl.facts.sequenceNumber - a.lotl.facts.sequenceNumber);
  const [newest] = found;
  if (newest === undefined) {
    const reason = failures.length === 0 ? "there is none" : failures.join("; ");
    throw new Error(`--lists: expected an authentic list of lists: ${reason}`);
  }
  for (const failure of failures) progress(failure);
  return { lotl: newest.lotl, others: files.filter((file) => !claimed.includes(file)) };
}

/** By the first type in the file, which is its own. Sorts files only: what counts is what was signed. */
function claimsToBeListOfLists(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return /TSLType\s*>\s*([^<\s]*)/.exec(text)?.[1]?.endsWith("/EUlistofthelists") ?? false;
}

function fileNameOf(uri: string): string {
  const name = basename(new URL(uri).pathname).replace(/[^A-Za-z0-9._-]/g, "_");
  return name.endsWith(".xml") ? name : `${name}.xml`;
}

async function readLists(folder: string): Promise<ListFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:xml|xtsl)$/i.test(name)).sort();
  if (names.length > MAX_FILES) throw new UsageError(`--lists: expected at most ${MAX_FILES} lists`);
  const files: ListFile[] = [];
  for (const name of names) {
    files.push({ name, bytes: await readBounded(join(folder, name), MAX_XML_BYTES) });
  }
  return files;
}

async function readJournal(path: string | undefined): Promise<OfficialJournal | undefined> {
  if (path === undefined) return undefined;
  const text = Buffer.from(await readBounded(path, MAX_PEM_BYTES)).toString("latin1");
  const certificates = parsePemCertificates(text).map(({ der }) => bytesToHex(sha256(der)));
  return { reference: `the certificates in ${path}`, uri: "", certificates };
}

async function readSnapshotIfAny(path: string): Promise<TrustSnapshot | null> {
  if (isModule(path)) return null;
  try {
    return await readSnapshot(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function readSnapshot(path: string): Promise<TrustSnapshot> {
  const bytes = await readBounded(path, SNAPSHOT_JSON_LIMITS.maxBytes);
  try {
    return parseTrustSnapshot(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Error(`${path}: ${error.message} (${error.code})`, { cause: error });
  }
}

/** A module of this package's sources. */
function isModule(path: string): boolean {
  return path.endsWith(".ts");
}

async function writeSnapshot(path: string, snapshot: TrustSnapshot): Promise<void> {
  const text = encodeTrustSnapshot(snapshot);
  // Nobody could read what this refuses.
  parseTrustSnapshot(text);
  await replaceFile(path, isModule(path) ? encodeSnapshotModule(text) : text);
}

function progress(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}
