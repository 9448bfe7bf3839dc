/** What an element shows. */

import css from "virtual:element-style";
import type { Check } from "@svc-proof/verifier-lib";
import { Sign, Stated } from "@svc-proof/verifier-web/ui/components";
import { bytesText, fill } from "@svc-proof/verifier-web/ui/language";
import type { VerdictTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { Filled, Name, type ShownFile, TextsContext, VerdictView } from "@svc-proof/verifier-web/ui/verdict";
import {
  amountText,
  type GivenOriginal,
  givenOriginal,
  isEvidenceRead,
  otherFile,
  outcomeSign,
  SHORT_NAME_LENGTH,
  sentenceOf,
} from "@svc-proof/verifier-web/ui/wording";
import { h, type JSX, render } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { FileFacts, Shown, Verdict } from "./shown.js";
import type { LoadedTexts } from "./texts/load-texts.js";
import type { VerifierError } from "./verifier-error.js";

interface VerifierViewProps {
  readonly shown: Shown;
  readonly texts: LoadedTexts;
  readonly onCompare: (file: File | null) => void;
  readonly onAsk: () => void;
  readonly onRetry: () => void;
}

/** Constructed once and shared: a policy without inline styles allows it. */
let sheet: CSSStyleSheet | undefined;

/** Draws an element's shadow root. */
export function drawVerifier(root: ShadowRoot, props: VerifierViewProps): void {
  if (root.adoptedStyleSheets.length === 0) {
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
    // What the page put into the element has served.
    root.replaceChildren();
  }
  render(h(VerifierView, props), root);
}

/** The verdict, what it rests on, and what the reader can do; or why there is no verdict. */
function VerifierView(props: VerifierViewProps): JSX.Element {
  const { shown, texts, onRetry } = props;
  const { language, page, result, codes, own, actions } = texts;
  const provided = useMemo(
    () => ({ language, page, verdict: result && { result, codes } }),
    [language, page, result, codes],
  );
  const { phase, verdict, error } = shown;
  return (
    <TextsContext.Provider value={provided}>
      <section class={`verifier phase-${phase}`} part="verifier" lang={language} aria-label={own.label}>
        <p class="unseen" role="status">
          <Stated>{statusText(props)}</Stated>
        </p>
        {phase === "idle" && (
          <p class="waiting">
            <Sign kind="none" />
            <span>{own.idle}</span>
          </p>
        )}
        {isBusy(phase) && <Busy {...props} />}
        {error !== null && (
          <div class="error" part="error">
            <Sign kind="open" />
            <div>
              <p class="error-sentence">
                <Stated>{errorText(error, texts)}</Stated>
              </p>
              <p class="aside">{own.nothing}</p>
              <p class="buttons">
                <button type="button" part="button" onClick={onRetry}>
                  {actions.retry}
                </button>
              </p>
            </div>
          </div>
        )}
        {verdict === null && shown.links !== null && <Links checks={shown.links} {...props} />}
        {verdict !== null && result !== null && (
          <VerdictArticle {...props} verdict={verdict} result={result} />
        )}
      </section>
    </TextsContext.Provider>
  );
}

/** The button that asks the sources which the page allows, with what it sends to whom beside it; then, who was asked. */
function AskOffer({
  shown,
  texts,
  onAsk,
  isSecond,
}: VerifierViewProps & {
  /** Whether another action comes first. */
  readonly isSecond: boolean;
}): JSX.Element | null {
  const { askable, asked, phase, verdict } = shown;
  const { actions, own } = texts;
  if (askable.length === 0) return null;
  const hosts = askable.flatMap(({ endpoints }) => endpoints.map((url) => new URL(url).host));
  const what = [
    ...(askable.some(({ kind }) => kind === "evm") ? [actions.sentEvm] : []),
    ...(askable.some(({ kind }) => kind === "bitcoin") ? [actions.sentBitcoin] : []),
  ];
  const isSettled = verdict !== null && verdict.report.outcome !== "indeterminate";
  return (
    <div class="offer" part="network">
      {!isSettled && (
        <>
          <p class="buttons">
            <button
              type="button"
              class={isSecond ? "" : "primary"}
              part="button"
              disabled={phase !== "done"}
              onClick={onAsk}
            >
              <Stated>
                {phase === "asking" ? actions.asking : asked.length > 0 ? actions.askAgain : actions.confirm}
              </Stated>
            </button>
          </p>
          <p class="aside">
            {fill(actions.asks, { sources: hosts.join(", ") })}{" "}
            {fill(actions.notSent, { what: what.join("; ") })}
          </p>
        </>
      )}
      {asked.length > 0 && (
        <p class="aside">
          <Stated>{fill(own.asked, { sources: asked.join(", ") })}</Stated>
        </p>
      )}
    </div>
  );
}

/** Where the reader puts a file to compare it: with a button, or dropped. Only where the page names no original. */
function CompareOffer({
  texts,
  original,
  isChosen,
  isOther,
  onCompare,
}: Pick<VerifierViewProps, "texts" | "onCompare"> & {
  readonly original: GivenOriginal | null;
  /** Whether the reader chose the file. */
  readonly isChosen: boolean;
  /** Whether it is not that of the proof. */
  readonly isOther: boolean;
}): JSX.Element | null {
  const { actions, own } = texts;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  if (original !== null && !isChosen && !isOther) return null;
  return (
    <fieldset
      class={isOver ? "compare over" : "compare"}
      part="compare"
      aria-label={actions.chooseOriginal}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) onCompare(file);
      }}
    >
      {original === null && <p>{actions.addOriginal}</p>}
      <p class="buttons">
        <button
          type="button"
          part="button"
          class={original === null || isOther ? "primary" : ""}
          onClick={() => input.current?.click()}
        >
          <Stated>{original === null ? actions.chooseOriginal : actions.compareOther}</Stated>
        </button>
        {isChosen ? (
          <button type="button" part="button" class="quiet" onClick={() => onCompare(null)}>
            {own.back}
          </button>
        ) : (
          <span class="aside drop-hint">
            <Stated>{isOver ? own.dropNow : own.drop}</Stated>
          </span>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={actions.chooseOriginal}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file !== undefined) onCompare(file);
        }}
      />
    </fieldset>
  );
}

function isBusy(phase: Shown["phase"]): phase is "loading" | "hashing" | "verifying" | "asking" {
  return phase === "loading" || phase === "hashing" || phase === "verifying" || phase === "asking";
}

/** For screen readers: the outcome, or what is done. Not how far it is, which would be read again and again. */
function statusText({ shown: { phase, verdict, error }, texts }: VerifierViewProps): string {
  if (error !== null) return errorText(error, texts);
  if (isBusy(phase)) return busyText(phase, "evidence", texts);
  return verdict === null ? "" : texts.page.outcomes[verdict.report.verdict];
}

function busyText(
  phase: "loading" | "hashing" | "verifying" | "asking",
  part: "evidence" | "original",
  { own, actions }: LoadedTexts,
): string {
  return phase === "loading" ? own.fetching[part] : actions[phase];
}

function Busy({ shown: { phase, progress, isChosen }, texts }: VerifierViewProps): JSX.Element | null {
  if (!isBusy(phase)) return null;
  const { doneBytes = 0, totalBytes = null, part = "evidence" } = progress ?? {};
  const label = busyText(phase, part, texts);
  return (
    <div class="busy" part="progress">
      <p>
        <span class="busy-label">
          <Stated>{label}</Stated>
        </span>{" "}
        {progress !== null && doneBytes > 0 && (
          <span class="aside">
            <Stated>{amountText(doneBytes, totalBytes, texts.page, texts.language)}</Stated>
          </span>
        )}
      </p>
      <progress
        aria-label={label}
        {...(progress !== null &&
          totalBytes !== null &&
          totalBytes > 0 && { max: totalBytes, value: Math.min(doneBytes, totalBytes) })}
      />
      {isChosen && phase === "hashing" && <p class="aside">{texts.actions.filesStay}</p>}
    </div>
  );
}

/** What is known so far: whether the links hold that need no time source. Timestamps are still to be verified, and may fail. */
function Links({
  checks,
  shown,
  texts,
}: VerifierViewProps & { readonly checks: readonly Check[] }): JSX.Element | null {
  const { own, codes, page } = texts;
  // Whether something that was not decided matters is told with the verdict.
  if (checks.some(({ status }) => status === "indeterminate")) return null;
  const failed = checks.find(({ status }) => status === "failed");
  const outcome = failed === undefined ? "soFar" : "failed";
  const isOriginal = checks.some(({ id, status }) => id === "content" && status === "passed");
  const original = failed === undefined && isOriginal ? shown.original : null;
  return (
    <header
      class={`outcome outcome-${failed === undefined ? "indeterminate outcome-soFar" : "failed"} links`}
    >
      <p class="outcome-word">
        <Sign kind={outcomeSign(outcome)} />
        <Stated>{page.outcomes[outcome]}</Stated>
      </p>
      <p class="outcome-sentence">
        <Stated>
          {failed !== undefined
            ? sentenceOf(failed, codes)
            : original === null
              ? own.links.holds
              : own.links.holdsFile}
        </Stated>
      </p>
      {/* Never in the sentence: whoever named the file would write it. */}
      {original !== null && (
        <p class="outcome-file" key={original.name}>
          <Filled
            template={page.quoted}
            values={{ name: <Name name={original.name} maxLength={SHORT_NAME_LENGTH} /> }}
          />
        </p>
      )}
    </header>
  );
}

interface VerdictArticleProps extends VerifierViewProps {
  readonly verdict: Verdict;
  readonly result: VerdictTexts;
}

function VerdictArticle(props: VerdictArticleProps): JSX.Element {
  const { shown, texts, verdict, result } = props;
  const { report, redirects, originalError, isChosen } = verdict;
  const { own } = texts;
  const files = filesOf(shown.evidence, verdict.original, result);
  const original = givenOriginal(files, report);
  return (
    <article class={isBusy(shown.phase) ? "verdict stale" : "verdict"} part="verdict">
      <VerdictView
        report={report}
        files={files}
        told={
          <>
            {redirects.map(({ part, from, to }) => (
              <p class="told" key={part}>
                <Stated>{fill(own.redirected[part], { from, host: to })}</Stated>
              </p>
            ))}
            {originalError !== null && (
              <p class="told problem" part="error">
                <Stated>{`${errorText(originalError, texts)} ${own.without}`}</Stated>
              </p>
            )}
          </>
        }
        next={
          <>
            {isEvidenceRead(report) && (
              <CompareOffer
                texts={texts}
                original={original}
                isChosen={isChosen}
                isOther={otherFile(report) !== undefined}
                onCompare={props.onCompare}
              />
            )}
            {report.outcome !== "failed" && <AskOffer {...props} isSecond={original === null} />}
          </>
        }
      />
    </article>
  );
}

function filesOf(
  evidence: FileFacts | null,
  original: FileFacts | null,
  result: VerdictTexts,
): readonly (ShownFile & { readonly role: string })[] {
  const files = [
    { file: evidence, role: "proof", kind: result.subject.input },
    { file: original, role: "original", kind: result.subject.file },
  ];
  return files.flatMap(({ file, role, kind }) =>
    file === null ? [] : [{ name: file.name, sizeBytes: file.sizeBytes ?? 0, role, kind }],
  );
}

function errorText({ code, part, host, status, maxBytes }: VerifierError, texts: LoadedTexts): string {
  if (code === "file_unreadable") return texts.actions.fileUnreadable;
  return fill(texts.own.errors[part][code], {
    host: host ?? "–",
    status: status ?? "–",
    max: bytesText(maxBytes ?? 0, texts.language),
  });
}
