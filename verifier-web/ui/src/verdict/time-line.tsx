import { evmChain } from "@svc-proof/shared/chains";
import { type Report, readableName } from "@svc-proof/verifier-lib";
import { Fragment, type JSX } from "preact";
import { Sign } from "../components.js";
import { plural } from "../language.js";
import { caveatOf, checkSign, claimSign, isTimeSource, sentenceOf } from "../wording/headline.js";
import { qualificationOfClaim, qualificationOfSeal } from "../wording/qualification.js";
import {
  type ConfirmedSource,
  computedGrounds,
  placeOf,
  timeLine,
  type UnconfirmedSource,
} from "../wording/time-source.js";
import { accuracyText, localClaimTime, utcText } from "../wording/values.js";
import { QualificationOfSeal } from "./qualification.js";
import { ClaimTime, Filled, Hex, Name, PlaceText, useStatement, useVerdictTexts } from "./text.js";

/** The independent time sources and their dates, the earliest first. */
export function TimeLine({ report }: { readonly report: Report }): JSX.Element {
  const { result } = useVerdictTexts();
  const key = useStatement(report);
  const entries = timeLine(report, result.sources);
  if (entries.length === 0) {
    // A source that confirms what is tied to no content gives no date.
    const isThere = report.checks.some((check) => isTimeSource(check) && check.status === "passed");
    return <p>{isThere ? result.notices.noDateYet : result.sources.none}</p>;
  }
  return (
    <ol class="time-line" key={key}>
      {entries.map((entry, at) => (
        <li key={at} class={`time-line-${entry.kind}`}>
          {entry.kind === "confirmed" ? (
            <Confirmed {...entry} report={report} />
          ) : (
            <Unconfirmed {...entry} report={report} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Confirmed({ claim, report }: ConfirmedSource & { readonly report: Report }): JSX.Element {
  const { result, language } = useVerdictTexts();
  const texts = result.sources;
  const { source } = claim;
  const local = localClaimTime(claim, language);
  const caveat = caveatOf(claim, report, result, language);
  const qualification = qualificationOfClaim(claim, report, result.trustedLists, language);
  return (
    <>
      <Sign kind={claimSign(claim, report)} />
      <p class="time-line-time">
        <span class="aside">{texts.noLaterThan}</span> <ClaimTime claim={claim} language={language} />
      </p>
      <p class="time-line-place">
        <PlaceText {...placeOf(claim, texts)} />
      </p>
      {caveat !== null && <p class="caveat">{caveat}</p>}
      <p class="aside">
        {local !== null && <Filled template={`${texts.local}. `} values={local} />}
        {accuracyText(claim, texts, language)}
      </p>
      <p class="aside">
        <Grounds claim={claim} />
      </p>
      {source.type === "evm-block" && <ExplorerLink chainId={source.chain_id} txHash={source.tx_hash} />}
      {source.type === "bitcoin-block" && (
        <Hex value={source.block_hash} label={result.evidence.block_hash} />
      )}
      {qualification !== null && (
        <QualificationOfSeal qualification={qualification} now={new Date(report.checked_at)} />
      )}
    </>
  );
}

type ConfirmedPart = Pick<ConfirmedSource, "claim">;

/** What the date relies on. */
function Grounds({ claim: { source, basis } }: ConfirmedPart): JSX.Element {
  const { result, language } = useVerdictTexts();
  const texts = result.sources;
  if (basis === "computed") return <>{computedGrounds(source, result, language)}</>;
  const names = source.relied_on.map((name, at) => (
    <Fragment key={at}>
      {at > 0 && ", "}
      <Name name={readableName(name)} />
    </Fragment>
  ));
  const confirmations = "confirmations" in source ? source.confirmations : null;
  return (
    <>
      <Filled template={texts.reliedOn} values={{ names }} />
      {confirmations !== null && ` ${plural(texts.confirmations, confirmations, language)}`}
    </>
  );
}

function Unconfirmed({
  check,
  place,
  statedTime,
  report,
}: UnconfirmedSource & { readonly report: Report }): JSX.Element {
  const { result, codes, language } = useVerdictTexts();
  const qualification =
    check.id === "seal" ? qualificationOfSeal(check, report, result.trustedLists, language) : null;
  const texts = result.sources;
  return (
    <>
      <Sign kind={checkSign(check)} />
      <p class="time-line-time">
        <span class="aside">
          {texts.notConfirmed}
          {statedTime !== null && (
            <>
              {" · "}
              <Filled
                template={texts.statedTime}
                values={{ time: <Name name={utcText(statedTime, language)} /> }}
              />
            </>
          )}
        </span>
      </p>
      <p class="time-line-place">
        <PlaceText {...place} />
      </p>
      <p class="aside">{sentenceOf(check, codes)}</p>
      {qualification !== null && (
        <QualificationOfSeal qualification={qualification} now={new Date(report.checked_at)} />
      )}
    </>
  );
}

function ExplorerLink({
  chainId,
  txHash,
}: {
  readonly chainId: number;
  readonly txHash: string;
}): JSX.Element | null {
  const { result } = useVerdictTexts();
  const page = evmChain(chainId)?.explorerTransactionUrl;
  if (page == null) return null;
  return (
    <p class="screen-only">
      <a href={page + txHash} rel="noreferrer noopener" target="_blank">
        {result.sources.explorer}
      </a>
    </p>
  );
}
