/** Its instructions. */

import { fingerprintCommands, sealCommand, timestampCommand, windowsWord } from "@svc-proof/shared/text";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { SealQualification } from "../records/types.js";
import {
  type BitcoinFacts,
  type HeadlineDate,
  headlineDate,
  listedService,
  type ProofFacts,
  presumedTime,
  readableFacts,
} from "./facts.js";
import {
  type EvidencePartKind,
  evidenceFileName,
  type OriginalAbsence,
  sourceWords,
  VERIFIER_PAGE,
  VERIFIER_PROGRAM,
} from "./files.js";
import { DOCUMENT_TEXTS, type DocumentTexts } from "./texts/document-texts.js";
import { showable } from "./words.js";

type ReadmeText = DocumentTexts["readme"];

/** What is known of the proof and of the package. */
export interface ReadmeFacts extends ProofFacts {
  readonly parts: readonly { readonly kind: EvidencePartKind; readonly name: string }[];
  /** The seal's own state in Bitcoin; `pending` also when there is no seal. */
  readonly sealBitcoin: BitcoinFacts;
  /** Null where the original is in the package. */
  readonly originalAbsence: OriginalAbsence | null;
  readonly verifier: ReadmeVerifier;
}

/** Where the reader finds a verifier. SHA-256 values are lower-case hexadecimal. */
interface ReadmeVerifier {
  /** Of the site, with a slash at its end. */
  readonly siteUrl: string;
  /** Of `verifier.html` in the package; null if it is not in there. */
  readonly pageSha256: string | null;
  /** Of `svc-verify.mjs` on the site; null if it is not there. */
  readonly programSha256: string | null;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

/** A line that a person types, or compares with; an object if it is for one system alone. */
type ReadmeCommand = string | { readonly system: string; readonly command: string };

interface ReadmeStep {
  readonly text: string;
  readonly commands?: readonly ReadmeCommand[];
}

/**
 * A text in lines of at most so many characters; a word that is longer has a line of its own. Lines are never broken at
 * a no-break space, which is then written as a plain one: what is searched for is found.
 *
 * @param mark before the first line; the others are indented by as much.
 */
export function wrapped(text: string, columns: number, mark = ""): string[] {
  const indent = " ".repeat(mark.length);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && [...line].length + 1 + [...word].length > columns - mark.length) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one, i) => `${i === 0 ? mark : indent}${one.replaceAll("\u00a0", " ")}`);
}

/** `README.txt` of a package: UTF-8, wrapped, for people with any editor. Its commands are the same in every language. */
const COLUMNS = 76;

export function encodeReadme(given: ReadmeFacts, language: Language): Uint8Array {
  const texts = DOCUMENT_TEXTS[language];
  const { readme: text } = texts;
  const facts = readableFacts(given, texts);
  const lines = [
    ...heading(text.title, "="),
    ...(facts.isDevelopment ? [...wrapped(text.developmentNotice, COLUMNS), ""] : []),
    ...wrapped(text.introduction(facts.isDevelopment), COLUMNS),
    "",
    ...subject(facts, texts),
    "",
    ...heading(text.provenHeading, "-"),
    ...standing(facts, texts),
    "",
    ...heading(text.contentsHeading, "-"),
    ...contents(facts, text),
    "",
    ...heading(text.originalHeading, "-"),
    ...wrapped(
      facts.originalAbsence === null ? text.originalIncluded : text.originalAbsent[facts.originalAbsence],
      COLUMNS,
    ),
    "",
    ...heading(text.verifyHeading, "-"),
    ...numbered(verificationSteps(facts, text)),
    "",
    ...verificationByHand(facts, text),
    "",
    ...heading(text.provesHeading, "-"),
    ...text.proves.flatMap((item) => wrapped(item, COLUMNS, "- ")),
    "",
    ...heading(text.provesNotHeading, "-"),
    ...text.provesNot.flatMap((item) => wrapped(item, COLUMNS, "- ")),
    "",
    ...text.remarks.flatMap((remark) => [...wrapped(remark, COLUMNS), ""]),
  ];
  return new TextEncoder().encode(lines.join("\n"));
}

function heading(title: string, line: "=" | "-"): string[] {
  return [title, line.repeat([...title].length), ""];
}

/** Identifiers and names stand whole on lines of their own, however long: they are copied and searched for. */
function subject(facts: ReadmeFacts, { readme: text, quoted }: DocumentTexts): string[] {
  const { name, hash, proofId, certificateId, receivedAt } = facts;
  return [
    text.labelled(text.file, quoted(showable(name))),
    text.labelled(text.fingerprint, hash),
    text.labelled(text.proof, proofId),
    text.labelled(text.certificate, certificateId),
    text.labelled(text.received, utcText(receivedAt).replaceAll("\u00a0", " ")),
  ];
}

function standing(facts: ReadmeFacts, { readme: text, countries, presumed }: DocumentTexts): string[] {
  const { anchors, bitcoin, bitcoinTime, seal, sealBitcoin } = facts;
  const headline = headlineDate(facts);
  const presumedBy = presumedTime(facts);
  const ofAnchors = anchors.map((anchor) => [
    ...wrapped(text.anchored(anchor, utcText(anchor.blockTime)), COLUMNS),
    ...(anchor.state === "confirmed" ? [] : wrapped(text.unconfirmed, COLUMNS)),
  ]);
  const paragraphs = [
    ...(headline === null ? [] : [wrapped(headlineText(headline, text), COLUMNS)]),
    ...(presumedBy === null ? [] : [wrapped(presumed(utcText(presumedBy)), COLUMNS)]),
    ...ofAnchors,
  ];
  const isSealed = seal.state === "issued";
  if (isSealed) {
    const sealed = text.sealed(seal.authority, utcText(seal.time));
    const standing = qualificationText(seal.qualification, text, countries);
    paragraphs.push([...wrapped(sealed, COLUMNS), ...(standing === null ? [] : wrapped(standing, COLUMNS))]);
  }
  if (sealBitcoin.state !== "pending") {
    const height = sealBitcoin.state === "confirmed" ? sealBitcoin.blockHeight : null;
    paragraphs.push(wrapped(text.sealTimestamp(height), COLUMNS));
  }
  if (anchors.length === 0) {
    paragraphs.push(wrapped(isSealed ? text.notAnchoredYet : text.notProvenYet, COLUMNS));
  }
  paragraphs.push(wrapped(bitcoinState(bitcoin, bitcoinTime, text), COLUMNS));
  return paragraphs.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines]));
}

function headlineText(
  { time, by }: Pick<HeadlineDate, "time" | "by">,
  { headline, headlineSources }: ReadmeText,
): string {
  const { anchor, bitcoin, seal } = headlineSources;
  if (by.type === "anchor") return headline(utcText(time), anchor(by.anchor));
  if (by.type === "seal") return headline(utcText(time), seal(by.authority));
  // Bitcoin dates to the day.
  return headline(dayText(time), bitcoin(by.blockHeight));
}

/** Clear in every language, as `utcText`. */
function dayText(time: Date): string {
  return `${time.toISOString().slice(0, 10)}\u00a0(UTC)`;
}

/** Null if the trusted lists were not asked. */
function qualificationText(
  qualification: SealQualification | null,
  text: ReadmeText,
  countries: DocumentTexts["countries"],
): string | null {
  if (qualification === null) return null;
  const { result, entry } = qualification;
  const service = entry && listedService(entry, countries, utcText);
  if (result === "qualified" && service !== null) return text.qualified(service);
  return result === "not-qualified" ? text.notQualified(service) : text.qualificationOpen;
}

function bitcoinState(bitcoin: BitcoinFacts, time: Date | null, text: ReadmeText): string {
  if (bitcoin.state === "confirmed") {
    return text.bitcoinConfirmed(bitcoin.blockHeight, time && dayText(time));
  }
  return bitcoin.state === "submitted" ? text.bitcoinSubmitted : text.bitcoinPending;
}

function contents({ parts }: ReadmeFacts, text: ReadmeText): string[] {
  return [
    ["README.txt", text.readme] as const,
    ...parts.map(({ kind, name }) => [name, text.parts[kind]] as const),
  ].flatMap(([name, what]) => [name, ...wrapped(what, COLUMNS, "    ")]);
}

function verificationSteps(facts: ReadmeFacts, text: ReadmeText): ReadmeStep[] {
  const hasProof = hasPart(facts, "proof");
  const hasSeal = hasPart(facts, "seal");
  if (!hasProof && !hasSeal) return [fingerprintStep("FILE", text)];
  const { siteUrl, pageSha256, programSha256 } = facts.verifier;
  const original = originalWord(facts);
  const browser = hasProof ? text.browserStep(facts.originalAbsence === null) : text.sealBrowserStep;
  const steps: ReadmeStep[] = [{ text: browser, commands: [siteUrl] }];
  if (pageSha256 !== null) {
    steps.push({ text: text.packedVerifierStep });
  }
  const terminal = original === "FILE" ? `${text.terminalStep} ${text.fileWord}` : text.terminalStep;
  steps.push({ text: terminal, commands: terminalCommands(facts, text) });
  if (pageSha256 !== null) {
    steps.push({ text: text.pageFingerprintStep, commands: [`sha256sum ${VERIFIER_PAGE}`, pageSha256] });
  }
  steps.push(fingerprintStep(originalPath(facts), text));
  if (programSha256 !== null) steps.push(programStep(facts, programSha256, text));
  return steps;
}

/** Installs what may be missing, unpacks the package, and goes into its folder. */
function terminalCommands(facts: ReadmeFacts, text: ReadmeText): ReadmeCommand[] {
  const hasTimestamps = hasPart(facts, "bitcoin_original") || hasPart(facts, "seal_timestamp");
  const hasSeal = hasPart(facts, "seal");
  const tools = [
    "unzip",
    ...(hasPart(facts, "proof") ? ["xxd"] : []),
    ...(hasSeal ? ["openssl"] : []),
    ...(hasTimestamps ? ["pipx"] : []),
  ];
  const ofMac = [...(hasSeal ? ["openssl@3"] : []), ...(hasTimestamps ? ["pipx"] : [])];
  const zip = evidenceFileName(facts.certificateId);
  const folder = zip.replace(/\.zip$/, "");
  return [
    { system: text.linux, command: `sudo apt install ${tools.join(" ")}` },
    ...(ofMac.length === 0 ? [] : [{ system: text.macOs, command: `brew install ${ofMac.join(" ")}` }]),
    // The system's own openssl is LibreSSL, which lacks options that are used here.
    ...(hasSeal
      ? [{ system: text.macOs, command: 'export PATH="$(brew --prefix openssl@3)/bin:$PATH"' }]
      : []),
    `unzip -d ${folder} ${zip}`,
    `cd ${folder}`,
  ];
}

/** @param path a word that stands for the original, or its path. */
function fingerprintStep(path: string, text: ReadmeText): ReadmeStep {
  if (path === "FILE") return { text: text.fingerprintStep, commands: fingerprintCommands(path, path) };
  const onWindows = windowsWord(path);
  return {
    text: onWindows === null ? `${text.fingerprintStep} ${text.fileWord}` : text.fingerprintStep,
    commands: fingerprintCommands(shellWord(path), onWindows ?? "FILE"),
  };
}

function programStep(facts: ReadmeFacts, sha256: string, text: ReadmeText): ReadmeStep {
  const { siteUrl, localRpcUrl } = facts.verifier;
  const { seal, certificateId, originalAbsence } = facts;
  const hasProof = hasPart(facts, "proof");
  const isListed = seal.state === "issued" && seal.qualification?.result === "qualified";
  const isTrustAsked = hasPart(facts, "seal_certificates") && !isListed;
  const words = [
    "node",
    VERIFIER_PROGRAM,
    ...(hasProof && originalAbsence === null ? [] : ["--original", originalWord(facts)]),
    ...(isTrustAsked ? ["--trust", "seal/tsa-certificates.pem"] : []),
    ...(hasProof ? sourceWords(localRpcUrl) : []),
    hasProof ? `../${evidenceFileName(certificateId)}` : "seal/timestamp.tsr",
  ];
  const trust = isListed ? text.programLists : text.programTrust;
  return {
    text: isListed || isTrustAsked ? `${text.programStep} ${trust}` : text.programStep,
    commands: [`${siteUrl}${VERIFIER_PROGRAM}`, sha256, `sha256sum ${VERIFIER_PROGRAM}`, words.join(" ")],
  };
}

/** How a shell is told the original: its path in the package, or a word that stands for it. */
function originalWord(facts: ReadmeFacts): string {
  return shellWord(originalPath(facts));
}

function originalPath({ parts }: ReadmeFacts): string {
  return parts.find(({ kind }) => kind === "original")?.name ?? "FILE";
}

/** One word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function verificationByHand(facts: ReadmeFacts, text: ReadmeText): string[] {
  const { anchors, proofId, hash, merkleRoot, seal } = facts;
  const original = originalWord(facts);
  const steps: ReadmeStep[] = [];
  if (merkleRoot !== null && hasPart(facts, "proof")) {
    steps.push(
      { text: text.leafStep, commands: [`printf svc-leaf:v2:${proofId}:${hash} | sha256sum`] },
      { text: text.pathStep, commands: ["printf LEFTRIGHT | xxd -r -p | sha256sum", merkleRoot] },
      ...anchors.map((anchor) => ({
        text: text.transactionStep(anchor),
        commands: [anchor.txHash, `svc:v2:${merkleRoot}`],
      })),
    );
  }
  if (hasPart(facts, "anchor_witness")) steps.push({ text: text.witnessStep });
  if (hasPart(facts, "anchor_timestamp")) steps.push({ text: text.headerTimestampStep });
  if (hasPart(facts, "bitcoin_original")) {
    steps.push({
      text: text.bitcoinStep,
      commands: [timestampCommand(`-f ${original}`, "bitcoin/original.ots")],
    });
  }
  if (hasPart(facts, "bitcoin_headers")) steps.push({ text: text.bitcoinBlockStep });
  if (seal.state === "issued" && hasPart(facts, "seal_certificates")) {
    steps.push({
      text: text.sealStep,
      commands: [
        sealCommand(`-data ${original}`, "seal/timestamp.tsr", "seal/tsa-certificates.pem", seal.time),
      ],
    });
  }
  if (hasPart(facts, "seal_timestamp")) {
    steps.push({
      text: text.sealTimestampStep,
      commands: [timestampCommand("-f seal/timestamp.tsr", "seal/timestamp.tsr.ots")],
    });
  }
  if (steps.length === 0) return wrapped(text.nothingToVerify, COLUMNS);
  return [...heading(text.byHandHeading, "-"), ...numbered(steps)];
}

function hasPart({ parts }: ReadmeFacts, kind: EvidencePartKind): boolean {
  return parts.some((part) => part.kind === kind);
}

function numbered(steps: readonly ReadmeStep[]): string[] {
  return steps.flatMap(({ text, commands = [] }, i) => [
    ...(i === 0 ? [] : [""]),
    ...wrapped(text, COLUMNS, `${i + 1}. `),
    ...(commands.length === 0 ? [] : ["", ...commands.flatMap(commandLines)]),
  ]);
}

/** A command is all that its line has, so that the line can be copied whole. */
function commandLines(command: ReadmeCommand): string[] {
  if (typeof command === "string") return [`       ${command}`];
  return [`     ${command.system}:`, `       ${command.command}`];
}

/** Clear in every language: no month has a name in it. Exact, and on one line. */
function utcText(date: Date): string {
  return date
    .toISOString()
    .replace("T", "\u00a0")
    .replace(/(?:\.000)?Z$/, "\u00a0UTC");
}
