/**
 * One page of a browser, as far as a person at a device reaches it: keys, pointer, files, what is on
 * the screen. Each engine has its own driver behind it.
 */

/** Leads to this machine, and is not secure without TLS. */
export const INSECURE_HOST = "lan.test";

/** The clock of a page, for a script that runs before those of the page. */
export function clockText(time: Date): string {
  const set = (fixedMs: number) => {
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given: readonly [] | readonly [number]) {
        super(...((given.length === 0 ? [fixedMs] : given) as [number]));
      }
      static override now(): number {
        return fixedMs;
      }
    } as DateConstructor;
  };
  return callText(set, time.getTime());
}

/** For a step that takes a second on a free machine. */
export const PATIENCE_MS = 120_000;

/** CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** A control by what a person, or a screen reader, calls it. */
export interface Control {
  readonly role: "button" | "checkbox" | "textbox" | "link" | "combobox";
  /** Source of a regular expression that its accessible name matches. */
  readonly name: string;
}

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Keys that a person needs without a pointer. */
export type Key = "Tab" | "Enter" | "Space" | "ArrowDown";

export interface BrowserPage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** As near as the browser's window comes to it: MiniBrowser's is at least 447 pixels wide. */
  resize(viewport: Viewport): Promise<void>;
  /** The value of an expression, or what its promise becomes, as JSON. */
  evaluate<R>(expression: string): Promise<R>;
  /** Presses the control with the pointer. It must be on the page. */
  click(control: Control): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Answers the file dialog that the action opens. */
  answerFileDialog(open: () => Promise<void>, paths: readonly string[]): Promise<void>;
  /** The file that the action makes the browser save. */
  saved(save: () => Promise<void>): Promise<SavedFile>;
  /** Pages that are opened from now on take it for this time; null for the real one. Where the driver can do that. */
  atTime?(time: Date | null): Promise<void>;
  /** What the page threw or its policy refused, where the driver tells it. */
  readonly faults: string[];
  close(): Promise<void>;
}

/** An engine, and how a page of it is opened. */
export interface Engine {
  readonly name: string;
  /** Why it cannot run here; null if it can. */
  readonly missing: string | null;
  /** A page of a browser with an empty profile. */
  open(): Promise<BrowserPage>;
}

/** The call of a function as an expression for the page. It uses nothing from outside itself; its words are JSON. */
export function callText<A extends readonly unknown[]>(work: (...words: A) => unknown, ...words: A): string {
  return `(${work})(...${JSON.stringify(words)})`;
}
