/** One or many; saving and printing the list. */

import { Sign, Stated } from "@svc-proof/verifier-web/ui/components";
import { type Language, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import { Filled, Name } from "@svc-proof/verifier-web/ui/verdict";
import { utcText } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { buildIdentity, type Item, isGiven } from "../model.js";
import { resultSummary } from "../report-output/report.js";
import { wantedEpochsOf } from "../session/headers.js";
import type { PageTexts } from "../texts/page/english.js";
import { type LoadedResultTexts, loadResultTexts, resultLanguage } from "../texts/result-language.js";
import { usePageTexts, useResultTexts } from "../texts/use-texts.js";
import { sourcesShown, useSession } from "./context.js";
import { noteAskedHost, useOnline, usePrinted } from "./hooks.js";
import {
  countsOf,
  ItemCounts,
  type ItemKind,
  ItemList,
  itemDetails,
  itemKind,
  itemSign,
  itemState,
} from "./list.js";

/**
 * Offers to ask about every item for which no date is confirmed, with one button, and says whom it asks and what is sent.
 * Nothing is asked before the button is pressed.
 */
export function AskAll({ items }: { readonly items: readonly Item[] }): JSX.Element | null {
  const { page, result, language } = useResultTexts();
  const session = useSession();
  const isOnline = useOnline();
  const asking = items.filter(({ phase }) => phase === "asking");
  const open = items.filter(isOpen);
  const askable = open.filter(({ onlineOffer }) => onlineOffer.some(({ endpoints }) => endpoints.length > 0));
  const states = session.epochStates.value;
  const epochs = wantedEpochsOf(open).filter((epoch) => !isGiven(states.get(epoch)));
  const isFetching = epochs.some((epoch) => states.get(epoch) === "fetching");
  const isAsking = asking.length > 0;
  const hasOffer = askable.length > 0 || (epochs.length > 0 && !__SINGLE_FILE__);
  useFocusAfter(isAsking);
  if (!isAsking && !hasOffer) return null;
  const offers = askable.flatMap(({ onlineOffer }) => onlineOffer);
  const endpoints = [...new Set(offers.flatMap((offer) => offer.endpoints))];
  return (
    <section class="ask-all screen-only">
      {isAsking ? (
        <p role="status">
          <Stated>{plural(result.list.ask.open, asking.length, language)}</Stated>
        </p>
      ) : (
        <h2>
          <Stated>{plural(result.list.ask.heading, open.length, language)}</Stated>
        </h2>
      )}
      {!isAsking && endpoints.length > 0 && <Asked offers={offers} endpoints={endpoints} />}
      {!isAsking && !isOnline && (
        <p role="status" class="caveat">
          {result.online.isOffline}
        </p>
      )}
      <p class="buttons" key="buttons">
        {/* One element for both, so that it keeps the focus: with a key, none of the other paragraphs takes its place. */}
        {(isAsking || endpoints.length > 0) && (
          <button
            type="button"
            class={isAsking ? "" : "primary"}
            onClick={() => {
              if (isAsking) {
                session.stopAsking();
                return;
              }
              // Reports name sources by their origin.
              for (const endpoint of endpoints) noteAskedHost(new URL(endpoint).origin);
              session.askOnline(...askable.map(({ id }) => id));
            }}
          >
            <Stated>
              {isAsking
                ? result.list.ask.stop
                : askable.every(({ hasAnswers }) => hasAnswers)
                  ? result.online.askAgain
                  : result.list.ask.ask}
            </Stated>
          </button>
        )}
        {!isAsking && epochs.length > 0 && !__SINGLE_FILE__ && (
          <button
            type="button"
            disabled={isFetching}
            onClick={() => {
              noteAskedHost(location.host);
              session.fetchHeaders(...open.map(({ id }) => id));
            }}
          >
            <Stated>{isFetching ? page.loading : result.headers.fetch}</Stated>
          </button>
        )}
        {!isAsking && (
          <button
            type="button"
            onClick={() => {
              sourcesShown.value = true;
            }}
          >
            {result.online.change}
          </button>
        )}
      </p>
    </section>
  );
}

interface AskedProps {
  readonly offers: Item["onlineOffer"];
  /** Theirs, each once. */
  readonly endpoints: readonly string[];
}

/** Who is asked, and what is sent. */
function Asked({ offers, endpoints }: AskedProps): JSX.Element {
  const { result } = useResultTexts();
  const { online } = result;
  const sent = [
    ...(offers.some(({ kind }) => kind === "evm") ? [online.sentEvm] : []),
    ...(offers.some(({ kind }) => kind === "bitcoin") ? [online.sentBitcoin] : []),
  ];
  return (
    <p>
      <Filled
        template={result.list.ask.sources}
        values={{ hosts: <Name name={endpoints.map(hostOf).join(", ")} /> }}
      />{" "}
      <Filled template={online.notSent} values={{ what: sent.join("; ") }} />
    </p>
  );
}

/** When the last answer has come, the button that had the focus may be gone. The heading of the list then takes it. */
function useFocusAfter(isAsking: boolean): void {
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(".list-title h1")?.focus();
    }
    wasAsking.current = isAsking;
  }, [isAsking]);
}

/** Whether sources could still give a date. One that failed stays failed, whatever they say. */
function isOpen({ phase, report, onlineOffer, wantedEpochs }: Item): boolean {
  const isUndecided = phase === "done" && report?.outcome === "indeterminate";
  return isUndecided && (onlineOffer.length > 0 || wantedEpochs.length > 0);
}

function hostOf(endpoint: string): string {
  return new URL(endpoint).host;
}

/** Buttons to keep a report on all items: on paper, as PDF, JSON and CSV. Above the list, whose end may be far away. */
export function ListReport({ items }: { readonly items: readonly Item[] }): JSX.Element {
  const texts = useResultTexts();
  const { result } = texts;
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
  const build = buildIdentity();
  const hasReports = items.some(({ report }) => report !== null);

  async function savePdf(): Promise<void> {
    setPdf("making");
    try {
      const { saveListPdf } = await import("./save-list.js");
      await saveListPdf(items, { ...texts, build });
      setPdf("idle");
    } catch {
      setPdf("failed");
    }
  }

  async function save(format: "json" | "csv"): Promise<void> {
    const { saveListCsv, saveListJson } = await import("./save-list.js");
    if (format === "csv") saveListCsv(items, texts);
    else saveListJson(items, build);
  }

  return (
    <details class="list-report screen-only">
      <summary>{result.list.report.heading}</summary>
      <p class="aside">{result.list.report.lead}</p>
      <p class="buttons">
        <button type="button" onClick={() => print()}>
          {result.report.print}
        </button>
        {hasReports && (
          <>
            <button type="button" disabled={pdf === "making"} onClick={savePdf}>
              <Stated>{pdf === "making" ? result.report.making : result.report.pdf}</Stated>
            </button>
            <button type="button" onClick={() => save("json")}>
              {result.report.json}
            </button>
          </>
        )}
        <button type="button" onClick={() => save("csv")}>
          {result.list.report.csv}
        </button>
      </p>
      <p role="status" class="problem">
        {pdf === "failed" && <Stated>{result.report.failed}</Stated>}
      </p>
    </details>
  );
}

// The list on paper. The page shows only the rows in view, so a table of all is written when printing begins, and removed
// afterwards.

/** @param items all of them, not only those that are filtered. */
export function PrintedItems({ items }: { readonly items: readonly Item[] }): JSX.Element {
  const { page } = usePageTexts();
  const loaded = resultLanguage.value;
  const table = useMemo(
    () => (loaded === null ? null : <Table {...{ items, page, loaded }} />),
    [items, page, loaded],
  );
  const place = usePrinted(table);
  return <div class="print-only" ref={place} />;
}

interface TableProps {
  readonly items: readonly Item[];
  readonly page: PageTexts;
  readonly loaded: LoadedResultTexts;
}

/** Without hooks: it is rendered apart from the page. */
function Table({ items, page, loaded }: TableProps): JSX.Element {
  const { result, language } = loaded;
  const { columns, report } = result.list;
  const examined = items
    .map(({ report: of }) => of?.checked_at ?? "")
    .sort()
    .at(-1);
  return (
    <table class="printed-items">
      <caption>
        {plural(report.title, items.length, language)}
        {examined !== undefined && examined !== "" && (
          <span class="aside">
            {result.subject.checkedAt}: {utcText(examined, language)}
          </span>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{columns.outcome}</th>
          <th scope="col">{columns.file}</th>
          <th scope="col">{result.sources.noLaterThan}</th>
          <th scope="col">{columns.ground}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} {...{ item, page, loaded }} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, page, loaded }: Omit<TableProps, "items"> & { readonly item: Item }): JSX.Element {
  const { result, codes, language } = loaded;
  const { report } = item;
  const date = report === null ? null : resultSummary(report, result, codes, language).date;
  return (
    <tr>
      <td>
        <Sign kind={itemSign(item)} /> {itemState(item, page)}
      </td>
      <td>
        <Name name={item.title} />
        {item.fingerprint !== null && <code>{item.fingerprint.hash}</code>}
      </td>
      <td>{date ?? "–"}</td>
      <td>
        {itemDetails(item, loaded)
          .filter((text) => text !== date)
          .join(" · ")}
      </td>
    </tr>
  );
}

export interface ItemsProps {
  readonly items: readonly Item[];
  readonly onOpen: (id: string) => void;
  readonly onClear: () => void;
}

/** A list of this length is seen at a glance. */
const MAX_WITHOUT_SEARCH = 50;

/** As people count: "file 2" before "file 10". */
function byTitle(language: Language): (a: Item, b: Item) => number {
  const { compare } = new Intl.Collator(LOCALES[language], { numeric: true });
  return (a, b) => compare(a.title, b.title);
}

/** Whether the name contains all words, in any case. */
function isNamed({ title }: Item, wanted: string): boolean {
  const name = title.normalize("NFC").toLowerCase();
  return wanted
    .normalize("NFC")
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** All items: the count of each outcome, and the list. */
export function Items({ items, onOpen, onClear }: ItemsProps): JSX.Element {
  const { page, language } = usePageTexts();
  const { isBusy } = useSession();
  const [shown, setShown] = useState<ItemKind | null>(null);
  const [wanted, setWanted] = useState("");
  const sorted = useMemo(() => items.toSorted(byTitle(language)), [items, language]);
  // Rows show dates and reasons as soon as the texts for them are there.
  useEffect(() => void loadResultTexts(language).catch(() => undefined), [language]);
  const isLong = items.length > MAX_WITHOUT_SEARCH;
  const some = sorted.filter(
    (item) => (shown === null || itemKind(item) === shown) && (!isLong || isNamed(item, wanted)),
  );
  return (
    <>
      <div class="list-title">
        <h1 tabIndex={-1}>{page.items.heading}</h1>
        <button type="button" onClick={onClear}>
          {page.items.clear}
        </button>
      </div>
      <p class="unseen" role="status">
        <Stated>
          {isBusy.value
            ? page.phases.verifying
            : countsOf(items)
                .map(([kind, count]) => `${plural(page.items[kind], count, language)}. `)
                .join("")}
        </Stated>
      </p>
      <ItemCounts items={items} shown={shown} onShow={setShown} />
      {isLong && (
        <p class="screen-only">
          <label>
            {page.items.search}{" "}
            <input
              type="search"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          </label>
        </p>
      )}
      {resultLanguage.value !== null && <AskAll items={items} />}
      {resultLanguage.value !== null && <ListReport items={sorted} />}
      <ItemList items={some} onOpen={onOpen} />
      <PrintedItems items={sorted} />
    </>
  );
}
