/** One proof: what it is, where its evidence stands, and what can be done with it. */

import type { PictureModel } from "@svc-proof/shared/picture";
import { fill, LANGUAGE_NAMES, LANGUAGES, plural } from "@svc-proof/verifier-web/ui/language";
import { ProofPicture } from "@svc-proof/verifier-web/ui/verdict";
import { shownNameText } from "@svc-proof/verifier-web/ui/wording";
import type { ComponentChildren, JSX } from "preact";
import { PICTURE_TEXTS } from "../documents/texts/document-texts.js";
import { type Addresses, type NetworkNames, networkName, verifierUrl } from "../http/site.js";
import { type Page, signedInOf, type Visit } from "../pages/page-route.js";
import { dayText, FileName, Form, Moment, Notice, nameText, sizeText, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { OriginalRecord, ProofRecord } from "../records/types.js";
import { proofState } from "../resources/proof.js";
import { DoneNotice, exactSizeText, proofTag, sealText, textsOf } from "./proofs.js";
import { Steps } from "./steps.js";

export interface DetailPageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly original: OriginalRecord | null;
  /** Of what the service states. */
  readonly picture: PictureModel;
  readonly addresses: Addresses;
  /** Names of chains that are not known by name. */
  readonly networkName: NetworkNames;
  /** Downloads of originals that are left today. */
  readonly downloadsLeft: number;
  /** Files that custody takes, in bytes; null if custody is off. */
  readonly maxFileBytes: number | null;
  /** Whether seals are sold at present. */
  readonly sealsAvailable: boolean;
  /** What went wrong with what was asked for. */
  readonly problem?: string;
}

export function detailPage(props: DetailPageProps, status?: number): Page {
  return {
    title: nameText(props.proof),
    place: "proofs",
    scripts: ["proof", "upload", "copy"],
    body: <ProofDetail {...props} />,
    ...(status === undefined ? {} : { status }),
  };
}

function ProofDetail(props: DetailPageProps): JSX.Element {
  const { visit, proof, problem } = props;
  const { detail } = textsOf(visit);
  return (
    <>
      <p>
        <a href={visit.href("/dashboard/proofs")}>{detail.back}</a>
      </p>
      <h1 class="proof-name">
        {/* Quoted: whoever named the file could write a verdict. */}
        <q>
          <FileName of={proof} />
        </q>
      </h1>
      <DoneNotice visit={visit} />
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      {proof.firstRegistrant ? <Documents {...props} /> : <p class="caveat">{detail.foreign}</p>}
      <Live {...props} />
      <Original {...props} />
      <Facts {...props} />
    </>
  );
}

/** What changes by itself. The script replaces it when its tag changes. */
function Live(props: DetailPageProps): JSX.Element {
  const { visit, proof, original } = props;
  const texts = textsOf(visit);
  const { detail } = texts;
  const state = proofState(proof);
  const path = `/dashboard/proofs/${proof.id}`;
  return (
    <section
      id="live"
      aria-label={detail.live}
      data-tag={proofTag(proof, original)}
      data-events={visit.href(`${path}/events`)}
      data-state={visit.href(`${path}/state`)}
      data-said={fill(detail.changed, { state: texts.states[state] })}
    >
      <Steps proof={proof} language={visit.language} />
      <ProofPicture model={props.picture} texts={PICTURE_TEXTS[visit.language]} />
      <p>{texts.stateHints[state]}</p>
      <p class="reload">
        <a href={visit.href(path)}>{detail.reload}</a>
      </p>
      <Seal {...props} />
      <Fold id="blocks" title={detail.blocks}>
        <Anchors {...props} />
        <dl class="facts">
          <Fact term={detail.bitcoin}>{bitcoinText(props)}</Fact>
        </dl>
      </Fold>
      <Downloads {...props} />
    </section>
  );
}

/** Closed until somebody asks for it; the script that replaces the section above keeps what is open. */
function Fold({
  id,
  title,
  isOpen = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="fold" id={id} open={isOpen}>
      <summary id={`${id}-title`}>{title}</summary>
      {children}
    </details>
  );
}

function Facts({ visit, proof }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const { detail } = texts;
  return (
    <Fold id="facts" title={detail.facts}>
      <dl class="facts">
        <Fact term={detail.fingerprint}>
          <code class="fingerprint">{proof.hash}</code>
        </Fact>
        <Fact term={detail.received}>
          <Moment at={proof.receivedAt} language={visit.language} seconds />
        </Fact>
        {proof.size !== null && <Fact term={detail.size}>{exactSizeText(proof.size, visit.language)}</Fact>}
        <Fact term={detail.type}>{proof.mimeType}</Fact>
        <Fact term={texts.columns.origin}>{texts.origins[proof.origin]}</Fact>
        <Fact term={detail.identifier}>
          <code class="fingerprint">{proof.id}</code>
        </Fact>
        {proof.firstRegistrant && (
          <Fact term={detail.certificateNumber}>
            <code class="fingerprint">{proof.certificateId}</code>
          </Fact>
        )}
      </dl>
    </Fold>
  );
}

function Anchors({ visit, proof, networkName: names }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const { detail } = texts;
  const anchors = (proof.batch?.anchors ?? []).flatMap(({ inclusion, ...anchor }) =>
    inclusion === null ? [] : [{ ...anchor, ...inclusion }],
  );
  if (anchors.length === 0) return <p>{detail.noAnchor}</p>;
  return (
    <Table
      label={detail.anchors}
      head={[detail.network, texts.columns.state, detail.block, detail.blockTime, detail.transaction]}
      rows={anchors.map(({ chainId, state, blockNumber, blockTimestamp, txHash }) => ({
        key: String(chainId),
        cells: [
          networkName(chainId, names),
          texts.states[state],
          String(blockNumber),
          <Moment key="time" at={blockTimestamp} language={visit.language} seconds />,
          <a key="hash" class="fingerprint" href={visit.href(`/transaction/${chainId}/${txHash}`)}>
            <code>{txHash}</code>
          </a>,
        ],
      }))}
    />
  );
}

function bitcoinText({ visit, proof }: DetailPageProps): string {
  const { detail } = textsOf(visit);
  const { state, blockHeight } = proof.batch?.bitcoin ?? { state: "pending", blockHeight: null };
  return state === "confirmed"
    ? fill(detail.bitcoinConfirmed, { height: blockHeight ?? "" })
    : detail.bitcoinStates[state];
}

function Seal({ visit, proof, sealsAvailable }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const token = proof.seal?.token ?? null;
  if (token !== null) {
    return (
      <>
        <h2>{texts.columns.seal}</h2>
        <dl class="facts">
          <Fact term={texts.seal.time}>
            <Moment at={token.genTime} language={visit.language} seconds />
          </Fact>
          <Fact term={texts.seal.authority}>{authorityText(token.authority)}</Fact>
          <Fact term={texts.seal.serial}>
            <code class="fingerprint">{token.serialNumber}</code>
          </Fact>
        </dl>
      </>
    );
  }
  const mayBuy = proof.seal === null && proof.firstRegistrant && mayAct(visit) && sealsAvailable;
  return (
    <p>
      {sealText(proof, texts)}{" "}
      {mayBuy && (
        <a class="button" href={visit.href(`/dashboard/proofs/${proof.id}/seal`)}>
          {texts.seal.get}
        </a>
      )}
    </p>
  );
}

/** The two that people hand on, in one language, and the link to the certificate's page. Sent by GET, as links are. */
function Documents({ visit, proof, original, addresses }: DetailPageProps): JSX.Element {
  const { downloads } = textsOf(visit);
  const path = `/dashboard/proofs/${proof.id}`;
  return (
    <>
      <form method="get" action={visit.href(`${path}/certificate.pdf`)} class="documents">
        <button type="submit" class="primary">
          {downloads.certificate}
        </button>
        <button
          type="submit"
          formaction={visit.href(`${path}/evidence.zip`)}
          aria-describedby={original === null ? undefined : "package-hint"}
        >
          {downloads.evidence}
        </button>
        <label for="in" class="unseen">
          {downloads.language}
        </label>
        <select id="in" name="in">
          {LANGUAGES.map((language) => (
            <option key={language} value={language} selected={language === visit.language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      </form>
      {original !== null && (
        <p class="aside" id="package-hint">
          {downloads.evidenceHint}
        </p>
      )}
      <div class="certificate-link">
        <a
          href={`${addresses.siteUrl}/certificate/${proof.certificateId}`}
          data-copy={downloads.copyLink}
          data-copied={downloads.copied}
        >
          {downloads.certificatePage}
        </a>
      </div>
    </>
  );
}

function Downloads(props: DetailPageProps): JSX.Element | null {
  const { visit, proof, original, addresses, downloadsLeft } = props;
  const { downloads } = textsOf(visit);
  const path = `/dashboard/proofs/${proof.id}`;
  const isAnchored = proof.batch !== null && proof.batch.state !== "batched";
  const isSealed = proof.seal?.token != null;
  const isInBitcoin = proof.batch !== null && proof.batch.bitcoin.state !== "pending";
  if (!isAnchored && !isSealed && !isInBitcoin && original === null) return null;
  const file = (name: string, text: string) => (
    <li>
      <a href={visit.href(`${path}/${name}`)}>{text}</a>
    </li>
  );
  return (
    <Fold id="files" title={downloads.title}>
      <ul class="plain-list downloads">
        {isAnchored && file("proof.json", downloads.proof)}
        {isInBitcoin && file("bitcoin.ots", downloads.bitcoin)}
        {isSealed && file("qualified.tsr", downloads.seal)}
        {original !== null && file("original", downloads.original)}
        {isAnchored && (
          <li>
            <a href={verifierUrl(addresses, proof.id)}>{downloads.verify}</a>
          </li>
        )}
      </ul>
      {original !== null && <p class="aside">{plural(downloads.remaining, downloadsLeft, visit.language)}</p>}
    </Fold>
  );
}

function Original({ visit, proof, original, maxFileBytes, problem }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const { language } = visit;
  const path = `/dashboard/proofs/${proof.id}`;
  const mayDeposit = original === null && maxFileBytes !== null && proof.firstRegistrant && mayAct(visit);
  return (
    <Fold id="original" title={texts.original.title} isOpen={mayDeposit && problem !== undefined}>
      {original === null ? (
        <p>{maxFileBytes === null ? texts.original.off : texts.original.none}</p>
      ) : (
        <>
          <p>
            {fill(texts.original.stored, {
              date: dayText(original.storedAt, language),
              name: nameText({ name: original.fileName, hash: proof.hash }),
              size: sizeText(original.sizeBytes, language),
            })}
          </p>
          {mayAct(visit) && (
            <p>
              <a class="button" href={visit.href(`${path}/original/delete`)}>
                {texts.original.delete}
              </a>
            </p>
          )}
        </>
      )}
      {mayDeposit && <Deposit visit={visit} path={path} maxFileBytes={maxFileBytes} />}
    </Fold>
  );
}

/** Sent as it is without scripts; the script sends the file in parts. */
function Deposit({
  visit,
  path,
  maxFileBytes,
}: {
  readonly visit: Visit;
  readonly path: string;
  readonly maxFileBytes: number;
}): JSX.Element {
  const texts = textsOf(visit);
  const { progress, resume, otherFile, interrupted, cancelled, cancel } = texts.original;
  return (
    <Form
      visit={visit}
      action={`${path}/original`}
      id="deposit"
      encoding="multipart/form-data"
      data={{
        upload: visit.href(`${path}/upload`),
        done: visit.href(path),
        locale: visit.language,
        texts: JSON.stringify({
          progress,
          resume,
          otherFile,
          interrupted,
          cancelled,
          cancel,
          refusals: texts.refusals,
        }),
      }}
    >
      <div class="field">
        <label for="file">{texts.original.file}</label>
        <p class="aside" id="file-hint">
          {texts.original.explain}{" "}
          {fill(texts.original.limit, { size: sizeText(maxFileBytes, visit.language) })}
        </p>
        <input id="file" name="file" type="file" required aria-describedby="file-hint" />
      </div>
      <div class="buttons">
        <button type="submit">{texts.original.upload}</button>
      </div>
    </Form>
  );
}

function Fact({
  term,
  children,
}: {
  readonly term: string;
  readonly children: JSX.Element | string;
}): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What people call an authority: of a distinguished name (RFC 4514) the common name, or the organisation. */
export function authorityText(name: string): string {
  const parts = /^[A-Za-z]+=/.test(name) ? name.split(/(?<!\\),/).slice(0, 20) : [];
  const found = parts.find((part) => part.startsWith("CN=")) ?? parts.find((part) => part.startsWith("O="));
  const plain = (found?.slice(found.indexOf("=") + 1) ?? name).replace(/\\([\\",+;<>#= ])/g, "$1");
  return shownNameText(plain);
}

function mayAct(visit: Visit): boolean {
  return isAtLeast(signedInOf(visit).person.role, "member");
}
