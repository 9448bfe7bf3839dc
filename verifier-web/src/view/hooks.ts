/** Focus, links, titles. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Report } from "@svc-proof/verifier-lib";
import { forgetHandedOver, takeHandedOver, withoutKey } from "@svc-proof/verifier-web/ui/intake";
import { shownNameText } from "@svc-proof/verifier-web/ui/wording";
import { type JSX, type RefObject, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Item } from "../model.js";
import { usePageTexts } from "../texts/use-texts.js";
import { useSession } from "./context.js";

/** Focuses an element when it is first rendered, without scrolling to it. */
export function useFocusAtFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}

/**
 * Keeps the focus in the page's content when one view takes the place of another, whose focused element is gone. Back in the list,
 * the focus is on the item that was open. The headline of a result takes it for itself.
 *
 * @param openId the item that is shown alone; null for the list, and for the landing page.
 * @param isList whether there is a list.
 */
export function useFocusInView(openId: string | null, isList: boolean): void {
  const before = useRef<{ readonly openId: string | null; readonly isList: boolean } | null>(null);
  useEffect(() => {
    const left = before.current;
    before.current = { openId, isList };
    if (left === null || !isFocusLost()) return;
    const main = document.getElementById("main");
    const row = openId === null && isList ? rowOf(left.openId) : null;
    const heading = main?.querySelector("h1") ?? null;
    if (heading !== null) heading.tabIndex = -1;
    (row ?? heading ?? main)?.focus({ preventScroll: row !== null || heading === null });
  }, [openId, isList]);
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

function rowOf(itemId: string | null): HTMLElement | null {
  return itemId === null
    ? null
    : document.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"] .item-open`);
}

/** Links to a proof, as in the QR codes of certificates. */
const PROOF_LINK = /^#\/proof\//;

/** Follows the link in the page's address, at the start and when it changes. */
export function useLink(): void {
  const session = useSession();
  useEffect(() => {
    const follow = () => {
      const { link, key } = withoutKey(location.hash);
      if (!PROOF_LINK.test(link)) return;
      session.openLink(link);
      if (key === null) return;
      // The file is there once: whoever copies the address gets the proof.
      history.replaceState(history.state, "", `${location.href.split("#")[0]}${link}`);
      void takeHandedOver(key).then((file) => {
        if (file !== null) session.add([{ file, isChosen: true }]);
      });
    };
    follow();
    // Its own file is taken first, however long the page took to open.
    void forgetHandedOver();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [session]);
}

/** Removes the link from the address, so that reloading does not follow it again. */
export function forgetLink(): void {
  if (location.hash !== "") history.replaceState(history.state, "", location.href.split("#")[0]);
}

/**
 * Selects the item shown alone: the only one, or the one that was opened. Opening one adds an entry to the browser's history,
 * so that the Back button returns to the list.
 *
 * @returns its identifier, or null for the list; and a function that opens an item or the list.
 */
export function useOpenItem(items: readonly Item[]): readonly [string | null, (id: string | null) => void] {
  const [openId, setOpenId] = useState<string | null>(null);
  const listScrollPx = useRef(0);
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => {
      setOpenId(itemOf(state));
      if (itemOf(state) === null) requestAnimationFrame(() => scrollTo({ top: listScrollPx.current }));
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const [only] = items.length === 1 ? items : [];
  const opened = items.find(({ id }) => id === openId) ?? only;
  return [
    opened?.id ?? null,
    (id) => {
      if (id !== null) {
        listScrollPx.current = scrollY;
        history.pushState({ item: id }, "");
        scrollTo({ top: 0 });
      } else if (itemOf(history.state) !== null) {
        history.back();
        return;
      }
      setOpenId(id);
    },
  ];
}

function itemOf(state: unknown): string | null {
  const id = (state as { item?: unknown } | null)?.item;
  return typeof id === "string" ? id : null;
}

/** The title of the window: the outcome of the item that is shown alone, its name and the site. */
export function usePageTitle(item: Item | undefined): void {
  const { page } = usePageTexts();
  const { report = null, title = "" } = item ?? {};
  const word = report === null ? null : page.outcomes[report.verdict];
  useEffect(() => {
    const parts = [word, shownNameText(title), page.title];
    document.title = parts.filter((part) => part !== null && part !== "").join(" – ");
  }, [word, title, page]);
}

/** The sources that the page has asked since it was opened, including those for items that were removed. */
const hosts = signal<readonly string[]>([]);

/** Unique source names in the order of the first request. */
export const askedHosts: ReadonlySignal<readonly string[]> = hosts;

/** Adds a source that the page is about to ask. */
export function noteAskedHost(host: string): void {
  if (!hosts.value.includes(host)) hosts.value = [...hosts.value, host];
}

/** Adds the sources that answered in a report. */
export function noteAskedHosts({ checks }: Report): void {
  const found = new Set(hosts.value);
  for (const { evidence } of checks) {
    const attestations = Array.isArray(evidence["attestations"]) ? evidence["attestations"] : [];
    for (const part of [evidence, ...attestations] as readonly { readonly sources?: unknown }[]) {
      if (!Array.isArray(part.sources)) continue;
      for (const { name } of part.sources) if (typeof name === "string") found.add(name);
    }
  }
  if (found.size > hosts.value.length) hosts.value = [...found];
}

/**
 * Focuses a headline when it is first rendered and with each new answer, and scrolls to it if it is not in view. Leaves the focus in
 * a field or box that the reader is using.
 *
 * @param answer identifies what the headline says.
 */
export function useFocusOnAnswer<Element extends HTMLElement>(answer: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    const headline = element.current;
    if (headline === null) return;
    if (document.activeElement?.matches("input, select, textarea") !== true) {
      headline.focus({ preventScroll: true });
    }
    const { top, bottom } = headline.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) headline.scrollIntoView({ block: "start" });
  }, [answer]);
  return element;
}

/** Whether the device reports a network connection. A source may still be unreachable. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    addEventListener("online", update);
    addEventListener("offline", update);
    return () => {
      removeEventListener("online", update);
      removeEventListener("offline", update);
    };
  }, []);
  return isOnline;
}

/** Not what is folded in them, nor what can be done on a screen only. */
const SELECTOR = ".part:not(.screen-only, [open])";

/** Opens the parts of a result while the page is printed. */
export function useOpenForPrint(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>(SELECTOR)];
      for (const details of opened) details.open = true;
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    return () => {
      removeEventListener("beforeprint", open);
      removeEventListener("afterprint", close);
    };
  }, []);
}

/**
 * What is only on paper: it is rendered when printing begins, apart from the page and so without hooks, and removed afterwards.
 *
 * @returns for the element that it is rendered into.
 */
export function usePrinted(content: JSX.Element | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    // Rendering a root is synchronous: all is there when `beforeprint` returns.
    const show = () => render(content, element);
    const hide = () => render(null, element);
    addEventListener("beforeprint", show);
    addEventListener("afterprint", hide);
    return () => {
      removeEventListener("beforeprint", show);
      removeEventListener("afterprint", hide);
    };
  }, [content]);
  return place;
}
