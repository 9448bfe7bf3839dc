/**
 * Keeps the page of a proof current: by server-sent events, and by asking from time to time where there are none. What
 * changed is taken from the page as the service writes it, so that no part of it is written twice. `XMLHttpRequest` reads a
 * document without running it, and without a string that Trusted Types would refuse.
 */
const POLL_MS = 10_000;

const said = document.createElement("p");
said.className = "unseen";
said.setAttribute("role", "status");

let isRefreshing = false;
let wanted: string | null = null;

function live(): HTMLElement | null {
  return document.getElementById("live");
}

function changed(tag: string): void {
  const shown = live();
  if (shown === null || shown.dataset["tag"] === tag) return;
  wanted = tag;
  if (!isRefreshing) refresh();
}

function refresh(): void {
  isRefreshing = true;
  wanted = null;
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname);
  request.responseType = "document";
  request.onload = () => {
    if (request.status !== 200) return;
    const fresh = request.responseXML?.getElementById("live");
    // The page to sign in.
    if (fresh == null) location.reload();
    else replace(fresh);
  };
  request.onloadend = () => {
    isRefreshing = false;
    if (wanted !== null) changed(wanted);
  };
  request.send();
}

function replace(fresh: HTMLElement): void {
  const old = live();
  if (old === null) return;
  const focused = document.activeElement;
  const address = old.contains(focused) ? focused?.getAttribute("href") : null;
  const node = document.importNode(fresh, true);
  for (const { id } of old.querySelectorAll("details[id][open]"))
    node.querySelector(`#${id}`)?.setAttribute("open", "");
  const wasSummary = focused instanceof HTMLElement && focused.matches("summary") ? focused.id : null;
  old.replaceWith(node);
  for (const hint of node.querySelectorAll<HTMLElement>(".reload")) hint.hidden = true;
  if (address != null) node.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus();
  else if (wasSummary !== null) document.getElementById(wasSummary)?.focus();
  said.textContent = node.dataset["said"] ?? "";
}

function poll(address: string): void {
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(address, { redirect: "error" });
      if (answer.ok) changed(((await answer.json()) as { readonly tag: string }).tag);
    } catch {
      // The next time.
    }
  }, POLL_MS);
}

const first = live();
if (first !== null) {
  document.body.append(said);
  for (const hint of first.querySelectorAll<HTMLElement>(".reload")) hint.hidden = true;
  const { events = "", state = "" } = first.dataset;
  const source = new EventSource(events);
  source.addEventListener("state", (event) => changed((event as MessageEvent<string>).data));
  source.addEventListener("error", () => {
    // A stream that ended is opened again by the browser; one that was refused is not.
    if (source.readyState === EventSource.CLOSED) poll(state);
  });
}

export {};
