/** A person with a browser who wants to know by what date a file existed, and counts each action. */
import { until } from "../e2e/sandbox.js";
import { type BrowserPage, type Control, callText, PATIENCE_MS, type SavedFile } from "./browser-page.js";
import { findControl } from "./find-control.js";

/** How the person acts. */
export type Way = "pointer" | "keyboard";

/** What is at the top of a result. */
export interface Headline {
  /** The outcome, the date and what else stands with them. */
  readonly text: string;
  /** Whether the whole sentence is on the screen. */
  readonly isInView: boolean;
  /** Whether the page is wider than the screen. */
  readonly isCutOff: boolean;
  readonly title: string;
  /** The tag of what has the focus. */
  readonly focus: string;
}

/** More than the stops of any page before its last control. */
const MAX_TABS = 120;

export class Reader {
  readonly page: BrowserPage;
  readonly #way: Way;
  /** What was done since the page was opened. Moving the focus is not an action. */
  readonly actions: string[] = [];

  constructor(page: BrowserPage, way: Way) {
    this.page = page;
    this.#way = way;
  }

  /** Opens the page anew: with an input in the address, which is an action, or empty. */
  async open(url: string): Promise<void> {
    // A change of the fragment alone would not load the page.
    await this.page.goto("about:blank");
    await this.page.goto(url);
    this.actions.splice(0, this.actions.length, ...(url.includes("#") ? ["follow the link"] : []));
    await until(() => this.page.evaluate<boolean>("document.querySelector('main') !== null"), PATIENCE_MS);
  }

  /** Presses the button that chooses files, and answers the system's dialog. */
  async choose(button: Control, ...paths: readonly string[]): Promise<void> {
    await this.#reach(button);
    await this.page.answerFileDialog(() => this.#use(button), paths);
    this.actions.push(`choose ${paths.length} files`);
  }

  async press(control: Control): Promise<void> {
    await this.#reach(control);
    await this.#use(control);
    this.actions.push(`press ${control.name}`);
  }

  /** Ticks a box. A page that is drawn anew before or in a press loses it, and people press again. */
  async tick(box: Control): Promise<void> {
    const isTicked = `${callText(findControl, box)}?.checked === true`;
    await this.#until(async () => {
      if (await this.page.evaluate<boolean>(isTicked)) return true;
      await this.#reach(box);
      await this.#use(box).catch(() => {});
      return this.page.evaluate<boolean>(isTicked);
    }, `the box “${box.name}” ticked`);
    this.actions.push(`tick ${box.name}`);
  }

  /** Types into a field and confirms. */
  async enter(field: Control, text: string): Promise<void> {
    await this.#reach(field);
    if (this.#way === "pointer") await this.page.click(field);
    await this.page.type(text);
    await this.page.press("Enter");
    this.actions.push(`enter ${field.name}`);
  }

  /** Saves a file with a button of the page. */
  async save(button: Control): Promise<SavedFile> {
    await this.#reach(button);
    const file = await this.page.saved(() => this.#use(button));
    this.actions.push(`save ${button.name}`);
    return file;
  }

  /**
   * The headline, once it begins with this word and says the rest.
   *
   * @throws Error with the text of the page.
   */
  async headline(word: string, rest: string = ""): Promise<Headline> {
    let shown: Headline | null = null;
    await this.#until(async () => {
      shown = await this.look();
      return shown?.text.startsWith(word) === true && shown.text.includes(rest);
    }, `a result that begins with “${word}” and says “${rest}”`);
    return shown!;
  }

  /** The headline as it is now; null while there is none. */
  look(): Promise<Headline | null> {
    const look = (): Headline | null => {
      const heading = document.querySelector("h1");
      if (heading === null) return null;
      const box = heading.getBoundingClientRect();
      return {
        // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
        text: (heading.parentElement?.innerText ?? "").replace(/\s+/g, " ").trim(),
        isInView: box.height > 0 && box.top >= 0 && box.bottom <= innerHeight,
        isCutOff: document.documentElement.scrollWidth > innerWidth,
        title: document.title,
        focus: document.activeElement?.tagName ?? "",
      };
    };
    return this.page.evaluate(callText(look));
  }

  /** Waits until the page says this somewhere. */
  async reads(text: string): Promise<void> {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    const says = (words: string) => document.body.innerText.replace(/\s+/g, " ").includes(words);
    const words = text.replace(/\s+/g, " ");
    await this.#until(() => this.page.evaluate<boolean>(callText(says, words)), `“${text}”`);
  }

  /** Waits until the browser has kept the page, so that it opens without its server. */
  async untilKept(): Promise<void> {
    // As an expression without `await`: drivers wait for its promise.
    const isKept = () =>
      navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null);
    await this.#until(() => this.page.evaluate(callText(isKept)), "that it is kept");
  }

  /** Waits for a control; with the keyboard, moves the focus to it. */
  async #reach(control: Control): Promise<void> {
    const found = callText(findControl, control);
    await this.#until(() => this.page.evaluate(`${found} !== null`), `the ${control.role} “${control.name}”`);
    if (this.#way === "pointer") return;
    for (let presses = 0; presses < MAX_TABS; presses++) {
      if (await this.page.evaluate(`${found} === document.activeElement`)) return;
      // One row of a list is in the order of Tab. The arrow keys lead to the others.
      const isInList = `document.activeElement.closest("[aria-setsize]")?.parentElement.contains(${found}) === true`;
      await this.page.press((await this.page.evaluate(isInList)) ? "ArrowDown" : "Tab");
    }
    throw new Error(`the ${control.role} “${control.name}” is not reached by the keyboard`);
  }

  async #use(control: Control): Promise<void> {
    if (this.#way === "pointer") return this.page.click(control);
    await this.page.press(control.role === "checkbox" ? "Space" : "Enter");
  }

  /** @throws Error that says what was missing, and the text of the page. */
  async #until(condition: () => Promise<boolean>, wanted: string): Promise<void> {
    try {
      await until(condition, PATIENCE_MS);
    } catch (cause) {
      const text = await this.page.evaluate<string>("document.body.innerText");
      throw new Error(`the page has not shown ${wanted} but:\n${text}`, { cause });
    }
  }
}
