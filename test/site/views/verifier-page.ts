/** The production build in Chromium, as a reader uses it: by what is visible, and by the keyboard. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "playwright-core";

/** A file in Playwright's form. */
export interface GivenFile {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** For actions that take a page a second on a free machine. */
const PATIENCE_MS = 60_000;

export class VerifierPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens the page anew, with no input. */
  async open(url: string): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(url);
    await this.page.waitForSelector(".page-main");
  }

  /** Keeps addresses by source, as the dialog of sources does. */
  async keepEndpoints(bySource: Readonly<Record<string, readonly string[]>>): Promise<void> {
    await this.page.evaluate(
      (settings) => localStorage.setItem("svc-verifier.endpoints", settings),
      JSON.stringify(bySource),
    );
  }

  /** Presses the button that chooses files, by mouse, and answers the system's dialog. */
  async choose(...files: readonly GivenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page
      .locator(".drop-zone button, .result-bar button")
      .filter({ visible: true })
      .first()
      .click();
    const dialog = await chooser;
    await dialog.setFiles(files.map(payloadOf));
    await dialog.element().dispose();
  }

  /** The same by keyboard alone: from the top of the page to the first button that chooses files. */
  async chooseByKeyboard(...files: readonly GivenFile[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    for (let presses = 0; presses < 12; presses++) {
      await this.page.keyboard.press("Tab");
      if (await this.page.evaluate(() => document.activeElement?.closest(".drop-zone") !== null)) break;
    }
    await this.page.keyboard.press("Enter");
    await (await chooser).setFiles(files.map(payloadOf));
  }

  /** Drops files onto the page, as a file manager does. */
  async drop(...files: readonly GivenFile[]): Promise<void> {
    const given = files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] }));
    await this.page.evaluate((list) => {
      const data = new DataTransfer();
      for (const { name, bytes } of list) data.items.add(new File([Uint8Array.from(bytes)], name));
      const event = (type: string) =>
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector("main")!.dispatchEvent(event("dragover"));
      document.querySelector("main")!.dispatchEvent(event("drop"));
    }, given);
  }

  /** Opens the folded parts of a result. */
  async unfold(): Promise<void> {
    await this.page.waitForSelector(".check", { state: "attached" });
    await this.page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLDetailsElement>(".part")) part.open = true;
    });
  }

  /** The picture of the shown result, which is loaded once the verdict is drawn. */
  async picture(): Promise<void> {
    await this.page.waitForSelector(".picture");
  }

  /** Asks the sources on offer. */
  async ask(): Promise<void> {
    await this.unfold();
    const folded = this.page.locator(".online-offer:not(.header-offer) button.primary");
    await ((await folded.count()) > 0 ? folded : this.page.locator(".next-step button").last()).click();
  }

  /** The outcome of the shown result, once there is one. */
  async outcome(): Promise<Shown> {
    await this.page.waitForSelector(".outcome");
    // What it rests on is loaded after it.
    await this.page.waitForSelector(".check", { state: "attached" });
    return this.page.evaluate(() => {
      const text = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.textContent?.trim() ?? "");
      return {
        word: text(".outcome-word")[0]!,
        sentence: text(".outcome-sentence")[0]!,
        failed: text(".check-failed > summary .check-sentence"),
        passed: text(".check-passed > summary .check-sentence"),
      };
    });
  }
}

/** What a reader sees of a result. */
export interface Shown {
  readonly word: string;
  readonly sentence: string;
  /** Sentences of the checks that failed. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** A local file. */
export function fileAt(path: string, name: string = basename(path)): GivenFile {
  return { name, content: readFileSync(path) };
}

function payloadOf({ name, content }: GivenFile): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
}
