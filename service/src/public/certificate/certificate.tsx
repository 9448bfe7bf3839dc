import { fingerprintCommands } from "@svc-proof/shared/text";
import { Sign } from "@svc-proof/ui/components";
import type { Language } from "@svc-proof/ui/language";
import type { ComponentChildren, JSX } from "preact";
import { type TimeSourceEntry, timeSources } from "../../documents/certificate/page/time-sources.js";
import type { CertificateText } from "../../documents/certificate/texts/certificate-text.js";
import { dateExplanation, headlineTime } from "../../documents/certificate/texts/date-explanation.js";
import { qualificationText } from "../../documents/certificate/texts/qualification-text.js";
import { textOf } from "../../documents/certificate/texts/text-of.js";
import { headlineDate } from "../../documents/headline-date.js";
import { momentText } from "../../documents/moment-text.js";
import type { Visit } from "../../pages/visit.js";
import { BASE_PATH } from "../../site/addresses.js";
import type { PublicCertificate } from "./public-certificate.js";
import { QrCode } from "./qr-code.js";
import type { CertificateTexts } from "./texts.js";

export interface CertificateProps {
  readonly visit: Visit;
  readonly texts: CertificateTexts;
  readonly certificate: PublicCertificate;
  /** Of this page. */
  readonly address: string;
}

export function Certificate(props: CertificateProps): JSX.Element {
  const { visit, texts, certificate, address } = props;
  const text = textOf(visit.language);
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
      <ul class="sources">
        {timeSources(certificate, text, visit.language).map((source) => (
          <Source
            key={`${source.title} ${source.rows[0]?.value}`}
            source={source}
            isMissing={source.note === text.noSeal}
            texts={texts}
          />
        ))}
      </ul>
      {certificate.anchors.length > 0 && certificate.merkleRoot !== null && (
        <p class="aside">{text.stepChain(certificate.merkleRoot)}</p>
      )}
      {certificate.seal.state === "issued" && (
        <p class="aside">{qualificationText(certificate.seal.qualification, text, visit.language)}</p>
      )}
      <h2>{texts.checkFile}</h2>
      <ol class="check-steps">
        <li>{texts.otherFile}</li>
        {certificate.anchors.length > 0 && <li>{texts.inBrowser}</li>}
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
        <Points
          heading={text.proves}
          points={headlineDate(certificate) === null ? text.provesNothingYet : text.provesItems}
        />
        <Points heading={text.provesNot} points={text.provesNotItems} />
      </div>
      <p class="aside">{texts.private}</p>
    </article>
  );
}

interface PartProps extends CertificateProps {
  readonly text: CertificateText;
}

function Statement({ texts, certificate, text }: PartProps): JSX.Element {
  const date = headlineDate(certificate);
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
    </div>
  );
}

function VerifyNow({ visit, texts, certificate }: CertificateProps): JSX.Element {
  if (certificate.anchors.length === 0) return <p class="caveat">{texts.notYet}</p>;
  return (
    <div class="verify-now">
      <p class="buttons">
        <a class="button primary" href={visit.href(`/verify/#/proof/${certificate.proofId}`)}>
          {texts.verifyNow}
        </a>
        <a class="button" href={visit.href(`${BASE_PATH}/certificate/${certificate.certificateId}.json`)}>
          {texts.portableProof}
        </a>
      </p>
      <p class="aside">{texts.verifyNote}</p>
    </div>
  );
}

function Source({
  source: { title, status, established, rows, note },
  isMissing,
  texts,
}: {
  readonly source: TimeSourceEntry;
  /** Whether it was never asked for. */
  readonly isMissing: boolean;
  readonly texts: CertificateTexts;
}): JSX.Element {
  return (
    <li>
      <h3>
        <Sign kind={established ? "good" : isMissing ? "none" : "calm"} />
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
  return <time dateTime={at.toISOString()}>{momentText(at, language)}</time>;
}
