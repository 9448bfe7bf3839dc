/** The outcome, and what it is about. */

import type { Report } from "@svc-proof/verifier-lib";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { Sign, Stated } from "../components.js";
import { plural } from "../language.js";
import type { GivenOriginal } from "../wording/evidence.js";
import { headlineOf, isOriginalKnown, outcomeSign } from "../wording/headline.js";
import { localClaimTime, shownOutcome } from "../wording/values.js";
import { ClaimTime, Filled, Hex, Instant, Name, useStatement, useVerdictTexts } from "./text.js";

export interface OutcomeProps {
  readonly report: Report;
  /** Name of the given original, if any. */
  readonly original: string | null;
  /** For a page of which the sentence is the heading: focused with each answer. Elsewhere it is a paragraph. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** Under the sentence. */
  readonly children: ComponentChildren;
}

/** The outcome: one word with its sign, one sentence, and what a reader must know or do first. */
export function OutcomeStatement({ report, original, heading, children }: OutcomeProps): JSX.Element {
  const { page, result, codes, language } = useVerdictTexts();
  const headline = headlineOf(report, result, codes, language);
  const local = "claim" in headline ? localClaimTime(headline.claim, language) : null;
  const outcome = shownOutcome(report);
  const sentence =
    "claim" in headline ? (
      <Stated by={JSON.stringify([headline.template, original, headline.claim.time])}>
        <Filled
          template={headline.template}
          values={{
            file: original === null ? "" : <Name name={original} />,
            time: (
              <strong>
                <ClaimTime claim={headline.claim} language={language} />
              </strong>
            ),
          }}
        />
      </Stated>
    ) : (
      <Stated>{headline.sentence}</Stated>
    );
  return (
    <header class={`outcome outcome-${report.outcome}${outcome === "soFar" ? " outcome-soFar" : ""}`}>
      <p class="outcome-word">
        <Sign kind={outcomeSign(outcome)} />
        <Stated>{page.outcomes[outcome]}</Stated>
      </p>
      {heading === undefined ? (
        <p class="outcome-sentence">{sentence}</p>
      ) : (
        <h1 class="outcome-sentence" tabIndex={-1} ref={heading}>
          {sentence}
        </h1>
      )}
      {local !== null && (
        <p class="outcome-local" key={JSON.stringify([result.sources.local, local])}>
          <Filled template={result.sources.local} values={local} />
        </p>
      )}
      {"claim" in headline && headline.merit !== null && (
        <p class="merit">
          <Stated>{headline.merit}</Stated>
        </p>
      )}
      {"claim" in headline && headline.caveat !== null && (
        <p class="caveat">
          <Stated>{headline.caveat}</Stated>
        </p>
      )}
      {outcome === "soFar" && (
        <p class="outcome-holds">
          {original !== null && isOriginalKnown(report) ? (
            <Stated by={result.headline.holdsFile + original}>
              <Filled template={result.headline.holdsFile} values={{ file: <Name name={original} /> }} />
            </Stated>
          ) : (
            <Stated>{result.headline.holds}</Stated>
          )}
        </p>
      )}
      {children}
    </header>
  );
}

export interface ShownFile {
  /** Hostile text. */
  readonly name: string;
  readonly sizeBytes: number;
  /** What it is, in words. */
  readonly kind: string;
}

export interface SubjectProps {
  readonly report: Report;
  readonly files: readonly ShownFile[];
  readonly original: GivenOriginal | null;
}

/** What was examined: files, fingerprint, proof. */
export function SubjectFacts({ report, files, original }: SubjectProps): JSX.Element {
  const { result, language } = useVerdictTexts();
  const texts = result.subject;
  const key = JSON.stringify([useStatement(report), files, original]);
  const { proof, input } = report;
  const label = proof === null ? "" : texts.fingerprint.replace("{algorithm}", proof.content.algorithm);
  return (
    <dl class="facts" key={key}>
      <dt>{texts.input}</dt>
      <dd>{texts.inputs[input.type]}</dd>
      {files.length > 0 && (
        <>
          <dt>{texts.files}</dt>
          <dd>
            <ul class="plain-list">
              {files.map(({ name, sizeBytes, kind }, at) => (
                <li key={at}>
                  <Name name={name} />{" "}
                  <span class="aside">
                    {kind}, {plural(texts.bytes, sizeBytes, language)}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {original?.isPacked !== false && (
        <>
          <dt>{texts.file}</dt>
          <dd>
            {original === null ? (
              texts.noFile
            ) : (
              <Filled template={texts.packedOriginal} values={{ file: <Name name={original.name} /> }} />
            )}
          </dd>
        </>
      )}
      {proof !== null && (
        <>
          <dt>
            <Filled template={texts.fingerprint} values={{ algorithm: proof.content.algorithm }} />
          </dt>
          <dd>
            <Hex value={proof.content.hash} label={label} />
          </dd>
        </>
      )}
      {proof?.proof_id != null && (
        <>
          <dt>{texts.proofId}</dt>
          <dd>
            <code>{proof.proof_id}</code>
          </dd>
        </>
      )}
      <dt>{texts.checkedAt}</dt>
      <dd>
        <Instant time={report.checked_at} language={language} />
      </dd>
    </dl>
  );
}
