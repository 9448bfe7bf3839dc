/** One proof: what it is, where its evidence stands, and what can be done with it. */

import { fill, LANGUAGE_NAMES, LANGUAGES, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { type Addresses, type NetworkNames, networkName, verifierUrl } from "../http/site.js";
import { type Page, signedInOf, type Visit } from "../pages/page-route.js";
import { Form, Moment, Notice, sizeText } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { BatchAnchor, OriginalRecord, ProofRecord } from "../records/types.js";
import { proofState } from "../resources/proof.js";
import { DoneNotice, exactSizeText, proofTag, sealText, textsOf } from "./proofs.js";

export interface DetailPageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly original: OriginalRecord | null;
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
    title: props.proof.name,
    place: "proofs",
    scripts: ["proof", "upload"],
    body: <ProofDetail {...props} />,
    ...(status === undefined ? {} : { status }),
  };
}

function ProofDetail(props: DetailPageProps): JSX.Element {
  const { visit, proof, problem } = props;
  const texts = textsOf(visit);
  const { detail } = texts;
  return (
    <>
      <p>
        <a href={visit.href("/dashboard/proofs")}>{detail.back}</a>
      </p>
      <h1 class="proof-name">
        <bdi>{proof.name}</bdi>
      </h1>
      <DoneNotice visit={visit} />
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
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
          <code>{proof.id}</code>
        </Fact>
      </dl>
      {!proof.firstRegistrant && <p class="caveat">{detail.foreign}</p>}
      <Live {...props} />
      <Original {...props} />
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
      aria-labelledby="live-title"
      data-tag={proofTag(proof, original)}
      data-events={visit.href(`${path}/events`)}
      data-state={visit.href(`${path}/state`)}
      data-said={fill(detail.changed, { state: texts.states[state] })}
    >
      <h2 id="live-title">{detail.live}</h2>
      <p>
        <strong>{texts.states[state]}</strong> {texts.stateHints[state]}
      </p>
      <p class="reload">
        <a href={visit.href(path)}>{detail.reload}</a>
      </p>
      <h3>{detail.anchors}</h3>
      <Anchors {...props} />
      <h3>{detail.bitcoin}</h3>
      <p>{bitcoinText(props)}</p>
      <h3>{texts.columns.seal}</h3>
      <Seal {...props} />
      <Downloads {...props} />
    </section>
  );
}

function Anchors({ visit, proof, networkName: names }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const { detail } = texts;
  const anchors = proof.batch?.anchors.filter(({ inclusion }) => inclusion !== null) ?? [];
  if (anchors.length === 0) return <p>{detail.noAnchor}</p>;
  return (
    <div class="table-frame">
      <table>
        <caption class="unseen">{detail.anchors}</caption>
        <thead>
          <tr>
            <th scope="col">{detail.network}</th>
            <th scope="col">{texts.columns.state}</th>
            <th scope="col">{detail.block}</th>
            <th scope="col">{detail.blockTime}</th>
            <th scope="col">{detail.transaction}</th>
          </tr>
        </thead>
        <tbody>
          {anchors.map((anchor) => (
            <Anchor key={anchor.chainId} visit={visit} anchor={anchor} networkName={names} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Anchor({
  visit,
  anchor,
  networkName: names,
}: Pick<DetailPageProps, "visit" | "networkName"> & { readonly anchor: BatchAnchor }): JSX.Element {
  const { txHash, blockNumber, blockTimestamp } = anchor.inclusion!;
  return (
    <tr>
      <th scope="row">{networkName(anchor.chainId, names)}</th>
      <td>{textsOf(visit).states[anchor.state]}</td>
      <td>{blockNumber}</td>
      <td>
        <Moment at={blockTimestamp} language={visit.language} seconds />
      </td>
      <td>
        <a class="fingerprint" href={visit.href(`/transaction/${anchor.chainId}/${txHash}`)}>
          <code>{txHash}</code>
        </a>
      </td>
    </tr>
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
      <dl class="facts">
        <Fact term={texts.seal.authority}>{token.authority}</Fact>
        <Fact term={texts.seal.time}>
          <Moment at={token.genTime} language={visit.language} seconds />
        </Fact>
        <Fact term={texts.seal.serial}>
          <code class="fingerprint">{token.serialNumber}</code>
        </Fact>
      </dl>
    );
  }
  const mayBuy = proof.seal === null && proof.firstRegistrant && mayAct(visit) && sealsAvailable;
  return (
    <>
      <p>{sealText(proof, texts)}</p>
      {mayBuy && (
        <p>
          <a class="button" href={visit.href(`/dashboard/proofs/${proof.id}/seal`)}>
            {texts.seal.get}
          </a>
        </p>
      )}
    </>
  );
}

function Downloads(props: DetailPageProps): JSX.Element {
  const { visit, proof, original, addresses, downloadsLeft } = props;
  const { downloads } = textsOf(visit);
  const path = `/dashboard/proofs/${proof.id}`;
  const isAnchored = proof.batch !== null && proof.batch.state !== "batched";
  const isSealed = proof.seal?.token != null;
  const file = (name: string, text: string) => (
    <li>
      <a href={visit.href(`${path}/${name}`)}>{text}</a>
    </li>
  );
  return (
    <>
      <h3>{downloads.title}</h3>
      <ul class="plain-list downloads">
        {proof.firstRegistrant && (
          <>
            <InLanguages visit={visit} path={`${path}/certificate.pdf`} text={downloads.certificate} />
            <InLanguages visit={visit} path={`${path}/evidence.zip`} text={downloads.evidence}>
              <span class="aside">{downloads.evidenceHint}</span>
            </InLanguages>
            <li>
              <a href={visit.href(`/certificate/${proof.certificateId}`)}>{downloads.certificatePage}</a>
            </li>
          </>
        )}
        {isAnchored && file("proof.json", downloads.proof)}
        {proof.batch !== null &&
          proof.batch.bitcoin.state !== "pending" &&
          file("bitcoin.ots", downloads.bitcoin)}
        {isSealed && file("qualified.tsr", downloads.seal)}
        {original !== null && file("original", downloads.original)}
        {isAnchored && (
          <li>
            <a href={verifierUrl(addresses, proof.id)}>{downloads.verify}</a>
          </li>
        )}
      </ul>
      {original !== null && <p class="aside">{plural(downloads.remaining, downloadsLeft, visit.language)}</p>}
    </>
  );
}

/** A document, with a link for each language. */
function InLanguages({
  visit,
  path,
  text,
  children,
}: {
  readonly visit: Visit;
  readonly path: string;
  readonly text: string;
  readonly children?: JSX.Element;
}): JSX.Element {
  return (
    <li>
      <a href={visit.href(`${path}?in=${visit.language}`)}>{text}</a>
      {": "}
      {LANGUAGES.map((language) => (
        <span key={language}>
          <a href={visit.href(`${path}?in=${language}`)} lang={language} hreflang={language}>
            {LANGUAGE_NAMES[language]}
          </a>{" "}
        </span>
      ))}
      {children}
    </li>
  );
}

function Original({ visit, proof, original, maxFileBytes }: DetailPageProps): JSX.Element {
  const texts = textsOf(visit);
  const { language } = visit;
  const path = `/dashboard/proofs/${proof.id}`;
  return (
    <section id="original" aria-labelledby="original-title">
      <h2 id="original-title">{texts.original.title}</h2>
      {original === null ? (
        <p>{maxFileBytes === null ? texts.original.off : texts.original.none}</p>
      ) : (
        <>
          <p>
            {fill(texts.original.stored, {
              date: new Intl.DateTimeFormat(LOCALES[language], {
                dateStyle: "medium",
                timeZone: "UTC",
              }).format(original.storedAt),
              name: original.fileName,
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
      {original === null && maxFileBytes !== null && proof.firstRegistrant && mayAct(visit) && (
        <Deposit visit={visit} path={path} maxFileBytes={maxFileBytes} />
      )}
    </section>
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

function mayAct(visit: Visit): boolean {
  return isAtLeast(signedInOf(visit).person.role, "member");
}
