/** `README.txt` of a package: UTF-8, wrapped, for people with any editor. Its commands are the same in every language. */
import type { SealQualification } from "../../../store/store.js";
import type { DocumentLanguage } from "../../language.js";
import { listedService } from "../../listed-service.js";
import type { BitcoinFacts } from "../../proof-facts.js";
import { evidenceFileName } from "../evidence-file-name.js";
import type { EvidencePartKind } from "../evidence-part.js";
import type { ReadmeFacts, ReadmeStep, ReadmeText } from "./readme-text.js";
import { textOf } from "./text-of.js";
import { wrapped } from "./wrapped.js";

const COLUMNS = 76;

export function encodeReadme(facts: ReadmeFacts, language: DocumentLanguage): Uint8Array {
  const text = textOf(language);
  const lines = [
    ...heading(text.title, "="),
    ...(facts.isDevelopment ? [...wrapped(text.developmentNotice, COLUMNS), ""] : []),
    ...wrapped(text.introduction, COLUMNS),
    "",
    ...subject(facts, text),
    "",
    ...heading(text.provenHeading, "-"),
    ...standing(facts, text, language),
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
    ...numbered(verifierSteps(facts, text)),
    "",
    ...verificationByHand(facts, text),
    "",
    ...heading(text.provesHeading, "-"),
    ...text.proves.flatMap((item) => wrapped(item, COLUMNS, "- ")),
    "",
    ...heading(text.provesNotHeading, "-"),
    ...text.provesNot.flatMap((item) => wrapped(item, COLUMNS, "- ")),
    "",
  ];
  return new TextEncoder().encode(lines.join("\n"));
}

function heading(title: string, line: "=" | "-"): string[] {
  return [title, line.repeat([...title].length), ""];
}

/** Identifiers and names stand whole on lines of their own, however long: they are copied and searched for. */
function subject(facts: ReadmeFacts, text: ReadmeText): string[] {
  const { name, hash, proofId, certificateId, receivedAt } = facts;
  return [
    text.labelled(text.file, name),
    text.labelled(text.fingerprint, hash),
    text.labelled(text.proof, proofId),
    text.labelled(text.certificate, certificateId),
    text.labelled(text.received, utcText(receivedAt).replaceAll("\u00a0", " ")),
  ];
}

function standing(
  { anchors, bitcoin, seal, sealBitcoin }: ReadmeFacts,
  text: ReadmeText,
  language: DocumentLanguage,
): string[] {
  const paragraphs = anchors.map((anchor) => [
    ...wrapped(text.proven(anchor, utcText(anchor.blockTime)), COLUMNS),
    ...(anchor.state === "confirmed" ? [] : wrapped(text.unconfirmed, COLUMNS)),
  ]);
  const isSealed = seal.state === "issued";
  if (isSealed) {
    const sealed = text.sealed(seal.authority, utcText(seal.time));
    const standing = qualificationText(seal.qualification, text, language);
    paragraphs.push([...wrapped(sealed, COLUMNS), ...(standing === null ? [] : wrapped(standing, COLUMNS))]);
  }
  if (sealBitcoin.state !== "pending") {
    const height = sealBitcoin.state === "confirmed" ? sealBitcoin.blockHeight : null;
    paragraphs.push(wrapped(text.sealTimestamp(height), COLUMNS));
  }
  if (anchors.length === 0) {
    paragraphs.push(wrapped(isSealed ? text.notAnchoredYet : text.notProvenYet, COLUMNS));
  }
  paragraphs.push(wrapped(bitcoinState(bitcoin, text), COLUMNS));
  return paragraphs.flatMap((lines, i) => (i === 0 ? lines : ["", ...lines]));
}

/** Null if the trusted lists were not asked. */
function qualificationText(
  qualification: SealQualification | null,
  text: ReadmeText,
  language: DocumentLanguage,
): string | null {
  if (qualification === null) return null;
  const { result, entry } = qualification;
  const service = entry && listedService(entry, language, utcText);
  if (result === "qualified" && service !== null) return text.qualified(service);
  return result === "not-qualified" ? text.notQualified(service) : text.qualificationOpen;
}

function bitcoinState(bitcoin: BitcoinFacts, text: ReadmeText): string {
  if (bitcoin.state === "confirmed") return text.bitcoinConfirmed(bitcoin.blockHeight);
  return bitcoin.state === "submitted" ? text.bitcoinSubmitted : text.bitcoinPending;
}

function contents({ parts }: ReadmeFacts, text: ReadmeText): string[] {
  return [
    ["README.txt", text.readme] as const,
    ...parts.map(({ kind, name }) => [name, text.parts[kind]] as const),
  ].flatMap(([name, what]) => [name, ...wrapped(what, COLUMNS, "    ")]);
}

function verifierSteps(facts: ReadmeFacts, text: ReadmeText): ReadmeStep[] {
  const fingerprint = {
    text: text.fingerprintStep,
    commands: [
      "sha256sum FILE",
      `certutil -hashfile FILE SHA256    (${text.windows})`,
      `shasum -a 256 FILE    (${text.macOs})`,
    ],
  };
  const hasSeal = hasPart(facts, "seal");
  const { seal } = facts;
  const isListed = seal.state === "issued" && seal.qualification?.result === "qualified";
  const trustOption = hasSeal && !isListed ? "--trust CA.pem " : "";
  const trustText = isListed ? text.verifierLists : text.verifierTrust;
  if (hasPart(facts, "proof")) {
    const hasOriginal = facts.originalAbsence === null;
    const step = text.verifierStep(hasOriginal);
    const options = `${hasOriginal ? "" : "--original FILE "}${trustOption}`;
    const commands = [`svc-verify ${options}${evidenceFileName(facts.certificateId)}`];
    return [fingerprint, { text: hasSeal ? `${step} ${trustText}` : step, commands }];
  }
  if (!hasSeal) return [fingerprint];
  const commands = [`svc-verify --original FILE ${trustOption}seal/qualified-timestamp.tsr`];
  return [fingerprint, { text: `${text.sealVerifierStep} ${trustText}`, commands }];
}

function verificationByHand(facts: ReadmeFacts, text: ReadmeText): string[] {
  const { anchors, proofId, hash, merkleRoot } = facts;
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
    steps.push({ text: text.bitcoinStep, commands: ["ots verify -f FILE bitcoin/original.ots"] });
  }
  if (hasPart(facts, "bitcoin_headers")) steps.push({ text: text.bitcoinBlockStep });
  if (hasPart(facts, "seal")) {
    steps.push({
      text: text.sealStep,
      commands: ["openssl ts -verify -data FILE -in seal/qualified-timestamp.tsr -CAfile CA.pem"],
    });
  }
  if (hasPart(facts, "seal_timestamp")) {
    steps.push({
      text: text.sealTimestampStep,
      commands: ["ots verify -f seal/qualified-timestamp.tsr seal/qualified-timestamp.tsr.ots"],
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
    ...(commands.length === 0 ? [] : ["", ...commands.map((command) => `       ${command}`)]),
  ]);
}

/** Clear in every language: no month has a name in it. Exact, and on one line. */
function utcText(date: Date): string {
  return date
    .toISOString()
    .replace("T", "\u00a0")
    .replace(/(?:\.000)?Z$/, "\u00a0UTC");
}
