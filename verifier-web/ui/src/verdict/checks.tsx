/** What an outcome rests on, part by part: loaded when a reader opens the first, or prints. */

import type { Check, CheckId, Report } from "@svc-proof/verifier-lib";
import { type ComponentChildren, Fragment, type JSX } from "preact";
import { Sign, Stated } from "../components.js";
import { fill, plural } from "../language.js";
import {
  answerText,
  type EvidenceRow,
  evidenceParts,
  evidenceSentence,
  inputText,
  provenTexts,
  type SourceAnswer,
} from "../wording/evidence.js";
import { checkSign, type GivenOriginal, sentenceOf } from "../wording/headline.js";
import { checkStatusText, qualificationRows } from "../wording/qualification.js";
import { QualificationTable } from "./qualification.js";
import { Filled, Hex, Instant, Name, useStatement, useVerdictTexts } from "./text.js";
import { TimeLine } from "./time-line.js";

export type DetailPart = "sources" | "checks" | "subject" | "inputs" | "meaning";

export interface VerdictDetailsProps {
  readonly part: DetailPart;
  readonly report: Report;
  readonly files: readonly ShownFile[];
  readonly original: GivenOriginal | null;
  /** How a check is repeated by hand, if the page tells it. */
  readonly repeat?: (check: Check) => ComponentChildren;
}

export function VerdictDetails({ part, report, files, original, repeat }: VerdictDetailsProps): JSX.Element {
  const { result } = useVerdictTexts();
  switch (part) {
    case "sources":
      return (
        <>
          <p class="aside">{result.sources.lead}</p>
          <TimeLine report={report} />
        </>
      );
    case "checks":
      return (
        <div>
          {report.checks.map((check, at) => (
            <CheckEntry key={at} check={check} inputs={report.inputs}>
              {repeat?.(check)}
            </CheckEntry>
          ))}
        </div>
      );
    case "subject":
      return <SubjectFacts report={report} files={files} original={original} />;
    case "inputs":
      return <Inputs report={report} />;
    case "meaning":
      return <Meaning report={report} />;
  }
}

/** The values that a check compared, and the sources' answers. */
function EvidenceTable({ check }: { readonly check: Check }): JSX.Element | null {
  const { result, language } = useVerdictTexts();
  const parts = evidenceParts(check);
  const qualification = qualificationRows(check, result.trustedLists, language);
  if (parts.length === 0 && qualification.length === 0) return null;
  return (
    <section>
      <h3>{result.checks.compared}</h3>
      {qualification.length > 0 && <QualificationTable rows={qualification} />}
      {parts.map(({ rows, answers }, at) => (
        <div class="evidence" key={at}>
          <Rows rows={rows} />
          {answers.length > 0 && <Answers answers={answers} />}
        </div>
      ))}
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly EvidenceRow[] }): JSX.Element | null {
  const { result } = useVerdictTexts();
  if (rows.length === 0) return null;
  return (
    <dl class="facts">
      {rows.map((row) => (
        <>
          <dt>{result.evidence[row.label]}</dt>
          <dd>
            <Value row={row} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Value({ row }: { readonly row: EvidenceRow }): JSX.Element {
  const texts = useVerdictTexts();
  const { label, value, form } = row;
  const sentence = evidenceSentence(row, texts);
  if (sentence !== null) return <>{sentence}</>;
  if (form === "hex") return <Hex value={value} label={texts.result.evidence[label]} />;
  if (form === "time") return <Instant time={value} language={texts.language} />;
  const name = <Name name={value} />;
  return form === "code" ? <code>{name}</code> : name;
}

function Answers({ answers }: { readonly answers: readonly SourceAnswer[] }): JSX.Element {
  const texts = useVerdictTexts();
  return (
    <>
      <h4>{texts.result.checks.said}</h4>
      <ul class="plain-list answers">
        {answers.map(({ name, answer, rows }, at) => (
          <li key={at}>
            <p>
              <strong>
                <Name name={name} />
              </strong>
              : {answerText(answer, texts)}
            </p>
            <Rows rows={rows} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CheckEntryProps {
  readonly check: Check;
  readonly inputs: Report["inputs"];
  /** How to repeat it, if that is told. */
  readonly children?: ComponentChildren;
}

/** One check: a short answer, and in its details the compared values, the basis and the steps to repeat it. */
function CheckEntry({ check, inputs, children }: CheckEntryProps): JSX.Element {
  const { result, codes } = useVerdictTexts();
  const texts = result.checks;
  const { id, status, basis, code, evidence } = check;
  const terms: Readonly<Partial<Record<CheckId, string>>> = texts.terms;
  const term = terms[id];
  // As `Stated`, for more than a sentence. What opens stays an element, with what the reader has opened and with the focus.
  const said = JSON.stringify([texts.name[id], check]);
  return (
    <details class={`check check-${status}`}>
      <summary>
        <Sign kind={checkSign(check)} />
        <span class="check-name" key={`${said} name`}>
          {texts.name[id]}
          <span class="check-status">{checkStatusText(check, result)}</span>
        </span>
        <span class="check-sentence" key={`${said} sentence`}>
          {sentenceOf(check, codes, inputs)}
        </span>
      </summary>
      <div class="check-body">
        <Fragment key={said}>
          <p class="check-question">{texts.question[id]}</p>
          {term !== undefined && <p class="aside">{fill(texts.technical, { term })}</p>}
          <EvidenceTable check={check} />
          {basis !== null && (
            <section>
              <h3>{texts.basis}</h3>
              <p>
                <strong>{texts.basisName[basis]}.</strong> {texts.basisMeaning[basis]}
              </p>
            </section>
          )}
          {children}
        </Fragment>
        <details class="everything">
          <summary>
            <Stated>{texts.everything}</Stated>
          </summary>
          <p key={said}>
            {texts.code}: <code>{code}</code>
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
          <pre class="json" tabIndex={0} key={`${said} json`}>
            {escaped(JSON.stringify(evidence, null, 2))}
          </pre>
        </details>
      </div>
    </details>
  );
}

/** JSON in which no character affects how others are displayed. */
function escaped(json: string): string {
  return json.replace(/[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

export interface ShownFile {
  /** Hostile text. */
  readonly name: string;
  readonly sizeBytes: number;
  /** What it is, in words. */
  readonly kind: string;
}

interface SubjectProps {
  readonly report: Report;
  readonly files: readonly ShownFile[];
  readonly original: GivenOriginal | null;
}

/** What was examined: files, fingerprint, proof. */
function SubjectFacts({ report, files, original }: SubjectProps): JSX.Element {
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

/** How every other input and every part of a package was used. */
function Inputs({ report }: { readonly report: Report }): JSX.Element {
  const { result, codes } = useVerdictTexts();
  const key = useStatement(report);
  return (
    <dl class="facts inputs" key={key}>
      {report.inputs.map((input, at) => {
        const { title, name, status, reason } = inputText(input, report, result, codes);
        return (
          <Fragment key={at}>
            <dt>{title}</dt>
            <dd class={`input-${input.status}`}>
              {status}
              {name !== null && (
                <span class="aside">
                  {" "}
                  <Name name={name} />
                </span>
              )}
              {reason !== null && <p class="aside">{reason}</p>}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

/** What the result proves, and what it does not. */
function Meaning({ report }: { readonly report: Report }): JSX.Element {
  const { result } = useVerdictTexts();
  const texts = result.meaning;
  const key = useStatement(report);
  return (
    <div class="meaning" key={key}>
      <section>
        <h3>{texts.proves}</h3>
        <List items={provenTexts(report, result)} />
      </section>
      <section>
        <h3>{texts.provesNot}</h3>
        <List items={texts.provesNotItems} />
      </section>
    </div>
  );
}

function List({ items }: { readonly items: readonly string[] }): JSX.Element {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
