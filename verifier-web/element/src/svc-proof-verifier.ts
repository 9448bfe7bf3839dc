/** The element. */

import type { Check, Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import { isLanguage, type Language, preferredLanguage } from "@svc-proof/verifier-web/ui/language";
import { isEvidence, type Opened, openAddress } from "./open-address.js";
import { type FileFacts, NOTHING_SHOWN, type Redirect, type Shown } from "./shown.js";
import { type LoadedTexts, loadTexts, textsFor, withVerdict } from "./texts/load-texts.js";
import { VerifierError, type VerifierErrorDetail, type VerifierPhase } from "./verifier-error.js";
import { drawVerifier } from "./verifier-view.js";
import {
  allowedSources,
  comparedHash,
  type GivenOriginal,
  namedSources,
  networkUse,
  verifyFiles,
} from "./verify-files.js";

/** The language of the content that an element stands in, through shadow roots; else the first of the reader's. */
function languageOf(element: Element): Language {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const [primary = ""] = (at.getAttribute("lang") ?? "").toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
    // The page speaks a language that the element does not: English, rather than that of the reader.
    if (primary !== "") return preferredLanguage([]);
  }
  return preferredLanguage(navigator.languages);
}

function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

// `<svc-proof-verifier>`: verifies the evidence that a page names, in the reader's browser, and shows the verdict. It asks
// nothing but the addresses in `src` and `original`, unless the page allows more by `network`.

/** Detail of the event `svc-proof-result`. */
export interface ResultDetail {
  /** As `@svc-proof/verifier-lib` returns it (docs/formats/report.md). */
  readonly report: Report;
  /** Whether sources on the network were asked for it. */
  readonly isAsked: boolean;
}

/** The events of a verifier, by name. Both bubble, also out of shadow roots. */
export interface VerifierEventMap {
  "svc-proof-result": CustomEvent<ResultDetail>;
  "svc-proof-error": CustomEvent<VerifierErrorDetail>;
}

const MEBIBYTE = 1_048_576;
/** Evidence is held in memory; an original is not. */
const MAX_EVIDENCE_BYTES = 64 * MEBIBYTE;
const MAX_ORIGINAL_BYTES = 4096 * MEBIBYTE;
const SILENCE_MS = 30_000;
const MAX_EVIDENCE_MS = 120_000;
const MAX_ORIGINAL_MS = 3_600_000;
/** Between two drawings of progress: readers see no more. */
const PROGRESS_INTERVAL_MS = 50;

/** The properties that a page sets. */
const PROPERTIES = ["src", "original", "network", "sources"] as const;
type Property = (typeof PROPERTIES)[number];

/** On a server there are no elements; the class can be imported there, and not be created. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/**
 * The element. Its properties reflect its attributes, except files, which only properties take.
 */
export class SvcProofVerifier extends Base {
  static readonly observedAttributes: readonly string[] = [
    "src",
    "original",
    "lang",
    "network",
    "sources",
    "max-bytes",
    "max-original-bytes",
  ];

  #srcBlob: Blob | null = null;
  #originalBlob: Blob | null = null;
  /** The reader's own file. */
  #chosen: File | null = null;
  #shown: Shown = NOTHING_SHOWN;
  #texts: LoadedTexts | null = null;
  #run: AbortController | null = null;
  #fetched: Fetched | null = null;
  #isScheduled = false;
  #languageWatch: MutationObserver | null = null;
  readonly #internals: ElementInternals | null = null;

  constructor() {
    super();
    // What the page puts into the element is shown until the verifier is ready, and without it.
    this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
    this.#internals = this.attachInternals();
  }

  /** Address of the evidence, or the evidence itself: a proof, a package, a certificate, `.ots`, `.tsr` or `.asics`. */
  get src(): string | Blob | null {
    return this.#srcBlob ?? this.getAttribute("src");
  }

  /** Verifies anew. */
  set src(value: string | Blob | null | undefined) {
    this.#srcBlob = value instanceof Blob ? value : null;
    this.#reflect("src", typeof value === "string" ? value : null);
  }

  /** Address of the original, or the original itself, which is then compared with the evidence. */
  get original(): string | Blob | null {
    return this.#originalBlob ?? this.getAttribute("original");
  }

  /** Verifies anew. */
  set original(value: string | Blob | null | undefined) {
    this.#originalBlob = value instanceof Blob ? value : null;
    this.#reflect("original", typeof value === "string" ? value : null);
  }

  /** `offer`: the reader may ask sources. `ask`: they are asked. Null: the network is not used. */
  get network(): string | null {
    return this.getAttribute("network");
  }

  /** Verifies anew. */
  set network(value: string | null | undefined) {
    this.#reflect("network", value ?? null);
  }

  /** Sources that may be asked: `evm:1=https://… bitcoin=https://…`. Null stands for public ones. */
  get sources(): string | null {
    return this.getAttribute("sources");
  }

  /** Verifies anew. */
  set sources(value: string | null | undefined) {
    this.#reflect("sources", value ?? null);
  }

  /** The verdict on what the element names now; null while there is none. */
  get report(): Report | null {
    const { phase, verdict } = this.#shown;
    return phase === "done" || phase === "asking" ? (verdict?.report ?? null) : null;
  }

  /** What it is doing. */
  get phase(): VerifierPhase {
    return this.#shown.phase;
  }

  /** @internal */
  connectedCallback(): void {
    this.#languageWatch ??= new MutationObserver(() => this.#translate());
    this.#languageWatch.observe(document.documentElement, { attributeFilter: ["lang"] });
    for (const name of PROPERTIES) this.#takeProperty(name);
    this.#schedule();
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#languageWatch?.disconnect();
    this.#run?.abort(new DOMException("the element was removed", "AbortError"));
    this.#run = null;
  }

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    // An address takes the place of a file; a file takes the attribute away.
    if (name === "src" && after !== null) this.#srcBlob = null;
    if (name === "original" && after !== null) this.#originalBlob = null;
    if (name !== "lang") this.#change(name);
    else if (this.isConnected) this.#translate();
  }

  /**
   * Verifies again, fetching anew what is fetched.
   *
   * @returns the report; null if there is none. Then `svc-proof-error` tells why, or another verification has replaced this.
   */
  verify(): Promise<Report | null> {
    this.#fetched = null;
    return this.#exclusively((signal) => this.#start(signal));
  }

  /** Compares a file with the evidence in place of `original`; null takes it away again. The file is not sent. */
  compare(file: File | null): Promise<Report | null> {
    this.#chosen = file;
    return this.#exclusively((signal) => this.#start(signal));
  }

  /** Asks the sources that the page allows, as the button does. Null if there is nothing to ask. */
  async ask(): Promise<Report | null> {
    const { askable } = this.#shown;
    const fetched = this.#fetched;
    if (askable.length === 0 || fetched === null) return null;
    return this.#exclusively((signal) => this.#ask(fetched, askable, signal));
  }

  /** Runs one verification, in place of any other. */
  async #exclusively(work: (signal: AbortSignal) => Promise<Report | null>): Promise<Report | null> {
    this.#isScheduled = false;
    const controller = new AbortController();
    this.#replaceRun(controller);
    const { signal } = controller;
    try {
      await this.#loadTexts();
      signal.throwIfAborted();
      return await work(signal);
    } catch (error) {
      if (signal.aborted) return null;
      this.#fail(
        error instanceof VerifierError
          ? error
          : new VerifierError("not_loaded", "evidence", { cause: error }),
      );
      return null;
    }
  }

  #replaceRun(next: AbortController | null): void {
    this.#run?.abort(new DOMException("replaced by another verification", "AbortError"));
    this.#run = next;
  }

  async #start(signal: AbortSignal): Promise<Report | null> {
    const { src } = this;
    if (src === null || src === "") {
      this.#fetched = null;
      this.#show(NOTHING_SHOWN);
      return null;
    }
    const before = this.#fetched?.src === src ? this.#fetched : null;
    this.#show({
      ...NOTHING_SHOWN,
      // While a file is compared, the verdict on the evidence stays where it is.
      ...(before !== null && {
        verdict: this.#shown.verdict,
        evidence: before.facts,
        redirects: before.redirects,
      }),
      phase: before === null ? "loading" : "verifying",
    });
    const fetched = before ?? (await this.#fetch(src, signal));
    signal.throwIfAborted();
    this.#fetched = fetched;
    this.#update(signal, {
      evidence: fetched.facts,
      redirects: fetched.redirects,
      phase: "verifying",
      progress: null,
    });
    const report = await this.#verifyWith(fetched, signal);
    const use = networkUse(this.network);
    const askable = use === null ? [] : await allowedSources(report, namedSources(this.sources));
    await this.#loadTexts(report, true);
    signal.throwIfAborted();
    this.#settle(report, { askable });
    if (use !== "ask" || askable.length === 0) return report;
    // Who was told of the report may have named other evidence.
    signal.throwIfAborted();
    return this.#ask(fetched, askable, signal);
  }

  async #fetch(src: string | Blob, signal: AbortSignal): Promise<Fetched> {
    if (src instanceof Blob) {
      const facts = { name: nameOf(src), sizeBytes: src.size };
      if (!(await reading(isEvidence(src), "evidence"))) throw new VerifierError("not_evidence", "evidence");
      return { src, file: src, facts, redirects: [] };
    }
    const { stream, totalBytes, name, redirect, address, redirectedTo } = await this.#open(
      "evidence",
      src,
      signal,
    );
    const report = this.#progressReporter("loading", "evidence", totalBytes, signal);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let doneBytes = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      doneBytes += value.length;
      report(doneBytes);
    }
    const file = new Blob(chunks);
    if (!(await isEvidence(file))) {
      throw new VerifierError("not_evidence", "evidence", { host: (redirectedTo ?? address).host || null });
    }
    return {
      src,
      file,
      facts: { name, sizeBytes: file.size },
      redirects: redirect === null ? [] : [redirect],
    };
  }

  async #open(
    part: "evidence" | "original",
    address: string,
    signal: AbortSignal,
  ): Promise<Opened & { readonly redirect: Redirect | null }> {
    this.#update(signal, { phase: "loading", progress: { part, doneBytes: 0, totalBytes: null } });
    const isEvidencePart = part === "evidence";
    const opened = await openAddress(address, this.baseURI, {
      part,
      maxBytes: isEvidencePart
        ? this.#limit("max-bytes", MAX_EVIDENCE_BYTES)
        : this.#limit("max-original-bytes", MAX_ORIGINAL_BYTES),
      silenceMs: SILENCE_MS,
      totalMs: isEvidencePart ? MAX_EVIDENCE_MS : MAX_ORIGINAL_MS,
      signal,
    });
    const { redirectedTo: to, address: from } = opened;
    // Within one host, readers learn nothing by it.
    const isTold = to !== null && to.host !== from.host;
    return { ...opened, redirect: isTold ? { part, from: from.host, to: to.host } : null };
  }

  /** A limit that the page sets; what is no number of bytes sets none. */
  #limit(attribute: string, otherwise: number): number {
    const text = this.getAttribute(attribute) ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : otherwise;
  }

  /** Without the original if that cannot be read: the rest of the verdict does not need it. */
  async #verifyWith({ file, facts }: Fetched, signal: AbortSignal): Promise<Report> {
    let originalError: VerifierError | null = null;
    let original: GivenOriginal | null = null;
    let onProgress: (doneBytes: number) => void = () => undefined;
    let close = () => {};
    const given = this.#chosen ?? this.original;
    if (given instanceof Blob) {
      original = { name: nameOf(given), content: given };
      onProgress = this.#progressReporter("hashing", "original", given.size, signal);
      this.#update(signal, {
        original: { name: original.name, sizeBytes: given.size },
        isChosen: given === this.#chosen,
      });
    } else if (given !== null && given !== "") {
      try {
        const { stream, name, totalBytes, redirect } = await this.#open("original", given, signal);
        close = () => void stream.cancel().catch(() => undefined);
        onProgress = this.#progressReporter("hashing", "original", totalBytes, signal);
        const content = noticing(stream, {
          onEnd: (sizeBytes) => this.#update(signal, { original: { name, sizeBytes } }),
          onError: (error) => {
            if (error instanceof VerifierError) originalError = error;
          },
        });
        original = { name, content };
        this.#update(signal, {
          phase: "hashing",
          progress: { part: "original", doneBytes: 0, totalBytes },
          original: { name, sizeBytes: totalBytes },
          redirects: [...this.#shown.redirects, ...(redirect === null ? [] : [redirect])],
        });
      } catch (error) {
        if (!(error instanceof VerifierError)) throw error;
        originalError = error;
      }
    }
    const toVerify = { evidence: file, evidenceName: facts.name, sources: [] };
    const onLinks = (links: readonly Check[]) => this.#showLinks(links, signal);
    const report = await verifyFiles({ ...toVerify, original }, { signal, onProgress, onLinks });
    // Evidence that cannot be read leaves the original unread.
    close();
    signal.throwIfAborted();
    if (report.checks.some(({ code }) => code === "input_unreadable")) {
      throw new VerifierError("file_unreadable", "evidence");
    }
    if (original !== null && report.checks.some(({ code }) => code === "original_unreadable")) {
      originalError ??= new VerifierError("file_unreadable", "original");
    }
    if (originalError === null) return report;
    this.#chosen = null;
    this.#update(signal, { original: null, isChosen: false, originalError });
    this.#tell(originalError);
    signal.throwIfAborted();
    return original === null ? report : verifyFiles({ ...toVerify, original: null }, { signal, onProgress });
  }

  /** Shown before the time sources are verified, whose code may still have to come. */
  async #showLinks(links: readonly Check[], signal: AbortSignal): Promise<void> {
    await this.#loadTexts(links);
    this.#update(signal, { phase: "verifying", progress: null, links });
    // Meanwhile. What fails is asked for again with the verdict.
    this.#loadTexts(links, true).catch(() => undefined);
    await new Promise((drawn) => setTimeout(drawn));
  }

  async #ask(
    { file, facts }: Fetched,
    sources: readonly EndpointGroup[],
    signal: AbortSignal,
  ): Promise<Report> {
    const { verdict, original } = this.#shown;
    this.#update(signal, { phase: "asking" });
    // An original that came from the network cannot be read twice.
    const hash = original === null || verdict === null ? null : comparedHash(verdict.report);
    const report = await verifyFiles(
      {
        evidence: file,
        evidenceName: facts.name,
        original: hash === null ? null : { name: original?.name ?? "", content: { hash } },
        sources,
      },
      { signal, onProgress: () => undefined },
    );
    await this.#loadTexts(report, true);
    signal.throwIfAborted();
    const hosts = sources.flatMap(({ endpoints }) => endpoints.map((url) => new URL(url).host));
    this.#settle(report, { askable: sources, asked: [...new Set(hosts)] });
    return report;
  }

  /**
   * Words in the language around the element, for all codes that are shown: those that are rare have a file of their own, as have
   * those of a verdict. The language, and what is shown, may change meanwhile.
   */
  async #loadTexts(next: unknown = null, isVerdict = false): Promise<void> {
    for (;;) {
      const before = this.#texts;
      const { verdict, links } = this.#shown;
      const language = languageOf(this);
      const loaded = before?.language === language ? before : await loadTexts(language);
      const isWhole = isVerdict || verdict !== null;
      const texts = await textsFor(isWhole ? await withVerdict(loaded) : loaded, [
        next,
        verdict?.report,
        links,
      ]);
      const isBehind = this.#shown.verdict !== null && texts.result === null;
      if (isBehind || this.#texts !== before || languageOf(this) !== language) continue;
      this.#texts = texts;
      return;
    }
  }

  #settle(report: Report, more: Partial<Shown>): void {
    const { original, isChosen, originalError, redirects } = this.#shown;
    const verdict = { report, original, isChosen, originalError, redirects };
    this.#show({ ...this.#shown, ...more, phase: "done", progress: null, links: null, verdict });
    this.dispatchEvent(
      new CustomEvent<ResultDetail>("svc-proof-result", {
        detail: { report, isAsked: this.#shown.asked.length > 0 },
        bubbles: true,
        composed: true,
      }),
    );
  }

  #fail(error: VerifierError): void {
    this.#show({ ...this.#shown, phase: "failed", progress: null, links: null, verdict: null, error });
    this.#tell(error);
  }

  #tell({ code, part, host, status, maxBytes }: VerifierError): void {
    this.dispatchEvent(
      new CustomEvent<VerifierErrorDetail>("svc-proof-error", {
        detail: { code, part, host, status, maxBytes },
        bubbles: true,
        composed: true,
      }),
    );
  }

  #progressReporter(
    phase: "loading" | "hashing",
    part: "evidence" | "original",
    totalBytes: number | null,
    signal: AbortSignal,
  ): (doneBytes: number) => void {
    let shownAtMs = Number.NEGATIVE_INFINITY;
    return (doneBytes) => {
      const nowMs = performance.now();
      if (nowMs - shownAtMs < PROGRESS_INTERVAL_MS) return;
      shownAtMs = nowMs;
      this.#update(signal, { phase, progress: { part, doneBytes, totalBytes } });
    };
  }

  /** What one verification shows. One that was replaced shows nothing: it may be about other files. */
  #update(signal: AbortSignal, more: Partial<Shown>): void {
    if (!signal.aborted) this.#show({ ...this.#shown, ...more });
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#setStates(shown);
    this.#draw();
  }

  #draw(): void {
    const root = this.shadowRoot;
    if (root === null || this.#texts === null) return;
    drawVerifier(root, {
      shown: this.#shown,
      texts: this.#texts,
      onCompare: (file) => void this.compare(file),
      onAsk: () => void this.ask(),
      onRetry: () => void this.verify(),
    });
  }

  /** For style sheets of the page: `svc-proof-verifier:state(verified)`. */
  #setStates({ phase, verdict }: Shown): void {
    const states = this.#internals?.states;
    if (states === undefined) return;
    try {
      states.clear();
      states.add(phase);
      if (phase === "done" && verdict !== null) states.add(verdict.report.verdict);
    } catch {
      // Browsers before `:state()` allow only names that begin with two hyphens.
    }
  }

  /** From here on, what was verified is not what the element names. */
  #change(name: string): void {
    this.#replaceRun(null);
    this.#fetched = null;
    const isNamed = this.src !== null && this.src !== "";
    this.#show({ ...NOTHING_SHOWN, phase: isNamed && this.isConnected ? "loading" : "idle" });
    // The reader chose it for other evidence.
    if (name === "src" || name === "original") this.#chosen = null;
    if (this.isConnected) this.#schedule();
  }

  /** Verifies once, however many attributes a framework sets one after the other. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      if (!this.#isScheduled) return;
      this.#isScheduled = false;
      if (this.isConnected) void this.verify();
    });
  }

  async #translate(): Promise<void> {
    if (this.#texts === null || this.#texts.language === languageOf(this)) return;
    try {
      await this.#loadTexts();
      this.#draw();
    } catch {
      // The texts cannot be loaded: those of the other language stay.
    }
  }

  #reflect(attribute: Property, value: string | null): void {
    const before = this.getAttribute(attribute);
    if (value === null) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value);
    // A file in place of another leaves the attribute as it is.
    if (before === value) this.#change(attribute);
  }

  /** A property that a framework has set before the element was defined hides the accessor. */
  #takeProperty<Name extends Property>(name: Name): void {
    if (!Object.hasOwn(this, name)) return;
    const { [name]: value } = this as SvcProofVerifier;
    delete (this as Partial<Pick<SvcProofVerifier, Property>>)[name];
    (this as SvcProofVerifier)[name] = value;
  }
}

/** Evidence at hand. */
interface Fetched {
  /** What it was fetched by. */
  readonly src: string | Blob;
  readonly file: Blob;
  readonly facts: FileFacts;
  readonly redirects: readonly Redirect[];
}

/** The name of a file, which its author chose; a blob has none. */
function nameOf(blob: Blob): string {
  return blob instanceof File ? blob.name.slice(0, 255) : "";
}

/** @throws VerifierError `file_unreadable` */
async function reading<Result>(result: Promise<Result>, part: "evidence" | "original"): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw new VerifierError("file_unreadable", part, { cause: error });
  }
}

interface Noticed {
  /** Learns the size, which a server need not state. */
  readonly onEnd: (sizeBytes: number) => void;
  /** Learns why the stream failed, which the library reports in words only. */
  readonly onError: (error: unknown) => void;
}

/** The same stream. */
async function* noticing(
  stream: ReadableStream<Uint8Array>,
  { onEnd, onError }: Noticed,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let sizeBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        onEnd(sizeBytes);
        return;
      }
      sizeBytes += value.length;
      yield value;
    }
  } catch (error) {
    onError(error);
    throw error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
