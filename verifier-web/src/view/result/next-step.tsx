import type { Report } from "@svc-proof/verifier-lib";
import type { ComponentChildren, JSX } from "preact";
import { isGiven } from "../../model/epoch.js";
import type { Item } from "../../model/item.js";
import { nextStep, type NextStep as Step } from "../../online/next-step.js";
import { namesSandboxChain } from "../../online/sandbox-sources.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { shownNameText } from "../../wording/shown-name.js";
import { noteAskedHost } from "../asked-hosts.js";
import { Pick } from "../intake/drop-zone.js";
import { useSession } from "../session-context.js";
import { sourcesShown } from "../settings/sources-shown.js";
import { Filled } from "../text/filled.js";
import { Name } from "../text/name.js";
import { sentText } from "./sent-text.js";
import { TrustOffer } from "./trust-offer.js";
import { useOnline } from "./use-online.js";

export interface NextStepProps {
  readonly item: Item;
  readonly report: Report;
}

/** Under the headline: the one action that settles the date. What it asks and sends stands beside it. */
export function NextStep({ item, report }: NextStepProps): JSX.Element | null {
  const states = useSession().epochStates.value;
  const step = nextStep(item, report, states, !__SINGLE_FILE__);
  const Part = step === null ? null : STEPS[step];
  return Part === null ? null : (
    <div class="next-step screen-only">
      <Part item={item} report={report} />
    </div>
  );
}

const STEPS: Readonly<Record<Step, (props: NextStepProps) => JSX.Element>> = {
  ask: Ask,
  headers: Headers,
  trust: ({ item }) => <TrustOffer files={item.files} />,
  authority: Authority,
  source: Source,
};

function Ask({ item, report }: NextStepProps): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const isOnline = useOnline();
  const endpoints = [...new Set(item.onlineOffer.flatMap((offer) => offer.endpoints))];
  const own = session.endpoints.sandbox.value;
  const isSandbox =
    item.sandboxRoot === "offered" ||
    (namesSandboxChain(report) && endpoints.some((endpoint) => own.includes(endpoint)));
  const isAsking = item.phase === "asking";
  const label = isAsking
    ? page.phases.asking
    : item.hasAnswers
      ? result.online.askAgain
      : result.next.confirm;
  return (
    <>
      <Action label={label} isBusy={isAsking} onPress={() => session.askOnline(item.id)} />
      {isSandbox && <p class="caveat">{result.next.sandbox}</p>}
      {endpoints.length > 0 && (
        <p class="aside">
          <Filled
            template={result.next.asks}
            values={{ sources: <Name name={endpoints.map(hostOf).join(", ")} /> }}
          />{" "}
          {sentText(item.onlineOffer, result)}
        </p>
      )}
      {!isOnline && !isSandbox && (
        <p role="status" class="caveat">
          {result.online.isOffline}
        </p>
      )}
    </>
  );
}

function Headers({ item }: NextStepProps): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const states = session.epochStates.value;
  const missing = item.wantedEpochs.filter((epoch) => !isGiven(states.get(epoch)));
  const isFetching = missing.some((epoch) => states.get(epoch) === "fetching");
  const isUnreachable = missing.some((epoch) => states.get(epoch) === "unreachable");
  return (
    <>
      <Action
        label={isFetching ? page.loading : isUnreachable ? page.items.retry : result.next.confirm}
        isBusy={isFetching}
        onPress={() => {
          noteAskedHost(location.host);
          session.fetchHeaders(item.id);
        }}
      />
      <p class="aside">{result.headers.sent}</p>
    </>
  );
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

function Source(): JSX.Element {
  const { result } = useResultTexts();
  return (
    <>
      <p>{result.online.noSources}</p>
      <Action
        label={result.online.change}
        isBusy={false}
        onPress={() => {
          sourcesShown.value = true;
        }}
      />
    </>
  );
}

interface ActionProps {
  readonly label: ComponentChildren;
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
        {label}
      </button>
    </p>
  );
}

/** The host with its port: what a reader knows a source by. */
function hostOf(endpoint: string): string {
  return shownNameText(URL.canParse(endpoint) ? new URL(endpoint).host : endpoint);
}
