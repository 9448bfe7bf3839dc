/** The part of the page that needs the script: what it shows, and how it begins. */

import { Stated } from "@svc-proof/verifier-web/ui/components";
import { bytesText, fill, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import { saveFile } from "@svc-proof/verifier-web/ui/saving";
import { type JSX, render } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ScriptSettings } from "../../src/dashboard/create.js";
import { type Counts, Creation, countItems, groupPoster, holdLock, randomToken } from "./creation.js";
import { FileTable, proofsCsv } from "./file-table.js";
import { Following, MailWish, PageSession } from "./following.js";
import { startWorker, workerHasher } from "./hashing.js";
import { endText, Intake, type IntakeResult, Notices } from "./intake.js";
import { IndexedDbJournal, keepInTab, keptInTab } from "./journal.js";
import { attachListForm } from "./list-form.js";

/** Drawn a few times a second at most, however often something changes. */
const DRAW_MS = 200;
/** A screen reader is told of progress no more often. */
const TELL_MS = 10_000;

export interface MainViewProps {
  readonly creation: Creation;
  readonly settings: ScriptSettings;
  readonly following: Following;
  /** Null where the service sends no mails. */
  readonly mailWish: MailWish | null;
  /** Tries to go on after a sign-in. */
  readonly onReturn: () => void;
  /** Whether the browser keeps the journal. */
  readonly isKept: () => boolean;
  /** Receives what is to be called after each change. */
  readonly onShow: (show: () => void) => void;
}

export function MainView(props: MainViewProps): JSX.Element {
  const { creation, settings, following, isKept, onShow } = props;
  const [, setDrawn] = useState(0);
  const draw = useCallback(() => setDrawn((count) => count + 1), []);
  const [taken, setTaken] = useState<IntakeResult | null>(null);
  useEffect(() => {
    onShow(atMostEach(DRAW_MS, draw));
  }, [onShow, draw]);
  const isWaiting = creation.hindrance !== null && "untilMs" in creation.hindrance;
  // The seconds of a pause run down.
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(draw, 1_000);
    return () => clearInterval(timer);
  }, [isWaiting, draw]);

  const counts = countItems(creation.items);
  const { texts } = settings;
  const isConfirmed = !creation.isBusy && following.isConfirmed;
  const parts = { creation, counts, settings, isConfirmed };
  return (
    <>
      <Intake
        texts={texts}
        onFiles={(result) => {
          setTaken(result);
          void creation.add(result.files);
        }}
      />
      <Options {...props} />
      {creation.items.length > 0 && <Overall {...parts} />}
      <Notices {...parts} taken={taken} isKept={isKept()} onReturn={props.onReturn} />
      <Told {...parts} />
      {creation.items.length > 0 && (
        <>
          <Buttons {...parts} />
          <FileTable creation={creation} settings={settings} following={following} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly creation: Creation;
  readonly counts: Counts;
  readonly settings: ScriptSettings;
  readonly isConfirmed: boolean;
}

/** What the person may choose. */
function Options({ creation, settings, mailWish }: MainViewProps): JSX.Element {
  const { options } = settings.texts;
  return (
    <div class="options">
      <label class="check">
        <input
          type="checkbox"
          checked={creation.sendsNames}
          onChange={({ currentTarget }) => creation.sendNames(currentTarget.checked)}
        />{" "}
        {options.names}
      </label>
      {mailWish !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={mailWish.isWished}
            onChange={({ currentTarget }) => mailWish.wish(currentTarget.checked)}
          />{" "}
          {fill(options.mail, { email: settings.email })}
        </label>
      )}
      {mailWish?.isNoted && <p class="aside">{options.mailNoted}</p>}
    </div>
  );
}

function doneOf({ done, total }: Counts, { language, texts }: ScriptSettings): string {
  return fill(texts.progress.of, {
    registered: plural(texts.progress.registered, done, language),
    total: new Intl.NumberFormat(LOCALES[language]).format(total),
  });
}

function Overall({ creation, counts, settings }: PartProps): JSX.Element {
  const { language } = settings;
  const { progress } = settings.texts;
  const { totalBytes, readBytes } = creation;
  const { bytesPerSecond } = creation.rate.progress(readBytes, performance.now());
  const seconds = bytesPerSecond ? (totalBytes - readBytes) / bytesPerSecond : null;
  const amounts = { done: bytesText(readBytes, language), total: bytesText(totalBytes, language) };
  const said = [
    fill(progress.hashed, amounts),
    ...(bytesPerSecond === null ? [] : [fill(progress.rate, { rate: bytesText(bytesPerSecond, language) })]),
    ...(seconds === null ? [] : [timeLeft(seconds, settings)]),
  ];
  return (
    <div class="overall">
      <label for="overall">{progress.label}</label>
      <progress id="overall" max={counts.total} value={counts.done} />
      <p>
        <Stated>{doneOf(counts, settings)}</Stated>
      </p>
      {creation.isReading && (
        <p class="aside">
          <Stated>{said.join(" · ")}</Stated>
        </p>
      )}
    </div>
  );
}

function timeLeft(seconds: number, { language, texts: { progress } }: ScriptSettings): string {
  return seconds < 100
    ? plural(progress.secondsLeft, Math.ceil(seconds), language)
    : plural(progress.minutesLeft, Math.ceil(seconds / 60), language);
}

/** What a screen reader is told: the end, and the progress from time to time. */
function Told({ creation, counts, settings, isConfirmed }: PartProps): JSX.Element {
  const told = useRef({ text: "", atMs: Number.NEGATIVE_INFINITY });
  const nowMs = performance.now();
  const isOver = !creation.isBusy && counts.total > 0;
  const text = isOver
    ? endText(creation, counts, isConfirmed, settings)
    : counts.total === 0
      ? ""
      : doneOf(counts, settings);
  if (isOver || nowMs - told.current.atMs >= TELL_MS) told.current = { text, atMs: nowMs };
  return (
    <p role="status" class="unseen">
      <Stated>{told.current.text}</Stated>
    </p>
  );
}

function Buttons({ creation, counts, settings }: PartProps): JSX.Element {
  const { texts, proofsPath } = settings;
  const { buttons } = texts;
  const { isBusy } = creation;
  return (
    <div class="buttons">
      {(isBusy || counts.missing > 0) && !creation.isCancelled && (
        <button type="button" onClick={() => creation.cancel()}>
          {buttons.cancel}
        </button>
      )}
      {counts.cancelled > 0 && (
        <button type="button" class="primary" onClick={() => creation.resume()}>
          {buttons.resume}
        </button>
      )}
      {counts.retriable > 0 && (
        <button type="button" onClick={() => creation.retry()}>
          {buttons.retryAll}
        </button>
      )}
      {counts.proven > 0 && (
        <button
          type="button"
          onClick={() => {
            const url = new URL(proofsPath, location.href).href;
            saveFile(proofsCsv(creation.items, url), "svc-proof.csv", "text/csv;charset=utf-8");
          }}
        >
          {buttons.csv}
        </button>
      )}
      {!isBusy && (
        <button type="button" onClick={() => creation.clear()}>
          <Stated>{counts.missing > 0 ? buttons.forget : buttons.clear}</Stated>
        </button>
      )}
      {counts.proven > 0 && (
        <a class="button" href={proofsPath}>
          {buttons.proofs}
        </a>
      )}
    </div>
  );
}

/** Shows the files in an element of the page that carries the settings, and goes on with what a former visit left. */
export async function start(root: HTMLElement): Promise<void> {
  const settings = JSON.parse(root.dataset["settings"]!) as ScriptSettings;
  await holdLock(`svc-create ${settings.journal}`, () => {
    root.replaceChildren(noticeOf(settings.texts.notices.otherTab));
  });
  const journal = await IndexedDbJournal.open(settings.journal);
  const session = new PageSession(settings.journal);
  let show: () => void = () => {};
  const creation: Creation = new Creation({
    journal,
    hashFile: workerHasher(startWorker),
    postGroup: groupPoster(settings.registerPath, () => session.csrf),
    newToken: randomToken,
    nowMs: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onChange: () => {
      show();
      follow();
    },
  });
  const parts = {
    items: () => creation.items,
    isBusy: () => creation.isBusy,
    post: (path: string, body: unknown) => session.post(path, body),
    isHidden: () => document.hidden || isRefused(creation),
    later: (run: () => void, ms: number) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onChange: () => show(),
    onRefused: () => creation.refuse(),
  };
  const following = new Following(settings.statesPath, parts);
  const { mailPath, wishes } = settings;
  const token = submissionOf(settings.journal);
  const mailWish =
    mailPath === null ? null : new MailWish(mailPath, { token, isOpen: wishes.includes(token) }, parts);
  // Seldom: it looks at each file of the list.
  const follow = atMostEach(DRAW_MS, () => {
    following.notice();
    if (!isRefused(creation)) void mailWish?.tell();
  });
  const goOn = async () => {
    if (!(await session.renew())) return;
    creation.goOn();
    following.wake();
    void mailWish?.tell();
  };
  await creation.restore();
  root.replaceChildren();
  render(
    <MainView
      creation={creation}
      settings={settings}
      following={following}
      mailWish={mailWish}
      onReturn={() => void goOn()}
      isKept={() => journal.isKept}
      onShow={(given) => {
        show = given;
      }}
    />,
    root,
  );
  attachListForm(creation, settings, () => root.scrollIntoView({ block: "start" }));
  addEventListener("online", () => creation.tryNow());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (isRefused(creation)) void goOn();
    else following.wake();
  });
  addEventListener("beforeunload", (event) => {
    if (creation.isBusy && !isRefused(creation)) event.preventDefault();
  });
}

/** Whether the service takes nothing more from this page, until somebody signs in. */
function isRefused({ hindrance }: Creation): boolean {
  return hindrance?.kind === "signed-out" || hindrance?.kind === "forbidden";
}

/** Calls later, once for all calls meanwhile. */
function atMostEach(ms: number, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      run();
    }, ms);
  };
}

/** What is created in a tab is one submission, also after a reload: the mail about it is one. */
function submissionOf(journal: string): string {
  const key = `svc-create submission ${journal}`;
  const token = keptInTab(key) ?? randomToken();
  keepInTab(key, token);
  return token;
}

function noticeOf(text: string): HTMLElement {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = text;
  return notice;
}
