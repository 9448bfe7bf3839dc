import type { Report } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { plural } from "../language/index.js";
import type { GivenOriginal } from "../wording/given-original.js";
import { Filled } from "./text/filled.js";
import { Hex } from "./text/hex.js";
import { Instant } from "./text/instant.js";
import { Name } from "./text/name.js";
import { useStatement, useVerdictTexts } from "./texts-context.js";

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
