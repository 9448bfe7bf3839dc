/**
 * Files that another program writes to while a page reads them: no page shows a fingerprint of them, and nothing is registered.
 * The files are on the disk, as no content of a test's own can change under a browser.
 */
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PAGE_TEXTS } from "../../service/src/texts/page-texts.js";
import { page } from "../../verifier-web/src/texts/page/english.js";
import { until } from "../e2e/sandbox.js";
import { type BrowserPage, type Control, callText, type Engine } from "./browser-page.js";
import { CHOOSE_FILES } from "./controls.js";
import type { EvidenceAtHand } from "./evidence-at-hand.js";
import { Reader } from "./reader.js";

/** Read for seconds. It takes no space on the disk. */
const SIZE_BYTES = 536_870_912;
/** With microseconds that a program which sets times back to the millisecond loses. */
const WRITTEN_AT_S = 1_750_000_000.123_456;

/** Writes into what was read already, and into what was not. */
function overwrite(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, "other", 0);
  writeSync(file, "other", SIZE_BYTES - 5);
  closeSync(file);
}

const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
  ["appended to", (path) => appendFileSync(path, "one more line")],
  ["overwritten", overwrite],
  [
    "overwritten and given its time back",
    (path) => {
      const { atime, mtime } = statSync(path);
      overwrite(path);
      utimesSync(path, atime, mtime);
    },
  ],
  ["cut", (path) => truncateSync(path, SIZE_BYTES / 2)],
];

/** @param signsIn whether the engine keeps the cookie of a session without TLS. */
export function describeChangedFiles(engine: Engine, signsIn: boolean): void {
  const at = inject("evidenceAtHand");
  describe.skipIf(engine.missing !== null || at === null)(`in ${engine.name}, while a file is read`, () => {
    changedFiles(engine, at!, signsIn);
  });
}

function changedFiles(engine: Engine, at: EvidenceAtHand, signsIn: boolean): void {
  let folder: string;
  let opened: BrowserPage;
  let reader: Reader;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-changed-"));
    opened = await engine.open();
    reader = new Reader(opened, "pointer");
  }, 60_000);
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function newFile(name: string): string {
    const path = join(folder, `${name}.bin`);
    const file = openSync(path, "w");
    ftruncateSync(file, SIZE_BYTES);
    closeSync(file);
    utimesSync(path, WRITTEN_AT_S, WRITTEN_AT_S);
    return path;
  }

  /** Chooses a new file, and changes it as soon as the page shows that it reads it. */
  async function changeWhileRead(choose: Control, name: string, change: (path: string) => void) {
    const path = newFile(name);
    await reader.choose(choose, path);
    const isReading = () =>
      [...document.querySelectorAll("progress")].some(({ value }) => value > 0) ||
      /[1-9]\s?%/.test(document.querySelector("tr[data-state=hashing]")?.textContent ?? "");
    await until(() => opened.evaluate<boolean>(callText(isReading)), 60_000);
    change(path);
    return path;
  }

  // Chromium alone compares times. Others read twice, or notice the size.
  const changes = CHANGES.filter(
    ([name]) => engine.name === "Chromium" || /^(?:overwritten|cut)$/.test(name),
  );
  test.each(changes)("one that is %s gets no fingerprint in the verifier", async (name, change) => {
    await reader.open(`${at.siteUrl}/verify/`);
    await changeWhileRead(CHOOSE_FILES, `verifier-${name}`, change);
    await reader.reads(page.problems.file_unreadable);
    expect(await opened.evaluate("document.querySelector('.hex') === null")).toBe(true);
  });

  // Both pages hash with the same code.
  const some = changes.filter(([name]) => name === "overwritten");
  test.skipIf(!signsIn).each(some)("one that is %s is not registered", async (name, change) => {
    const { script } = PAGE_TEXTS.en.create;
    await reader.open(at.signInUrl);
    await reader.press({ role: "button", name: "^Sign in$" });
    await until(() => opened.evaluate<boolean>("location.pathname.startsWith('/dashboard')"), 60_000);
    const origin = await opened.evaluate<string>("location.origin");
    await reader.open(`${origin}/dashboard/create`);
    const choose: Control = { role: "button", name: `^${script.chooseFiles}$` };
    const path = await changeWhileRead(choose, `registered-${name}`, change);
    await reader.reads(script.states.unreadable);
    await reader.open(`${origin}/dashboard/proofs`);
    const text = await opened.evaluate<string>("document.body.innerText");
    expect(text).not.toContain(basename(path));
  });
}
