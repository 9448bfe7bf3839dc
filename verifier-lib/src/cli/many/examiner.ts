/** Looks at files and verifies evidence: in the main thread if there are few, else in each worker. */
import { readFile } from "node:fs/promises";
import { printableJson } from "@svc-proof/shared/text";
import { keyOf } from "../../arrange/evidence-facts.js";
import { FoundEvidence, UnreadPiece } from "../../evidence/found-evidence.js";
import type { FoundPiece } from "../../evidence/kinds.js";
import type { Report } from "../../index.js";
import { hashFile } from "../../node/hash-file.js";
import type { Arguments } from "../arguments.js";
import { type OpenGiven, readGiven } from "../given-files.js";
import { reasonOf } from "../messages.js";
import { DefaultSources } from "../online/default-sources.js";
import { rememberingBitcoin, rememberingEvm } from "../online/remember-answers.js";
import { type Row, rowOf } from "../rows/row.js";
import type { Asked } from "../verify-path.js";
import type { EvidenceTask } from "./arrange-files.js";
import type { FileFacts } from "./file-facts.js";
import { lookAt } from "./look-at.js";
import { verifyTask } from "./verify-task.js";

/** What is asked of an examiner, and what it answers, item by item. */
export interface Work {
  readonly find: { readonly item: readonly FoundFile[]; readonly answer: null };
  readonly look: { readonly item: string; readonly answer: FileFacts };
  readonly hash: { readonly item: HashItem; readonly answer: string | null };
  readonly verify: { readonly item: EvidenceTask; readonly answer: Verified };
}

/** A file that may prove something of others. */
export interface FoundFile {
  readonly path: string;
  readonly piece: FoundPiece;
}

export interface HashItem {
  readonly path: string;
  readonly algorithm: "SHA-384" | "SHA-512";
}

export interface Verified {
  readonly row: Row;
  /** Whether it belongs to other evidence, in whose row it is named, and has none of its own. */
  readonly isAbsorbed: boolean;
  /** The report as one line of JSON; null if it was not asked for. */
  readonly json: string | null;
}

export class Examiner {
  readonly #args: Arguments;
  readonly #given: OpenGiven;
  readonly #asked: Asked;
  #found = new FoundEvidence([], async () => new Uint8Array());

  private constructor(args: Arguments, given: OpenGiven) {
    this.#args = args;
    this.#given = given;
    this.#asked = {
      sources: args.sources.map(rememberingEvm),
      bitcoinSources: args.bitcoinSources.map(rememberingBitcoin),
      defaults: args.isOnline ? new DefaultSources(args.timeoutMs) : null,
    };
  }

  /** @throws UsageError if a given file cannot be read. */
  static async open(args: Arguments): Promise<Examiner> {
    return new Examiner(args, await readGiven(args));
  }

  async run<Kind extends keyof Work>(
    kind: Kind,
    items: readonly Work[Kind]["item"][],
  ): Promise<Work[Kind]["answer"][]> {
    const answers: Work[Kind]["answer"][] = [];
    for (const item of items) answers.push(await this.#answer(kind, item));
    return answers;
  }

  #answer(kind: keyof Work, item: Work[keyof Work]["item"]): Promise<Work[keyof Work]["answer"]> {
    if (kind === "look") return lookAt(item as string);
    if (kind === "find") return this.#find(item as readonly FoundFile[]);
    if (kind === "hash") return hashKey(item as HashItem);
    return this.#verify(item as EvidenceTask);
  }

  /** Every verification after this takes from these files what leads from its input to a time. */
  async #find(files: readonly FoundFile[]): Promise<null> {
    this.#found = new FoundEvidence(
      files.map(({ piece }) => piece),
      async (i) => {
        try {
          return new Uint8Array(await readFile(files[i]!.path));
        } catch (error) {
          throw new UnreadPiece(reasonOf(error));
        }
      },
    );
    return null;
  }

  async #verify(task: EvidenceTask): Promise<Verified> {
    const { report, problem, beside } = await verifyTask(
      task,
      this.#args,
      this.#given.given,
      this.#asked,
      this.#found,
    );
    const told = withNotice(report, task.probablyChanged);
    const { path } = task;
    const original = task.original?.path ?? null;
    const row = rowOf(told, { path, original, beside, probablyChanged: task.probablyChanged, problem });
    const isAbsorbed = task.isAbsorbed && problem === null && report.outcome !== "failed";
    return { row, isAbsorbed, json: this.#args.format === "json" ? printableJson(told) : null };
  }

  close(): Promise<void> {
    return this.#given.close();
  }
}

/** Null if the file can no longer be read. */
async function hashKey({ path, algorithm }: HashItem): Promise<string | null> {
  try {
    return keyOf(algorithm, await hashFile(path, { algorithm }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

function withNotice(report: Report, files: readonly string[]): Report {
  if (files.length === 0) return report;
  return {
    ...report,
    notices: [...report.notices, { code: "original_probably_changed", evidence: { parts: files } }],
  };
}
