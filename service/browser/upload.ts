/**
 * Sends an original in parts, shows how far it is, and goes on after a cut or a reload from where the service stands. The form
 * works without this script.
 */
import { keepPageOnDrop } from "@svc-proof/verifier-web/ui/intake";

const PART_BYTES = 4_000_000;
/** Waits after a cut, each longer than the former. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000];
/** Uploads that begin again from the start because the service lost them: after that, the file is sent in one part. */
const MAX_RESTARTS = 2;

interface Texts {
  readonly progress: string;
  readonly resume: string;
  readonly otherFile: string;
  readonly interrupted: string;
  readonly cancelled: string;
  readonly cancel: string;
  readonly refusals: Readonly<Record<string, string>>;
}

interface Standing {
  readonly offset?: number | null;
  readonly size?: number;
  readonly outcome?: "more" | "stored" | "existing";
  readonly error?: { readonly code: string };
}

const form = document.querySelector<HTMLFormElement>("#deposit");
if (form !== null) attach(form);

function attach(form: HTMLFormElement): void {
  keepPageOnDrop();
  const { upload = "", done = "", locale = "en", texts: json = "{}" } = form.dataset;
  const texts = JSON.parse(json) as Texts;
  const input = form.querySelector<HTMLInputElement>("#file")!;
  const submit = form.querySelector<HTMLButtonElement>("button[type=submit]")!;
  const bar = document.createElement("progress");
  bar.hidden = true;
  bar.max = 1;
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  status.id = "upload-status";
  bar.setAttribute("aria-describedby", status.id);
  bar.setAttribute("aria-labelledby", "original-title");
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.textContent = texts.cancel;
  cancel.hidden = true;
  submit.after(cancel);
  form.append(bar, status);

  let sending: AbortController | null = null;
  const bytes = (count: number) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: "megabyte",
      maximumFractionDigits: 1,
    }).format(count / 1e6);
  const percent = (part: number) =>
    new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(part);
  const tell = (text: string) => {
    status.textContent = text;
  };
  const show = (sent: number, size: number) => {
    bar.hidden = false;
    bar.value = size === 0 ? 0 : sent / size;
    status.textContent = filled(texts.progress, {
      percent: percent(bar.value),
      sent: bytes(sent),
      size: bytes(size),
    });
  };
  const idle = (text: string, isProblem: boolean) => {
    sending = null;
    submit.disabled = false;
    input.disabled = false;
    // A button that vanishes takes the focus with it.
    if (document.activeElement === cancel) input.focus();
    cancel.hidden = true;
    bar.hidden = true;
    status.classList.toggle("problem", isProblem);
    status.textContent = text;
  };

  void ask(upload).then(({ offset, size }) => {
    if (offset == null || size === undefined || sending !== null) return;
    form.closest("details")?.setAttribute("open", "");
    bar.hidden = false;
    bar.value = offset / size;
    status.textContent = filled(texts.resume, { percent: percent(offset / size), size: bytes(size) });
  });

  cancel.addEventListener("click", () => sending?.abort());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (file === undefined || sending !== null) return;
    const controller = new AbortController();
    sending = controller;
    status.classList.remove("problem");
    cancel.hidden = false;
    cancel.focus();
    submit.disabled = true;
    input.disabled = true;
    send(upload, file, {
      signal: controller.signal,
      show,
      tell,
      texts,
    })
      .then((outcome) => location.assign(`${done}?notice=${outcome}`))
      .catch((error: unknown) => {
        const code = error instanceof Refused ? error.code : "unavailable";
        if (controller.signal.aborted) idle(texts.cancelled, false);
        else idle(texts.refusals[code] ?? texts.refusals["unavailable"]!, true);
      });
  });
}

interface Sending {
  readonly signal: AbortSignal;
  readonly show: (sent: number, size: number) => void;
  readonly tell: (text: string) => void;
  readonly texts: Texts;
}

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** @throws Refused, or an AbortError. */
async function send(address: string, file: File, { signal, show, tell, texts }: Sending): Promise<string> {
  const before = await ask(address);
  let offset = before.offset ?? 0;
  if (before.offset != null && before.size !== file.size) {
    tell(texts.otherFile);
    offset = 0;
  }
  let [cuts, restarts] = [0, 0];
  for (;;) {
    signal.throwIfAborted();
    show(offset, file.size);
    const partBytes = restarts > MAX_RESTARTS ? file.size : PART_BYTES;
    const part = file.slice(offset, offset + partBytes);
    const from = offset;
    const answer = await post(address, part, {
      offset,
      file,
      signal,
      onSent: (sent) => show(from + sent, file.size),
    });
    if (answer !== null && answer.outcome !== undefined) {
      cuts = 0;
      offset = answer.offset ?? offset;
      if (answer.outcome !== "more") return answer.outcome;
      continue;
    }
    const code = answer?.error?.code;
    // Cut, or asked at another place than where the service stands: it is asked. Anything else is its answer.
    const isElsewhere = code === "conflict" || code === "invalid_request" || code === "request_timeout";
    if (answer !== null && !isElsewhere) throw new Refused(code ?? "unavailable");
    // Browsers end a request whose body they cannot read as if the network had failed.
    if (answer === null && !(await isReadable(part))) throw new Refused("file_unreadable");
    if (cuts === RETRY_MS.length) throw new Refused(code ?? "unavailable");
    if (answer === null) tell(texts.interrupted);
    await pause(RETRY_MS[cuts++]!, signal);
    const standing = await ask(address);
    const next = standing.offset ?? 0;
    // The service has lost it: the answer to an upload that it refused, and of one that another instance has.
    if (standing.offset === null && isElsewhere && from === 0) throw new Refused(code!);
    if (next < offset && next === 0) restarts++;
    offset = next;
  }
}

async function isReadable(part: Blob): Promise<boolean> {
  return part.arrayBuffer().then(
    ({ byteLength }) => byteLength === part.size,
    () => false,
  );
}

/** Where the upload of the proof stands. */
async function ask(address: string): Promise<Standing> {
  try {
    const answer = await fetch(address, { redirect: "error" });
    return answer.ok ? ((await answer.json()) as Standing) : {};
  } catch {
    return {};
  }
}

interface Part {
  readonly offset: number;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** `XMLHttpRequest`, because `fetch` does not tell how much was sent. Null when no answer came. */
function post(address: string, part: Blob, { offset, file, signal, onSent }: Part): Promise<Standing | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.open("POST", address);
    request.responseType = "json";
    request.setRequestHeader("x-csrf-token", document.body.dataset["csrf"] ?? "");
    request.setRequestHeader("x-upload-offset", String(offset));
    request.setRequestHeader("x-upload-size", String(file.size));
    request.setRequestHeader("x-upload-name", encodeURIComponent(wellFormed(file.name)));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, part.size));
    request.onload = () =>
      resolve((request.response as Standing | null) ?? { error: { code: "unavailable" } });
    request.onerror = () => resolve(null);
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(part);
  });
}

/** File names of some systems have lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
