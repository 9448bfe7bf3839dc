/** Many items: rows, counts, progress. */

import type { Verdict } from "@svc-proof/verifier-lib";
import { Sign, type SignKind, Stated } from "@svc-proof/verifier-web/ui/components";
import { fill, plural } from "@svc-proof/verifier-web/ui/language";
import { Hex, Name } from "@svc-proof/verifier-web/ui/verdict";
import {
  amountText,
  outcomeSign,
  rateText,
  shownNameText,
  timeLeftText,
} from "@svc-proof/verifier-web/ui/wording";
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Item, isProofWanted } from "../model.js";
import { resultSummary } from "../report-output/report.js";
import type { PageTexts } from "../texts/page/english.js";
import { type LoadedResultTexts, resultLanguage } from "../texts/result-language.js";
import { usePageTexts, useResultTexts } from "../texts/use-texts.js";
import { ChangedFiles } from "./changed-files.js";
import { ProblemLine, useSession, WithResultTexts } from "./context.js";
import { noteAskedHost, useFocusAtFirst } from "./hooks.js";
import { Pick, TypedForm } from "./intake.js";

/** The kinds by which items are counted and filtered: their outcome, or still in progress. */
export type ItemKind = Verdict | "waiting" | "refused" | "working";

/** Order of the counts: items that need attention are not last. */
const ITEM_KINDS: readonly ItemKind[] = [
  "failed",
  "indeterminate",
  "soFar",
  "unvouched",
  "rehearsal",
  "chosen",
  "verified",
  "waiting",
  "refused",
  "working",
];

export function itemKind({ phase, report }: Item): ItemKind {
  if (phase === "refused" || phase === "cancelled") return "refused";
  if (phase !== "done") return "working";
  return report === null ? "waiting" : report.verdict;
}

export function itemSign(item: Item): SignKind {
  const kind = itemKind(item);
  return kind === "waiting" || kind === "refused" || kind === "working" ? "none" : outcomeSign(kind);
}

/** Number of items of each kind that occurs. */
export function countsOf(items: readonly Item[]): readonly (readonly [ItemKind, number])[] {
  const counts = new Map<ItemKind, number>();
  for (const item of items) counts.set(itemKind(item), (counts.get(itemKind(item)) ?? 0) + 1);
  return ITEM_KINDS.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, count] as const];
  });
}

export interface ItemCountsProps {
  readonly items: readonly Item[];
  /** Null if all items are shown. */
  readonly shown: ItemKind | null;
  readonly onShow: (kind: ItemKind | null) => void;
}

/** The count of each outcome; clicking one filters the list. */
export function ItemCounts({ items, shown, onShow }: ItemCountsProps): JSX.Element {
  const { page, language } = usePageTexts();
  return (
    <fieldset class="counts" aria-label={page.items.heading}>
      <button type="button" aria-pressed={shown === null} onClick={() => onShow(null)}>
        {page.items.all}
      </button>
      {countsOf(items).map(([kind, count]) => (
        <button key={kind} type="button" aria-pressed={shown === kind} onClick={() => onShow(kind)}>
          <Sign
            kind={kind === "waiting" || kind === "refused" || kind === "working" ? "none" : outcomeSign(kind)}
          />
          <Stated>{plural(page.items[kind], count, language)}</Stated>
        </button>
      ))}
    </fieldset>
  );
}

// What the row of an item says after its outcome: the date and its source, or why there is none.

/** The outcome, or the state of an item without one: one or two words. */
export function itemState(item: Item, page: PageTexts): string {
  const kind = itemKind(item);
  if (kind !== "refused" && kind !== "working" && kind !== "waiting") return page.outcomes[kind];
  return item.wanted === null ? page.phases[item.phase] : page.items.incomplete;
}

/**
 * Texts to show one after the other, the most important first. Names in them are safe to show.
 *
 * @param loaded null until the texts of results are loaded.
 */
export function itemDetails(item: Item, loaded: LoadedResultTexts | null): readonly string[] {
  const { report, phase, looksLike, probablyChanged, probableProofs } = item;
  if (loaded === null || phase !== "done") return [];
  const { result, codes, language } = loaded;
  const changed = [
    { names: probablyChanged, template: result.list.changed.ofProof },
    { names: probableProofs, template: result.list.changed.ofFile },
  ].flatMap(({ names, template }) => {
    const files = [...new Set(names.map(({ name }) => shownNameText(name)))].join(", ");
    return files === "" ? [] : [fill(template, { files })];
  });
  if (report === null) return looksLike === null ? changed : [...changed, codes.looksLike[looksLike]];
  const { date, source, remark } = resultSummary(report, result, codes, language);
  return [...changed, ...[date, remark, source].flatMap((text) => text ?? [])];
}

export interface ProgressLineProps {
  readonly progress: NonNullable<Item["progress"]>;
  /** Names the file for screen readers. */
  readonly title: string;
}

/** Progress of reading a file: amount, rate and time left. */
export function ProgressLine({ progress, title }: ProgressLineProps): JSX.Element {
  const { page, language } = usePageTexts();
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  const said = [
    amountText(doneBytes, totalBytes, page, language),
    ...(bytesPerSecond === null ? [] : [rateText(bytesPerSecond, page, language)]),
    ...(secondsLeft === null ? [] : [timeLeftText(secondsLeft, page, language)]),
  ].join(" · ");
  return (
    <span class="progress">
      <progress
        value={doneBytes}
        max={Math.max(1, totalBytes ?? doneBytes)}
        aria-label={title}
        aria-valuetext={said}
      />
      <span class="aside">
        <Stated>{said}</Stated>
      </span>
    </span>
  );
}

/** Fixed height of a row, so that no measuring is needed. The same as `--row-height` in CSS. */
export const ROW_HEIGHT_PX = 76;

export interface ItemRowProps {
  readonly item: Item;
  readonly index: number;
  readonly count: number;
  /** Whether the Tab key reaches this row. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onOpen: (id: string) => void;
}

export function ItemRow({ item, index, count, isActive, onFocus, onOpen }: ItemRowProps): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const kind = itemKind(item);
  const title = shownNameText(item.title);
  const state = itemState(item, page);
  const details = itemDetails(item, resultLanguage.value);
  return (
    <li
      class={`item item-${kind}`}
      data-row={index}
      data-item={item.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${index * ROW_HEIGHT_PX}px)` }}
    >
      <button
        type="button"
        class="item-open"
        tabIndex={isActive ? 0 : -1}
        onFocus={onFocus}
        onClick={() => onOpen(item.id)}
      >
        <Sign kind={itemSign(item)} />
        <span class="item-text">
          <span class="item-title">
            <Name name={item.title} />
          </span>
          <span class="item-state">
            <Stated by={[state, ...details].join("\n")}>
              <strong>{state}</strong>
              {details.map((text) => ` · ${text}`)}
            </Stated>
          </span>
        </span>
      </button>
      {kind === "working" && item.progress !== null && (
        <ProgressLine progress={item.progress} title={title} />
      )}
      <button
        type="button"
        class="quiet"
        tabIndex={isActive ? 0 : -1}
        aria-label={
          kind === "working"
            ? `${page.items.cancel}: ${title}`
            : page.items.remove.replace("{title}", () => title)
        }
        onClick={() => (kind === "working" ? session.cancel(item.id) : session.remove(item.id))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}

/** Computes the visible rows of a list with a fixed row height. */
export interface VisibleRows {
  /** Index of the first rendered row. */
  readonly first: number;
  /** Index after the last rendered row. */
  readonly end: number;
}

/** Extra rows rendered above and below, so that scrolling shows no gap. */
const OVERSCAN = 8;

/**
 * @param topPx where the list begins, from the top of the window; negative once it is scrolled past.
 * @param windowHeightPx height of the window.
 */
export function visibleRows(
  count: number,
  rowHeightPx: number,
  topPx: number,
  windowHeightPx: number,
): VisibleRows {
  const first = Math.floor(-topPx / rowHeightPx) - OVERSCAN;
  const end = Math.ceil((windowHeightPx - topPx) / rowHeightPx) + OVERSCAN;
  return { first: clamp(first, count), end: clamp(end, count) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count));
}

/** Updates the visible rows while the window scrolls. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ first: 0, end: Math.min(count, 20) });
  useLayoutEffect(() => {
    const update = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = visibleRows(count, rowHeightPx, top, innerHeight);
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [list, count, rowHeightPx]);
  return rows;
}

/** The items, one row each. Only visible rows are rendered, since there may be thousands. */
export interface ItemListProps {
  readonly items: readonly Item[];
  readonly onOpen: (id: string) => void;
}

export function ItemList({ items, onOpen }: ItemListProps): JSX.Element {
  const { page } = usePageTexts();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const { first, end } = useVisibleRows(list, items.length, ROW_HEIGHT_PX);
  const current = Math.min(active, items.length - 1);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${current}"] .item-open`);
    if (row == null) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  function move(event: KeyboardEvent): void {
    const to = destination(event.key, current, items.length);
    if (to === null || !(event.target as HTMLElement).classList.contains("item-open")) return;
    event.preventDefault();
    wantsFocus.current = true;
    setActive(to);
    scrollToRow(list.current, to);
  }

  if (items.length === 0) return <p class="aside">{page.items.empty}</p>;
  return (
    <>
      {items.length > 1 && (
        <p class="aside" id="list-keys">
          {page.items.keys}
        </p>
      )}
      <ul
        ref={list}
        class="items"
        aria-label={page.items.heading}
        style={{ height: `${items.length * ROW_HEIGHT_PX}px` }}
        onKeyDown={move}
      >
        {items.slice(first, end).map((item, at) => (
          <ItemRow
            key={item.id}
            item={item}
            index={first + at}
            count={items.length}
            isActive={first + at === current}
            onFocus={() => setActive(first + at)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  );
}

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

function destination(key: string, from: number, count: number): number | null {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_ROWS,
    PageUp: from - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1));
}

/** Scrolls to a row, even if it is not rendered yet. */
function scrollToRow(list: HTMLElement | null, row: number): void {
  if (list === null) return;
  const top = list.getBoundingClientRect().top + row * ROW_HEIGHT_PX;
  if (top < 0) scrollBy({ top: top - ROW_HEIGHT_PX });
  else if (top + ROW_HEIGHT_PX > innerHeight) scrollBy({ top: top + 2 * ROW_HEIGHT_PX - innerHeight });
}

export interface UnfinishedProps {
  readonly item: Item;
  readonly onOpen: (id: string) => void;
}

function LooksLike({ kind }: { readonly kind: NonNullable<Item["looksLike"]> }): JSX.Element {
  const { codes } = useResultTexts();
  return (
    <p class="caveat">
      <Stated>{codes.looksLike[kind]}</Stated>
    </p>
  );
}

/** Offers to ask this page's own service for the proof of a fingerprint. Nothing is sent before the button is pressed. */
function LookUp({ hash }: { readonly hash: string }): JSX.Element | null {
  const { intake } = usePageTexts().page;
  const session = useSession();
  const state = session.lookups.value.get(hash);
  if (!session.hasLookup.value) return null;
  const { host } = location;
  const isAsking = state === "asking";
  const press = () => {
    if (isAsking) return;
    noteAskedHost(host);
    session.lookUp(hash);
  };
  return (
    <div class="look-up screen-only">
      <p class="buttons">
        <button type="button" aria-disabled={isAsking} onClick={press}>
          <Stated>{fill(isAsking ? intake.lookingUp : intake.lookUp, { host })}</Stated>
        </button>
      </p>
      <p class="aside">{fill(intake.lookUpSends, { host })}</p>
      <div role="status">
        {state === "none" && <p>{fill(intake.notFound, { host })}</p>}
        {typeof state === "object" &&
          (state.code === "service_unreachable" ? (
            <p class="problem">{fill(intake.notAnswered, { host })}</p>
          ) : (
            <ProblemLine problem={state} />
          ))}
      </div>
    </div>
  );
}

/** An item without a report: in progress, refused, cancelled, or incomplete. */
export function Unfinished({ item, onOpen }: UnfinishedProps): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const { phase, progress, problem, wanted, looksLike, fingerprint, probableProofs } = item;
  const isAtWork = phase !== "done" && phase !== "refused" && phase !== "cancelled";
  return (
    <article class="single">
      <h1 tabIndex={-1} ref={heading}>
        <Name name={item.title} />
      </h1>
      {looksLike !== null && <WithResultTexts render={() => <LooksLike kind={looksLike} />} />}
      <p class="single-state" role="status">
        <Sign kind="none" />
        <Stated>{wanted === null ? page.phases[phase] : page.wanted[wanted]}</Stated>
      </p>
      {progress !== null && <ProgressLine progress={progress} title={item.title} />}
      {problem !== null && <ProblemLine problem={problem} />}
      {probableProofs.length > 0 && (
        <WithResultTexts render={() => <ChangedFiles item={item} onOpen={onOpen} />} />
      )}
      {fingerprint !== null && (
        <dl class="facts">
          <dt>{fingerprint.algorithm}</dt>
          <dd>
            <Hex value={fingerprint.hash} label={fingerprint.algorithm} />
          </dd>
        </dl>
      )}
      <p class="buttons">
        {isAtWork && (
          <button type="button" onClick={() => session.cancel(item.id)}>
            {page.items.cancel}
          </button>
        )}
        {(phase === "refused" || phase === "cancelled") && (
          <button type="button" class="primary" onClick={() => session.retry(item.id)}>
            {page.items.retry}
          </button>
        )}
        {wanted !== null && (
          <Pick label={isProofWanted(wanted) ? page.intake.addProof : page.intake.chooseFiles} isPrimary />
        )}
      </p>
      {isProofWanted(wanted) && fingerprint?.algorithm === "SHA-256" && <LookUp hash={fingerprint.hash} />}
      {isProofWanted(wanted) && <TypedForm />}
    </article>
  );
}
