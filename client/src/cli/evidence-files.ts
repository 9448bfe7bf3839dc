/** Evidence beside a file: place, content, replacing. */

import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { link, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, parse } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { type Check, isFaultCode, type Report, verify } from "@svc-proof/verifier-lib";
import { openFile, readPackage } from "@svc-proof/verifier-lib/node";
import { type BundleFile, packBundle } from "../index.js";
import type { Outcome, Problem } from "./results.js";

/** Which files and folders are outputs of this program, by their names and what is in them. */
export const FOLDER_ENDING = ".proof";
export const PACKAGE_ENDING = ".svc.zip";

/** The portable proof, in a folder and in a package. */
export const PROOF_FILE = "proof.json";

/** The directory of a package and what is after it. */
const TAIL_BYTES = 65_536;
const HEAD_BYTES = 512;

/** Whether a folder is one of ours: the name alone may be another's (`waterproof.proof`). */
export function isOwnFolder(path: string): boolean {
  if (!path.endsWith(FOLDER_ENDING)) return false;
  const head = partOf(join(path, PROOF_FILE), "head");
  // A machine that stops may leave a file empty.
  return head === "" || (head !== null && /^\s*\{\s*"schema"\s*:\s*"svc-proof\//.test(head));
}

/** Whether a file is a package of ours: an archive whose directory names a portable proof. */
export function isOwnPackage(path: string): boolean {
  if (!path.endsWith(PACKAGE_ENDING)) return false;
  const head = partOf(path, "head");
  return (
    head === "" || (head?.startsWith("PK") === true && partOf(path, "tail")?.includes(PROOF_FILE) === true)
  );
}

/** Null if there is no such file, or if it cannot be read. */
function partOf(path: string, part: "head" | "tail"): string | null {
  try {
    // Before it is opened: to open a named pipe would wait for its writer.
    const stat = statSync(path);
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(part === "head" ? HEAD_BYTES : TAIL_BYTES, stat.size));
    const file = openSync(path, "r");
    try {
      const count = readSync(file, bytes, 0, bytes.length, part === "head" ? 0 : stat.size - bytes.length);
      return bytes.toString("latin1", 0, count);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

export function isPackagePath(place: string): boolean {
  return place.endsWith(PACKAGE_ENDING);
}

// Evidence as it is on the disk.

/**
 * What the files in a folder of evidence are called: as the parts of a package, docs/formats/evidence.md. Anything else there is
 * the reader's own.
 */
const PART =
  /^(?:proof\.json|certificate\.pdf|seal\/(?:(?:qualified-)?timestamp\.tsr(?:\.ots)?|tsa-certificates\.pem|trusted-list-entry\.json|revocation\/[1-9][0-9]?\.(?:crl|ocsp))|bitcoin\/(?:[\w-]{1,60}\.ots|headers(?:-[0-9]{1,10})?\.json)|anchors\/[1-9][0-9]{0,15}\.(?:json|ots))$/;

const PART_FOLDERS = ["", "anchors", "bitcoin", "seal", "seal/revocation"];

/** More than any part may have. */
const MAX_PART_BYTES = 8_388_608;

export function isPartName(name: string): boolean {
  return PART.test(name);
}

/**
 * The files of the evidence at a place, `proof.json` first.
 *
 * @throws the file system's error; FormatError of an archive.
 */
export async function readEvidence(place: string): Promise<readonly BundleFile[]> {
  const files = isPackagePath(place)
    ? await readPackageFiles(place)
    : PART_FOLDERS.flatMap((folder) => partsIn(place, folder));
  return [...files.filter(isProof), ...files.filter((file) => !isProof(file))];
}

function isProof({ path }: BundleFile): boolean {
  return path === PROOF_FILE;
}

async function readPackageFiles(place: string): Promise<BundleFile[]> {
  const file = await openFile(place);
  try {
    const files = await readPackage(file);
    return files.map(({ name, bytes }) => ({ path: name, bytes: new Uint8Array(bytes) }));
  } finally {
    await file.close();
  }
}

function partsIn(place: string, folder: string): BundleFile[] {
  const at = join(place, folder);
  if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const file = join(place, path);
    if (!entry.isFile() || !isPartName(path) || lstatSync(file).size > MAX_PART_BYTES) return [];
    return [{ path, bytes: new Uint8Array(readFileSync(file)) }];
  });
}

/** Verifies files of evidence together, offline. */
export function verifyFiles(files: readonly BundleFile[]): Promise<Report> {
  return verify(packBundle({ files }));
}

// Whether evidence may take the place of other evidence.

/**
 * Whether new evidence shows at least what the old does. A service could withhold what it gave before, and whoever has the file
 * may have completed a timestamp without it.
 */
export function showsAsMuch(newer: Report, older: Report): boolean {
  return older.checks.every((check) => {
    const others = newer.checks.filter(({ id }) => id === check.id);
    if (check.status === "passed") return others.some(({ status }) => status === "passed");
    // A timestamp that is complete, but whose block header is not at hand, is more than a promise.
    return !isComplete(check) || others.some(isComplete);
  });
}

/** Whether both reports say the same of every check. */
export function showsTheSame(one: Report, other: Report): boolean {
  const verdicts = ({ checks }: Report) =>
    checks.map(({ id, status, code }) => `${id} ${status} ${code}`).join("\n");
  return verdicts(one) === verdicts(other);
}

/** What evidence itself shows, whatever the service says of it. */
export function shownBy({ checks }: Report): {
  readonly bitcoin: "confirmed" | "pending";
  readonly seal: "issued" | null;
} {
  return {
    bitcoin: checks.some(isComplete) ? "confirmed" : "pending",
    seal: checks.some(({ id, status }) => id === "seal" && status !== "skipped") ? "issued" : null,
  };
}

function isComplete({ id, status, code }: Check): boolean {
  return (
    id === "bitcoin" && (status === "passed" || (status === "indeterminate" && code !== "bitcoin_pending"))
  );
}

// Where the evidence of a file belongs, and what is there.

/** Bytes of a name, on nearly every file system. */
const MAX_NAME_BYTES = 255;
/** A longer one is no ending that says what a file is. */
const MAX_ENDING_BYTES = 20;

export function placeOf(path: string, { zip }: { readonly zip: boolean }): string {
  return `${path}${zip ? PACKAGE_ENDING : FOLDER_ENDING}`;
}

/** Of evidence: the file that it is about, whether or not that is there. */
export function originalOf(place: string): string {
  return place.slice(0, -(isPackagePath(place) ? PACKAGE_ENDING : FOLDER_ENDING).length);
}

/** A name for a file whose own is too long for the name of its evidence: cut before its ending. Null where it fits. */
export function shorterName(path: string, place: string): string | null {
  const excess = Buffer.byteLength(basename(place)) - MAX_NAME_BYTES;
  if (excess <= 0) return null;
  const { name, ext } = parse(path);
  const stem = [...name];
  const ending = Buffer.byteLength(ext) <= MAX_ENDING_BYTES ? ext : "";
  const longest = Buffer.byteLength(name + ext) - excess - Buffer.byteLength(ending);
  while (Buffer.byteLength(stem.join("")) > longest) stem.pop();
  return `${stem.join("").trimEnd()}${ending}`;
}

/** What is at the place of a file's evidence. */
export type Occupant =
  | { readonly kind: "nothing" }
  | StoredEvidence
  /** Ours, but not whole, or changed. `why` is for people. */
  | { readonly kind: "damaged"; readonly why: string }
  /** Someone else's. */
  | { readonly kind: "foreign" };

/** Evidence that does not contradict itself, as far as that shows without a network. */
export interface StoredEvidence {
  readonly kind: "evidence";
  readonly proof: PortableProof;
  readonly files: readonly BundleFile[];
  readonly report: Report;
}

/** @throws the file system's error. */
export async function occupantOf(place: string): Promise<Occupant> {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: "nothing" };
  const isOurs = isPackagePath(place)
    ? stat.isFile() && isOwnPackage(place)
    : stat.isDirectory() && isOwnFolder(place);
  if (!isOurs) return { kind: "foreign" };
  try {
    const files = await readEvidence(place);
    const proof = files.find(({ path }) => path === PROOF_FILE);
    if (proof === undefined) return { kind: "damaged", why: `it has no ${PROOF_FILE}` };
    const parsed = parsePortableProof(proof.bytes);
    const report = await verifyFiles(files);
    const failed = report.checks.find(({ status, code }) => status === "failed" || isFaultCode(code));
    if (failed !== undefined) return { kind: "damaged", why: `${failed.id} ${failed.code}` };
    return { kind: "evidence", proof: parsed, files, report };
  } catch (error) {
    if (error instanceof FormatError) return { kind: "damaged", why: error.message };
    throw error;
  }
}

/** Names of outputs that are not whole yet. */
const PREFIX = ".svc-proof-tmp-";

/** A folder may be shared with other machines, whose processes this one cannot see. */
const MACHINE = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** A new name beside a path, for what will be renamed to it. A name has 255 bytes at most, so that it does not contain the other. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `${PREFIX}${MACHINE}-${process.pid}-${randomUUID()}`);
}

/** The whole form: a file of another name is someone's own, and may not be left out. */
const NAME = /^\.svc-proof-tmp-[0-9a-f]{8}-[1-9][0-9]{0,9}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isTemporary(path: string): boolean {
  return NAME.test(basename(path));
}

/** Removes what a killed run of this machine has left. */
export function removeIfAbandoned(path: string): void {
  const [machine, pid] = basename(path).slice(PREFIX.length).split("-", 2);
  if (!isTemporary(path) || machine !== MACHINE || isRunning(Number(pid))) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

export interface WriteOptions {
  /** Default: what the umask leaves of 0666. */
  readonly mode?: number;
  /** Whether a file that is there may be replaced. Default: true. */
  readonly replaces?: boolean;
}

/**
 * Writes a file under another name beside it, synced, and renames it: under its own name it is whole or not there.
 *
 * @throws the file system's error, `EEXIST` if there is a file that may not be replaced. Nothing is left behind then.
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string,
  { mode = 0o666, replaces = true }: WriteOptions = {},
): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await writeSynced(temporary, content, mode);
    if (replaces) await rename(temporary, path);
    else await renameNew(temporary, path);
  } finally {
    // After the rename there is none.
    await rm(temporary, { force: true });
  }
}

/** @throws the file system's error, `EEXIST` if there is a file. */
async function writeSynced(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link, unlike a rename, never replaces what is there. */
async function renameNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // File systems without links, such as FAT and some of networks: a file that is created at this very moment would be lost.
    await (await open(path, "wx")).close();
    await rename(temporary, path);
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

// Writes evidence that was verified: whole or not at all, and never over something that is not ours.

/**
 * A package is forced to the disk before it has its name. The many small files of a folder are not: evidence can be fetched again,
 * and 10,000 times four forced writes take longer than all the rest.
 *
 * @param place that nothing is at.
 * @throws the file system's error, `EEXIST` or `ENOTEMPTY` if something is there by now.
 */
export async function writeNewEvidence(place: string, files: readonly BundleFile[]): Promise<void> {
  if (isPackagePath(place)) return writeAtomically(place, packBundle({ files }), { replaces: false });
  const temporary = temporaryPath(place);
  // Not synchronous: a file system whose journal is busy takes milliseconds for each new name, and others can be made meanwhile.
  try {
    await mkdir(temporary);
    const folders = new Set(files.map(({ path }) => dirname(path)));
    folders.delete(".");
    await Promise.all([...folders].map((name) => mkdir(join(temporary, name), { recursive: true })));
    await Promise.all(
      files.map(({ path, bytes }) => writeFile(join(temporary, path), bytes, { flag: "wx" })),
    );
    // A rename replaces an empty folder, in which nothing is lost.
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Replaces parts of evidence one by one, each atomically. At any moment all of them are evidence of one proof. A package is
 * replaced at once.
 *
 * @param files those that differ; of a package, all.
 * @throws the file system's error.
 */
export async function replaceEvidence(place: string, files: readonly BundleFile[]): Promise<void> {
  if (isPackagePath(place)) return writeAtomically(place, packBundle({ files }));
  for (const { path, bytes } of files) {
    const file = join(place, path);
    makePartFolder(place, dirname(path));
    await writeAtomically(file, bytes);
  }
}

/** Links in the folder could lead out of it. */
function makePartFolder(place: string, folder: string): void {
  if (folder === ".") return;
  makePartFolder(place, dirname(folder));
  const path = join(place, folder);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) mkdirSync(path);
  else if (!stat.isDirectory()) {
    throw Object.assign(new Error(`${path}: not a folder`), { code: "ENOTDIR", syscall: "mkdir" });
  }
}

/** Puts evidence that was downloaded and verified where it belongs. */
export interface NewEvidence {
  /** Of the proof. */
  readonly id: string;
  /** Of the content. */
  readonly hash: string;
  /** Verified. */
  readonly files: readonly BundleFile[];
  /** On the files. */
  readonly report: Report;
}

export interface Saved {
  readonly outcome: Extract<Outcome, "written" | "upgraded" | "present" | "occupied" | "failed">;
  readonly error: Problem | null;
  /** On what is at the place now; null if that is not the evidence. */
  readonly report: Report | null;
}

/**
 * Writes evidence, or adds to what is there. Evidence gives way only to as much or more of the same proof; parts that the new does
 * not have stay.
 *
 * @throws the file system's error.
 */
export async function saveEvidence(place: string, evidence: NewEvidence): Promise<Saved> {
  let occupant = await occupantOf(place);
  if (occupant.kind === "nothing") {
    try {
      await writeNewEvidence(place, evidence.files);
      return { outcome: "written", error: null, report: evidence.report };
    } catch (error) {
      if (!TAKEN.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    // Made meanwhile: perhaps by another run, which has the same proof.
    occupant = await occupantOf(place);
    if (occupant.kind === "nothing") occupant = { kind: "foreign" };
  }
  const problem = conflictWith(occupant, place, evidence);
  if (problem !== null || occupant.kind !== "evidence") {
    return { outcome: "occupied", error: problem, report: null };
  }
  return addTo(place, occupant, evidence);
}

const HEADERS = /^bitcoin\/headers(?:-[0-9]+)?\.json$/;

const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR"]);

/** Why evidence cannot be where something else is; null if it can. */
export function conflictWith(
  occupant: Exclude<Occupant, { kind: "nothing" }>,
  place: string,
  { id, hash }: { readonly id: string | null; readonly hash: string },
): Problem | null {
  if (occupant.kind === "foreign") {
    return { code: "output_not_ours", message: `${place} is something else: move it away` };
  }
  if (occupant.kind === "damaged") {
    return { code: "output_damaged", message: `${damagedText(place, occupant)}: move it away` };
  }
  const { content, proof_id: proofId } = occupant.proof;
  if (content.hash !== hash) {
    return {
      code: "output_of_other_content",
      message: `${place} is evidence of an earlier content of the file: move it away, it is still good for that`,
    };
  }
  if (id !== null && proofId !== id) {
    return {
      code: "output_of_other_proof",
      message: `${place} is evidence by another proof, ${proofId}: move it away`,
    };
  }
  return null;
}

/** That evidence does not hold, for people. */
export function damagedText(place: string, { why }: { readonly why: string }): string {
  return `${place} is damaged or was changed (${why})`;
}

async function addTo(
  place: string,
  { files: old, report: oldReport }: StoredEvidence,
  { files }: NewEvidence,
): Promise<Saved> {
  const kept = { outcome: "present", error: null, report: oldReport } as const;
  const oldBytes = new Map(old.map(({ path, bytes }) => [path, bytes]));
  const isNew = ({ path, bytes }: BundleFile) => {
    const before = oldBytes.get(path);
    return before === undefined || Buffer.compare(before, bytes) !== 0;
  };
  const changed = files.filter(isNew);
  if (changed.length === 0) return kept;
  const names = new Set(files.map(({ path }) => path));
  const merged = [...files, ...old.filter(({ path }) => !names.has(path))];
  const newReport = await verifyFiles(merged);
  if (newReport.outcome === "failed" || newReport.inputs.some(({ status }) => status === "unreadable")) {
    return {
      outcome: "failed",
      report: null,
      error: {
        code: "not_verified",
        message: `what came does not agree with ${place}, which stays as it is`,
      },
    };
  }
  // What is here shows more than what the service has.
  if (!showsAsMuch(newReport, oldReport)) return kept;
  // The chain of Bitcoin grows by a header every ten minutes, which adds nothing to a block that is proven.
  const isOnlyHeaders = changed.every(({ path }) => HEADERS.test(path) && oldBytes.has(path));
  if (isOnlyHeaders && showsTheSame(newReport, oldReport)) return kept;
  await replaceEvidence(place, isPackagePath(place) ? merged : changed);
  return { outcome: "upgraded", error: null, report: newReport };
}
