/** The authority of the settings, and what the trusted lists say of it and of its tokens. */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import type { Qualification, TrustList } from "@svc-proof/verifier-lib/trust";
import { type Certificate, parsePemCertificates, verifySignature } from "@svc-proof/verifier-lib/x509";
import {
  type ClientCertificate,
  createHttpTsa,
  type Tsa,
  type TsaAnswer,
  type TsaRequest,
} from "../clients/tsa.js";
import type { Config } from "../config/settings.js";
import { StartError } from "../errors.js";
import type { JobLog } from "../log.js";
import type { SealQualification, TrustedListEntry } from "../records/types.js";
import type { OpenedTrustLists, TrustLists } from "./trust-lists.js";

// What the trusted lists say of a token, as it is stored with its seal.

/**
 * Looks up the service behind a certificate.
 *
 * @param chain from the signer's certificate upwards, as far as it is known; never empty. Each certificate is known to
 * have signed the one before it.
 * @param at the time in the token, or now.
 */
export async function lookUp(
  list: TrustList,
  chain: readonly [Certificate, ...Certificate[]],
  at: Date,
): Promise<Qualification> {
  const now = new Date();
  return list.qualify([...chain, ...(await listedIssuers(list, chain.at(-1)!, at))], at, now < at ? at : now);
}

/** Tokens and settings may leave out the issuer that the list names. The list gives it by its name: its key must agree. */
async function listedIssuers(list: TrustList, last: Certificate, at: Date): Promise<readonly Certificate[]> {
  const { tbs, signature, signatureAlgorithm: algorithm } = last;
  const issuers: Certificate[] = [];
  for (const candidate of list.anchorsFor([last], at)) {
    const spki = candidate.spki.der;
    const verdict = await verifySignature({ algorithm, spki, data: tbs, signature });
    if (verdict === "valid" && candidate.basicConstraints?.isCa === true) issuers.push(candidate);
  }
  return issuers;
}

export async function judgeQualification(
  list: TrustList,
  chain: readonly [Certificate, ...Certificate[]],
  genTime: Date,
): Promise<SealQualification> {
  const found = await lookUp(list, chain, genTime);
  return { result: found.result, code: found.code, entry: entryOf(list, found) };
}

function entryOf(
  { sha256 }: TrustList,
  { service, list, atGenTime }: Qualification,
): TrustedListEntry | null {
  if (service === null || list === null || atGenTime === null) return null;
  const { sequenceNumber, issued, nextUpdate } = list;
  return {
    territory: service.territory,
    provider: service.provider,
    service: service.name,
    status: atGenTime.status,
    since: atGenTime.since,
    list: { sequenceNumber, issued, nextUpdate, sha256: list.sha256 },
    snapshotSha256: sha256,
  };
}

// Words of the log and of start errors for an answer of the trusted lists.

/** A clause without subject: `was withdrawn on … (ES, list 184 of …)`. */
export function qualificationText({ code, service, list, territory, atGenTime }: Qualification): string {
  const source =
    list === null
      ? "none of the lists at hand"
      : `list ${list.sequenceNumber} of ${list.territory}, issued ${list.issued}`;
  const named = service === null ? "" : ` as "${service.name}" of ${service.provider}`;
  const status = atGenTime === null ? "" : ` since ${atGenTime.since}`;
  switch (code) {
    case "ok":
      return `is granted${named}${status} (${source})`;
    case "service_not_listed":
      return `is not listed (${source})`;
    case "service_of_other_type":
      return `is listed for another type of service only (${source})`;
    case "service_withdrawn":
      return `is listed${named}, but withdrawn${status} (${source})`;
    case "service_under_supervision":
      return `is listed${named}, but only under supervision${status} (${source})`;
    case "service_extension_unknown":
      return `is listed${named} with a critical extension that this version does not know (${source})`;
    case "trusted_list_too_old":
      return `cannot be judged: the list answers until ${list?.nextUpdate} only (${source})`;
    case "chain_incomplete":
      return `cannot be judged: the certificate of an issuer is missing (${source})`;
    case "trusted_list_missing":
      return `cannot be judged: the list of ${territory} is not at hand`;
  }
}

/**
 * What the trusted lists say today of the certificates in `SVC_TSA_TRUST`. It is known before any timestamp is bought. It
 * decides on the start and on the sale of seals; the chain of each token decides on the token (qualified-tsa.ts).
 */
export interface AuthorityStanding {
  /** The best of its certificates: one that is granted is enough. */
  readonly result: Qualification["result"];
  /** The answer for the certificate that decides. */
  readonly best: Qualification;
  /** For people: each certificate and what the lists say. */
  readonly text: string;
}

const RANK: Readonly<Record<Qualification["result"], number>> = {
  qualified: 2,
  indeterminate: 1,
  "not-qualified": 0,
};

/** @param certificates never empty. */
export async function authorityStanding(
  list: TrustList,
  certificates: readonly Certificate[],
  at: Date,
): Promise<AuthorityStanding> {
  const found: { readonly answer: Qualification; readonly text: string }[] = [];
  for (const certificate of certificates) {
    const answer = await lookUp(list, [certificate], at);
    found.push({ answer, text: `${certificate.subject.text} ${qualificationText(answer)}` });
  }
  const { answer: best } = found.reduce((a, b) => (RANK[b.answer.result] > RANK[a.answer.result] ? b : a));
  return { result: best.result, best, text: found.map(({ text }) => text).join("; ") };
}

// A timestamping authority whose tokens are looked up in the trusted lists before they are kept. Where qualification is
// required, nothing is asked of an authority that is not qualified today, and no token counts as issued whose own chain is
// not qualified at its time.

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

// The authority of the settings.

/** The timestamping authority that the settings name. */
export type TsaConfig = Pick<
  Config,
  "tsaUrl" | "tsaTrust" | "tsaPolicyOid" | "tsaClientPem" | "tsaTimeoutMs"
>;

export interface OpenedTsa {
  readonly tsa: Tsa;
  /** Trust anchors for its tokens. */
  readonly anchors: readonly Certificate[];
}

/**
 * Opens the authority. Null if there is none; no seal is sold then.
 *
 * @throws StartError when a file that the settings name is invalid.
 */
export async function openTsa(config: TsaConfig): Promise<OpenedTsa | null> {
  const { tsaUrl, tsaPolicyOid: policyOid, tsaClientPem, tsaTimeoutMs: timeoutMs } = config;
  if (tsaUrl === null) return null;
  const anchors = await readTsaAnchors(config);
  const clientCertificate = tsaClientPem === null ? null : await readClientCertificate(tsaClientPem);
  return { tsa: createHttpTsa({ url: tsaUrl, anchors, policyOid, clientCertificate, timeoutMs }), anchors };
}

/**
 * The certificates in which the chain of a seal may end.
 *
 * @throws StartError when a file that the settings name is invalid.
 */
export async function readTsaAnchors({
  tsaTrust,
}: Pick<TsaConfig, "tsaTrust">): Promise<readonly Certificate[]> {
  const anchors: Certificate[] = [];
  for (const path of tsaTrust) anchors.push(...(await readAnchors(path)));
  return anchors;
}

async function readAnchors(path: string): Promise<Certificate[]> {
  const text = await readPem("SVC_TSA_TRUST", path);
  try {
    return parsePemCertificates(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`SVC_TSA_TRUST: ${path} expected certificates in PEM (${error.code})`);
  }
}

async function readClientCertificate(path: string): Promise<ClientCertificate> {
  const text = await readPem("SVC_TSA_CLIENT_PEM", path);
  try {
    // The first certificate of the file is the client's; the others lead to its issuer.
    if (new X509Certificate(text).checkPrivateKey(createPrivateKey(text))) {
      return { certificates: text, privateKey: text };
    }
  } catch {
    // OpenSSL's message may quote the key.
  }
  throw new StartError(
    `SVC_TSA_CLIENT_PEM: ${path} expected a certificate and its private key without a password, in PEM`,
  );
}

async function readPem(setting: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${setting}: ${path} cannot be read (${error.code})`);
  });
}

// The start with an authority that must be qualified.

/**
 * Looks up the certificates of `SVC_TSA_TRUST`. Before it says no, it asks for newer lists, if the settings allow that.
 *
 * @throws StartError when qualification is required and the lists say that there is none. Where they say neither, the
 * service starts, and sells no seals until newer lists do.
 */
export async function checkAuthority(
  trust: Pick<OpenedTrustLists, "trustLists" | "update">,
  certificates: readonly Certificate[],
  isRequired: boolean,
  log: Pick<JobLog, "info" | "warn">,
): Promise<void> {
  const look = async () => authorityStanding(await trust.trustLists.current(), certificates, new Date());
  let standing = await look();
  if (standing.result !== "qualified" && isRequired && (await trust.update())) standing = await look();
  if (standing.result === "qualified") {
    log.info({ standing: standing.text }, "the timestamping authority is qualified");
    return;
  }
  if (isRequired && standing.result === "not-qualified") {
    throw new StartError(
      `SVC_TSA_TRUST: expected the certificate of a qualified timestamping authority, as a trusted list of the EU names it: ${standing.text}. Name that certificate there as well, take newer lists (SVC_TRUST_LIST), or set SVC_TSA_QUALIFIED=warn`,
    );
  }
  log.warn(
    { standing: standing.text },
    isRequired
      ? "the trusted lists do not say whether the timestamping authority is qualified: no seal is sold until they do"
      : "the timestamping authority is not found to be qualified",
  );
}
