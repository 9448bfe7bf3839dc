/** Where files are given, and what the person should know about the whole. */

import { Stated } from "@svc-proof/verifier-web/ui/components";
import { type FoundFile, filesOfInput, readTransfer } from "@svc-proof/verifier-web/ui/intake";
import { plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ScriptSettings } from "../../src/dashboard/create.js";
import type { Counts, Creation } from "./creation.js";

// Files are dropped, pasted or chosen. They may be dropped anywhere on the page.

/** Files that one drop may have. */
const MAX_FILES = 20_000;

export interface IntakeResult {
  readonly files: readonly FoundFile[];
  readonly unreadableCount: number;
  /** Whether there were more than could be taken. */
  readonly isCut: boolean;
}

export interface IntakeProps {
  readonly texts: ScriptSettings["texts"];
  readonly onFiles: (result: IntakeResult) => void;
}

export function Intake({ texts, onFiles }: IntakeProps): JSX.Element {
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const read = async (data: DataTransfer) => {
      setIsReading(true);
      const transferred = await readTransfer(data, MAX_FILES);
      setIsReading(false);
      take.current(transferred);
    };
    const drop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setIsOver(false);
      void read(event.dataTransfer);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.types.includes("Files")) void read(clipboardData);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  const choose = (list: FileList | null) => {
    const files = filesOfInput(list);
    onFiles({ files: files.slice(0, MAX_FILES), unreadableCount: 0, isCut: files.length > MAX_FILES });
  };
  return (
    <div class={`create-drop${isOver ? " over" : ""}`}>
      <p class="create-drop-title">
        <Stated>{isReading ? texts.reading : isOver ? texts.dropNow : texts.drop}</Stated>
      </p>
      <div class="buttons">
        <Pick label={texts.chooseFiles} isPrimary onFiles={choose} />
        <Pick label={texts.chooseFolder} isFolder onFiles={choose} />
      </div>
      <p class="aside">{texts.privacy}</p>
    </div>
  );
}

interface PickProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly isPrimary?: boolean;
  readonly onFiles: (files: FileList | null) => void;
}

/** A button that opens the system's dialog. A bare file input cannot be labelled in the page's language. */
function Pick({ label, isFolder = false, isPrimary = false, onFiles }: PickProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={label}
        {...(isFolder && { webkitdirectory: true })}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          // Allows choosing the same file again after it has changed.
          currentTarget.value = "";
        }}
      />
      <button type="button" class={isPrimary ? "primary" : ""} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}

/** What the person should know about the whole. */
export interface NoticesProps {
  readonly creation: Creation;
  readonly counts: Counts;
  readonly settings: ScriptSettings;
  /** What was last dropped or chosen. */
  readonly taken: IntakeResult | null;
  readonly isKept: boolean;
  /** Whether all proofs are confirmed. */
  readonly isConfirmed: boolean;
  /** Somebody signed in again, or says so. */
  readonly onReturn: () => void;
}

/** What is said of the whole once nothing is under way. */
export function endText(
  creation: Creation,
  { proven }: Counts,
  isConfirmed: boolean,
  { texts: { notices }, language }: ScriptSettings,
): string {
  if (creation.isCancelled) return plural(notices.cancelled, proven, language);
  // Files of one content have one fingerprint.
  const count = creation.items.filter(({ proof }) => proof !== null).length;
  return plural(isConfirmed ? notices.confirmed : notices.finished, count, language);
}

export function Notices(props: NoticesProps): JSX.Element {
  const { creation, counts, settings, taken, isKept, isConfirmed, onReturn } = props;
  const { texts, language } = settings;
  const { notices } = texts;
  const { hindrance, isBusy, isCancelled } = creation;
  const isOver = !isBusy && counts.total > 0 && counts.missing === 0;
  return (
    <div class="notices">
      {hindrance !== null && (
        <div class="notice notice-problem" role="alert">
          {"untilMs" in hindrance ? (
            // The seconds are not told again and again.
            <p>
              <span aria-hidden="true">
                <Stated>{plural(notices[hindrance.kind], secondsUntil(hindrance.untilMs), language)}</Stated>
              </span>
              <span class="unseen">
                <Stated>
                  {plural(notices[hindrance.kind], Math.round(hindrance.pauseMs / 1_000), language)}
                </Stated>
              </span>
            </p>
          ) : (
            <>
              <p>
                <Stated>{notices.signedOut}</Stated>
              </p>
              <p class="buttons">
                <a class="button primary" href={settings.signInPath} target="_blank" rel="noopener">
                  {texts.buttons.signIn}
                </a>{" "}
                <button type="button" onClick={onReturn}>
                  {texts.buttons.resume}
                </button>
              </p>
            </>
          )}
        </div>
      )}
      {!isKept && counts.total > 0 && <p class="notice">{notices.noJournal}</p>}
      {counts.missing > 0 && !isCancelled && (
        <p class="notice">
          <Stated>{plural(notices.missing, counts.missing, language)}</Stated>
        </p>
      )}
      {taken?.files.length === 0 && <p class="notice">{notices.nothing}</p>}
      {taken?.isCut && (
        <p class="notice">
          <Stated>{plural(notices.cut, taken.files.length, language)}</Stated>
        </p>
      )}
      {taken !== null && taken.unreadableCount > 0 && (
        <p class="notice notice-problem">
          <Stated>{plural(notices.unreadable, taken.unreadableCount, language)}</Stated>
        </p>
      )}
      {isOver && counts.proven + counts.cancelled > 0 && (
        <div class="notice">
          <p>
            <strong>
              <Stated>{endText(creation, counts, isConfirmed, settings)}</Stated>
            </strong>
          </p>
          {counts.proven > 0 && <p>{notices.keep}</p>}
        </div>
      )}
      {counts.problems > 0 && !isBusy && (
        <p class="notice notice-problem">
          <Stated>{plural(notices.problems, counts.problems, language)}</Stated>
        </p>
      )}
    </div>
  );
}

function secondsUntil(untilMs: number): number {
  return Math.max(1, Math.ceil((untilMs - performance.now()) / 1_000));
}
