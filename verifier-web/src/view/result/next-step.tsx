/** What a reader can do next. */

import type { Report } from "@svc-proof/verifier-lib";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import { bytesText, fill } from "@svc-proof/verifier-web/ui/language";
import { Filled, Name } from "@svc-proof/verifier-web/ui/verdict";
import { givenOriginal, isEvidenceRead, otherFile, shownNameText } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { EPOCH_FILE_BYTES, type Item, type ItemFile, isGiven } from "../../model.js";
import { namesSandboxChain } from "../../session/endpoints.js";
import { nextStep, type NextStep as Step } from "../../session/next-step.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { sourcesShown, useSession } from "../context.js";
import { noteAskedHost, useOnline } from "../hooks.js";
import { Pick } from "../intake.js";
import { sentText } from "./offers.js";

/** Asks whether to trust given certificates. None is trusted by default. */
function TrustOffer({ files }: { readonly files: readonly ItemFile[] }): JSX.Element | null {
  const { result } = useResultTexts();
  const session = useSession();
  const authorities = files.filter(({ role }) => role === "authority");
  if (authorities.length === 0) return null;
  return (
    <fieldset class="trust-offer screen-only">
      <legend>{result.add.trustHeading}</legend>
      <p class="aside">{result.add.trustLead}</p>
      {authorities.map(({ id, name, isTrusted }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={isTrusted}
            onChange={({ currentTarget }) => session.trust(id, currentTarget.checked)}
          />{" "}
          <span>
            <Filled template={result.add.trust} values={{ file: <Name name={name} /> }} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface NextStepProps {
  readonly item: Item;
  readonly report: Report;
}

/**
 * The one next action: the file, if it is missing; what settles the date, with what is asked and sent beside it; another file in
 * place of a wrong one.
 *
 * @param save what is left to do once nothing is open.
 */
export function NextStep({
  item,
  report,
  save,
}: NextStepProps & { readonly save: JSX.Element }): JSX.Element | null {
  const { result } = useResultTexts();
  const session = useSession();
  const step = useStep(item, report);
  /** The reader has agreed that sources are asked if this site has no headers. */
  const [asksElse, setAsksElse] = useState(false);
  useEffect(() => {
    if (!asksElse || step === "headers") return;
    setAsksElse(false);
    if (step === "ask") session.askOnline(item.id);
  }, [asksElse, step]);
  if (report.outcome === "failed") {
    return otherFile(report) !== undefined ? (
      <p class="next-step buttons screen-only">
        <Pick label={result.add.compareOther} compareWith={item.id} isPrimary />
      </p>
    ) : null;
  }
  // What is to be trusted is asked in one place, before and after.
  const Part = step === null || step === "trust" ? null : STEPS[step];
  const isFileMissing = givenOriginal(item.files, report) === null && isEvidenceRead(report);
  return (
    <>
      {isFileMissing && (
        <div class="next-step add-original screen-only">
          <p>{result.add.original}</p>
          <p class="buttons">
            <Pick label={result.add.chooseOriginal} compareWith={item.id} isPrimary />
          </p>
        </div>
      )}
      {Part !== null && (
        <div class={isFileMissing ? "next-step second screen-only" : "next-step screen-only"}>
          <Part item={item} report={report} onHeaders={() => setAsksElse(true)} />
        </div>
      )}
      <TrustOffer files={item.files} />
      {!isFileMissing && step === null && <p class="next-step buttons screen-only">{save}</p>}
    </>
  );
}

function useStep(item: Item, report: Report): Step | null {
  return nextStep(item, report, useSession().epochStates.value, !__SINGLE_FILE__);
}

interface StepProps extends NextStepProps {
  /** Called when the reader asks for headers. */
  readonly onHeaders: () => void;
}

const STEPS: Readonly<Record<Exclude<Step, "trust">, (props: StepProps) => JSX.Element>> = {
  ask: Ask,
  headers: Headers,
  authority: Authority,
  source: () => <Source />,
};

function Ask({ item, report }: NextStepProps): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const isOnline = useOnline();
  const endpoints = endpointsOf(item);
  const own = session.endpoints.sandbox.value;
  const isSandbox =
    item.sandboxRoot === "offered" ||
    (namesSandboxChain(report) && endpoints.some((endpoint) => own.includes(endpoint)));
  const isAsking = item.phase === "asking";
  const label = isAsking
    ? page.phases.asking
    : item.hasAnswers
      ? result.online.askAgain
      : report.outcome === "verified"
        ? result.online.heading
        : result.next.confirm;
  return (
    <>
      <Action label={label} isBusy={isAsking} onPress={() => session.askOnline(item.id)} />
      {isSandbox && <p class="caveat">{result.next.sandbox}</p>}
      <Asked item={item} template={result.next.asks} />
      {!isOnline && !isSandbox && (
        <p role="status" class="caveat">
          {result.online.isOffline}
        </p>
      )}
    </>
  );
}

/** The same where another step comes first, or none is needed; and which sources are asked. */
export function OnlineOffers({ item, report }: NextStepProps): JSX.Element {
  const step = useStep(item, report);
  const hasSources = endpointsOf(item).length > 0;
  return (
    <div class="online-offer">
      {hasSources && step !== "ask" && <Ask item={item} report={report} />}
      <Source hasSources={hasSources} />
    </div>
  );
}

function Headers({ item, onHeaders }: StepProps): JSX.Element {
  const { language, page, result } = useResultTexts();
  const session = useSession();
  const states = session.epochStates.value;
  const missing = item.wantedEpochs.filter((epoch) => !isGiven(states.get(epoch)));
  const isFetching = missing.some((epoch) => states.get(epoch) === "fetching");
  const size = bytesText(missing.length * EPOCH_FILE_BYTES, language);
  return (
    <>
      <Action
        label={isFetching ? page.loading : result.next.confirm}
        isBusy={isFetching}
        onPress={() => {
          noteAskedHost(location.host);
          onHeaders();
          session.fetchHeaders(item.id);
        }}
      />
      <p class="aside">{fill(result.next.headers, { size })}</p>
      <Asked item={item} template={result.next.orAsk} />
    </>
  );
}

/** Which sources are asked, and what is sent to them. */
function Asked({ item, template }: { readonly item: Item; readonly template: string }): JSX.Element | null {
  const { result } = useResultTexts();
  const hosts = endpointsOf(item).map(hostOf).join(", ");
  if (hosts === "") return null;
  return (
    <p class="aside">
      <Filled template={template} values={{ sources: <Name name={hosts} /> }} />{" "}
      {sentText(item.onlineOffer, result)}
    </p>
  );
}

function endpointsOf({ onlineOffer }: Item): readonly string[] {
  return [...new Set(onlineOffer.flatMap(({ endpoints }) => endpoints))];
}

function Authority(): JSX.Element {
  const { result } = useResultTexts();
  return (
    <>
      <p>{result.next.authority}</p>
      <p class="buttons">
        <Pick label={result.next.chooseAuthority} isPrimary />
      </p>
    </>
  );
}

function Source({ hasSources = false }: { readonly hasSources?: boolean }): JSX.Element {
  const { result } = useResultTexts();
  return (
    <>
      {!hasSources && <p>{result.online.noSources}</p>}
      <p class="buttons">
        <button
          type="button"
          class={hasSources ? "" : "primary"}
          onClick={() => {
            sourcesShown.value = true;
          }}
        >
          {result.online.change}
        </button>
      </p>
    </>
  );
}

interface ActionProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** Not `disabled` while it is busy: browsers take the focus from a disabled button. */
function Action({ label, isBusy, onPress }: ActionProps): JSX.Element {
  return (
    <p class="buttons">
      <button
        type="button"
        class="primary"
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) onPress();
        }}
      >
        <Stated>{label}</Stated>
      </button>
    </p>
  );
}

/** The host with its port: what a reader knows a source by. */
function hostOf(endpoint: string): string {
  return shownNameText(URL.canParse(endpoint) ? new URL(endpoint).host : endpoint);
}
