/**
 * A timestamping authority whose tokens are looked up in the trusted lists before they are kept. Where qualification is
 * required, nothing is asked of an authority that is not qualified today, and no token counts as issued whose own chain is
 * not qualified at its time.
 */
import type { TrustList } from "@svc-proof/verifier-lib/trust";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import type { Tsa, TsaAnswer, TsaRequest } from "../clients/tsa/tsa.js";
import type { JobLog } from "../jobs/job-log.js";
import type { SealQualification } from "../records/types.js";
import type { TrustLists } from "../trustlist/trust-lists.js";
import { authorityStanding } from "./authority-standing.js";
import { judgeQualification, lookUp } from "./judge-qualification.js";
import { qualificationText } from "./qualification-text.js";

/**
 * Time after a token that was not qualified in which no other is asked for, unless newer lists come: the authority
 * charges for each.
 */
const REFUSED_MS = 15 * 60_000;
/** How long an answer about the settings' certificates is kept. It verifies signatures, and each sale asks for it. */
const STANDING_MS = 60_000;

export interface QualifiedTsaOptions {
  readonly tsa: Tsa;
  readonly trustLists: Pick<TrustLists, "current">;
  /** The trust anchors of the settings. */
  readonly anchors: readonly Certificate[];
  /** Whether other tokens are refused. If not, they are kept, and their seals say what they are. */
  readonly isRequired: boolean;
  readonly log: JobLog;
}

export class QualifiedTsa implements Tsa {
  readonly #options: QualifiedTsaOptions;
  #refused: { readonly reason: string; readonly list: TrustList; readonly until: number } | null = null;
  #standing: { readonly reason: string | null; readonly list: TrustList; readonly until: number } | null =
    null;
  /** The last kind of token that was told in the log. */
  #told: string | null = null;

  constructor(options: QualifiedTsaOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.tsa.name;
  }

  /** Why no seal is sold at present; null when seals are sold. */
  async closedBecause(): Promise<string | null> {
    const { trustLists, anchors, isRequired } = this.#options;
    if (!isRequired) return null;
    const list = await trustLists.current();
    if (this.#refused !== null && this.#refused.list === list && performance.now() < this.#refused.until) {
      return this.#refused.reason;
    }
    if (this.#standing?.list !== list || performance.now() >= this.#standing.until) {
      const { result, text } = await authorityStanding(list, anchors, new Date());
      const reason = result === "qualified" ? null : `the authority is not found to be qualified: ${text}`;
      this.#standing = { reason, list, until: performance.now() + STANDING_MS };
    }
    return this.#standing.reason;
  }

  async issue(request: TsaRequest): Promise<TsaAnswer> {
    const { tsa, trustLists, isRequired } = this.#options;
    const reason = await this.closedBecause();
    if (reason !== null) return { kind: "unavailable", reason };
    const answer = await tsa.issue(request);
    if (answer.kind !== "issued") return answer;
    const list = await trustLists.current();
    const qualification = await judgeQualification(list, answer.chain, answer.genTime);
    if (qualification.result === "qualified") {
      this.#refused = null;
      this.#told = null;
      return { ...answer, qualification };
    }
    const found = await lookUp(list, answer.chain, answer.genTime);
    const text = `${answer.chain[0].subject.text} ${qualificationText(found)}`;
    if (!isRequired) {
      this.#tell(qualification, text);
      return { ...answer, qualification };
    }
    const refusal = `the token is not qualified: ${text}`;
    this.#refused = { reason: refusal, list, until: performance.now() + REFUSED_MS };
    return { kind: "unavailable", reason: refusal };
  }

  /** Once for each answer of the lists, not for each seal. */
  #tell({ result, code }: SealQualification, standing: string): void {
    if (this.#told === code) return;
    this.#told = code;
    this.#options.log.warn({ authority: this.name, result, code, standing }, "the seals are not qualified");
  }
}
