import type { Check } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { type EvidenceRow, evidenceParts, type SourceAnswer } from "../wording/evidence-row.js";
import { answerText, evidenceSentence } from "../wording/evidence-text.js";
import { qualificationRows } from "../wording/qualification.js";
import { QualificationTable } from "./qualification-table.js";
import { Hex } from "./text/hex.js";
import { Instant } from "./text/instant.js";
import { Name } from "./text/name.js";
import { useVerdictTexts } from "./texts-context.js";

/** The values that a check compared, and the sources' answers. */
export function EvidenceTable({ check }: { readonly check: Check }): JSX.Element | null {
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
