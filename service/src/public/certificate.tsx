/** A certificate's page. */

import { isUuid } from "@svc-proof/shared/encoding";
import { fingerprintCommands } from "@svc-proof/shared/text";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { ProofPicture } from "@svc-proof/verifier-web/ui/verdict";
import type { ComponentChildren, JSX } from "preact";
import { encode } from "uqr";
import {
  dateExplanation,
  headlineTime,
  provenItems,
  qualificationText,
  type TimeSourceEntry,
  timeSources,
} from "../documents/certificate/time-sources.js";
import {
  type FactsContext,
  headlineDate,
  type ProofFacts,
  presumedTime,
  proofFacts,
  readableFacts,
  statedPicture,
} from "../documents/facts.js";
import { DOCUMENT_TEXTS, type DocumentTexts, PICTURE_TEXTS } from "../documents/texts/document-texts.js";
import { BASE_PATH } from "../http/site.js";
import { bitcoinBlockTime } from "../opentimestamps/complete.js";
import { type Page, type PageRoute, parameterOf, type Visit } from "../pages/page-route.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { type ProofState, proofState } from "../resources/proof.js";
import { issueSealFile } from "../seals/routes.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

/** Modules of light around the code: ISO/IEC 18004. */
const QUIET = 4;

/** A QR code (level M), dark on light in every theme, because readers expect that. */
export function QrCode({ text, words }: { readonly text: string; readonly words: string }): JSX.Element {
  const { data } = encode(text, { ecc: "M", boostEcc: false, border: 0 });
  const size = data.length + 2 * QUIET;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words}>
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={data.map(rowPath).join("")} shape-rendering="crispEdges" />
    </svg>
  );
}

/** Neighbouring dark modules of a row are one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    const width = x - from + 1;
    path += `M${from + QUIET} ${y + QUIET}h${width}v1h-${width}z`;
  }
  return path;
}

export interface CertificateProps {
  readonly visit: Visit;
  readonly texts: PageTexts["certificate"];
  readonly certificate: PublicCertificate;
  /** Of this page. */
  readonly address: string;
}

export function Certificate(given: CertificateProps): JSX.Element {
  const { visit, texts, address } = given;
  const documentTexts = DOCUMENT_TEXTS[visit.language];
  const { certificate: text, countries, rules } = documentTexts;
  const picture = PICTURE_TEXTS[visit.language];
  const certificate = readableFacts(given.certificate, documentTexts);
  const props = { ...given, certificate };
  return (
    <article class="certificate">
      {certificate.isDevelopment && !visit.isRehearsal && (
        <p class="rehearsal-line">{text.developmentNotice}</p>
      )}
      <div class="certificate-head">
        <div>
          <h1>{texts.title}</h1>
          <Statement {...props} text={text} />
          <VerifyNow {...props} />
        </div>
        <QrCode text={address} words={texts.qr} />
      </div>
      <h2>{text.fingerprint}</h2>
      <p class="certificate-hash">
        <code>{certificate.hash}</code>
      </p>
      <dl class="stated">
        <Fact name={text.received}>
          <Exact at={certificate.receivedAt} language={visit.language} /> ({text.receivedNote})
        </Fact>
        {certificate.holder !== null && (
          <Fact name={texts.holder}>
            <bdi>{certificate.holder}</bdi> ({texts.holderNote})
          </Fact>
        )}
        <Fact name={text.certificateId}>
          <code>{certificate.certificateId}</code>
        </Fact>
      </dl>
      <h2>{text.timeSources}</h2>
      <ProofPicture
        model={statedPicture(certificate, picture, rules, { time: visit.now, text: picture.today })}
        texts={picture}
      />
      <ul class="sources">
        {timeSources(certificate, text, countries).map((source) => (
          <Source key={`${source.title} ${source.rows[0]?.value}`} source={source} texts={texts} />
        ))}
      </ul>
      {certificate.anchors.length > 0 && certificate.merkleRoot !== null && (
        <p class="aside">{text.stepChain(certificate.merkleRoot)}</p>
      )}
      {certificate.seal.state === "issued" && (
        <p class="aside">{qualificationText(certificate.seal.qualification, text, countries)}</p>
      )}
      <h2>{texts.checkFile}</h2>
      <ol class="check-steps">
        <li>{texts.otherFile}</li>
        {certificate.anchors.length > 0 && (
          <li>
            {texts.inBrowser}
            <Compare {...props} />
          </li>
        )}
        <li>
          {texts.byHand}
          <table class="hash-commands">
            <thead>
              <tr>
                <th scope="col">{texts.system}</th>
                <th scope="col">{texts.command}</th>
              </tr>
            </thead>
            <tbody>
              {fingerprintCommands("FILE", "FILE").map(({ system, command }) => (
                <tr key={system}>
                  <th scope="row">{system}</th>
                  <td>
                    <code>{command}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {texts.compare}
        </li>
      </ol>
      <div class="side-by-side">
        <Points heading={text.proves} points={provenItems(certificate, text)} />
        <Points heading={text.provesNot} points={text.provesNotItems} />
      </div>
      <p class="aside">{texts.private}</p>
    </article>
  );
}

interface PartProps extends CertificateProps {
  readonly text: DocumentTexts["certificate"];
}

function Statement({ visit, texts, certificate, text }: PartProps): JSX.Element {
  const date = headlineDate(certificate);
  const presumed = presumedTime(certificate);
  if (date === null) {
    return (
      <div class="statement">
        <p class="statement-lead">{text.unprovenLead}</p>
        <p>{texts.waiting}</p>
      </div>
    );
  }
  return (
    <div class="statement">
      <p>{text.provenLead}</p>
      <p class="statement-lead">
        <time dateTime={date.time.toISOString()}>{headlineTime(date, text)}</time>
      </p>
      <p class="aside">{dateExplanation(date, text)}</p>
      {presumed !== null && <p>{DOCUMENT_TEXTS[visit.language].presumed(text.dateTime(presumed))}</p>}
    </div>
  );
}

function verifierHref(visit: Visit, { proofId }: PublicCertificate): string {
  return visit.href(`/verify/#/proof/${proofId}`);
}

/** Where a file is given to the verifier: the script of the page shows it. */
function Compare({ visit, texts, certificate }: CertificateProps): JSX.Element {
  return (
    <div
      class="compare"
      id="compare"
      hidden
      data-verifier={verifierHref(visit, certificate)}
      data-opening={texts.opening}
    >
      <label class="button">
        {texts.chooseFile}
        <input class="unseen" type="file" />
      </label>
      <span class="aside">{texts.orDrop}</span>
      <p class="aside" role="status" />
    </div>
  );
}

function VerifyNow({ visit, texts, certificate }: CertificateProps): JSX.Element {
  if (certificate.anchors.length === 0) return <p class="caveat">{texts.notYet}</p>;
  return (
    <div class="verify-now">
      <p class="buttons">
        <a class="button primary" href={verifierHref(visit, certificate)}>
          {texts.verifyNow}
        </a>
        <a class="button" href={visit.href(`${BASE_PATH}/certificate/${certificate.certificateId}.json`)}>
          {texts.portableProof}
        </a>
      </p>
      <p class="aside">{certificate.isDevelopment ? texts.verifyNoteRehearsal : texts.verifyNote}</p>
    </div>
  );
}

/** What the service states has no sign of the verifier, which has not looked: a full circle for a source with a time, else an empty one. */
function StatedMark({ isFull }: { readonly isFull: boolean }): JSX.Element {
  return (
    <svg class="stated-mark" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="5.5" class={isFull ? "full" : undefined} />
    </svg>
  );
}

function Source({
  source: { title, status, established, rows, note },
  texts,
}: {
  readonly source: TimeSourceEntry;
  readonly texts: PageTexts["certificate"];
}): JSX.Element {
  return (
    <li>
      <h3>
        <StatedMark isFull={established} />
        <span>
          {title} <span class="source-state">· {status}</span>
        </span>
      </h3>
      {note !== null && <p>{note}</p>}
      {rows.length > 0 && (
        <dl class="stated">
          {rows.map(({ label, value, isCode, url }) => (
            <Fact key={label} name={label}>
              {isCode ? <code>{value}</code> : <bdi>{value}</bdi>}
              {url !== undefined && (
                <>
                  <br />
                  <a href={url} rel="noreferrer external">
                    {texts.look}
                  </a>
                </>
              )}
            </Fact>
          ))}
        </dl>
      )}
    </li>
  );
}

function Points({
  heading,
  points,
}: {
  readonly heading: string;
  readonly points: readonly string[];
}): JSX.Element {
  return (
    <section>
      <h2>{heading}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** To the millisecond, as in the PDF. */
function Exact({ at, language }: { readonly at: Date; readonly language: Language }): JSX.Element {
  return <time dateTime={at.toISOString()}>{DOCUMENT_TEXTS[language].certificate.dateTime(at)}</time>;
}

/**
 * What anyone may see of a certificate: facts about a fingerprint. The name of the file is left out, because it can tell what is
 * nobody's business; so are account, metadata, size and original.
 */
export interface PublicCertificate extends Omit<ProofFacts, "name"> {
  /** Who registered the fingerprint; null unless the account shows its name. */
  readonly holder: string | null;
  readonly state: ProofState;
  /** Whether anything of it is still expected to change. */
  readonly isSettled: boolean;
}

export type CertificateStore = Pick<
  Records,
  "proofs" | "accounts" | "blockHeaders" | "seals" | "attestations" | "batches"
>;

/** @returns null if there is no such certificate. */
export async function publicCertificate(
  store: CertificateStore,
  certificateId: string,
  context: FactsContext,
): Promise<PublicCertificate | null> {
  const proof = isUuid(certificateId) ? await store.proofs.findByCertificate(certificateId) : null;
  if (proof === null) return null;
  const height = proof.batch?.bitcoin.blockHeight ?? null;
  const [account, seal, bitcoinTime] = await Promise.all([
    store.accounts.findAccount(proof.accountId),
    proof.seal?.token == null ? null : issueSealFile(store.seals, proof),
    height === null ? null : bitcoinBlockTime(store.blockHeaders, height),
  ]);
  const { name: _, ...facts } = proofFacts(proof, { seal, bitcoinTime }, context);
  return {
    ...facts,
    holder: account?.showsDisplayName ? account.displayName : null,
    state: proofState(proof),
    isSettled: isSettled(proof, bitcoinTime),
  };
}

function isSettled({ batch, seal }: ProofRecord, bitcoinTime: Date | null): boolean {
  return (
    batch?.anchors.every(({ state }) => state === "confirmed") === true &&
    bitcoinTime !== null &&
    (seal === null || seal.token !== null)
  );
}

// `/certificate/{certificate_id}`: docs/interface.md, `urls.certificate`.

/** How long the page answers from memory, and how long caches may keep it, in seconds. */
const CHANGING = { keptSeconds: 10, cachedSeconds: 30 };
/** A block can still be lost, a seal bought, and a holder's name withdrawn: "settled" is not for ever. */
const SETTLED = { keptSeconds: 60, cachedSeconds: 600 };
const UNKNOWN = { keptSeconds: 10, cachedSeconds: 30 };

export function certificatePage(store: CertificateStore, context: () => FactsContext): PageRoute {
  return {
    method: "GET",
    path: "/certificate/{certificate_id}",
    access: "anyone",
    shared: true,
    handle: async (visit) => {
      const given = parameterOf(visit, "certificate_id");
      const id = given.toLowerCase();
      if (id !== given) return { redirect: `/certificate/${encodeURIComponent(id)}` };
      const now = context();
      const certificate = await publicCertificate(store, id, now);
      if (certificate === null) return unknownPage(visit);
      const texts = PAGE_TEXTS[visit.language].certificate;
      return {
        title: texts.title,
        description: texts.description,
        scripts: ["certificate"],
        ...kept(certificate.isSettled ? SETTLED : CHANGING),
        // The picture has a mark for today.
        madeOf: JSON.stringify([certificate, visit.now.toISOString().slice(0, 10)]),
        body: (
          <Certificate
            visit={visit}
            texts={texts}
            certificate={certificate}
            address={`${now.addresses.siteUrl}/certificate/${id}`}
          />
        ),
      };
    },
  };
}

function unknownPage({ language }: Visit): Page {
  const { unknownTitle, unknownText } = PAGE_TEXTS[language].certificate;
  return {
    title: unknownTitle,
    status: 404,
    ...kept(UNKNOWN),
    madeOf: "",
    body: (
      <>
        <h1>{unknownTitle}</h1>
        <p>{unknownText}</p>
      </>
    ),
  };
}

/** Whoever has the address may read the page; nobody shall find it by searching. */
function kept({ keptSeconds, cachedSeconds }: typeof CHANGING): Pick<Page, "keepMs" | "cache" | "headers"> {
  return {
    keepMs: keptSeconds * 1_000,
    cache: `public, max-age=${cachedSeconds}`,
    headers: { "x-robots-tag": "noindex" },
  };
}
