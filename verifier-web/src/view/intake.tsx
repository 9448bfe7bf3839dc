/** Drop zone and typed text. */

import { Stated } from "@svc-proof/verifier-web/ui/components";
import { filesOfInput } from "@svc-proof/verifier-web/ui/intake";
import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { recogniseText } from "../session/proof-links.js";
import { usePageTexts } from "../texts/use-texts.js";
import { useSession } from "./context.js";

export interface DropZoneProps {
  /** Whether there are results already. */
  readonly isSmall: boolean;
  /** Whether files are being dragged over the page. */
  readonly isOver: boolean;
}

export function DropZone({ isSmall, isOver }: DropZoneProps): JSX.Element {
  const { page } = usePageTexts();
  const texts = page.intake;
  return (
    <div class={`drop-zone screen-only${isSmall ? " small" : ""}${isOver ? " over" : ""}`}>
      <p class="drop-title">
        <Stated>{isOver ? texts.dropNow : isSmall ? texts.more : texts.drop}</Stated>
      </p>
      <div class="buttons">
        <Pick label={texts.chooseFiles} isPrimary={!isSmall} />
        <Pick label={texts.chooseFolder} isFolder />
      </div>
      <p class="aside drop-privacy">{page.privacy.short}</p>
    </div>
  );
}

interface PickProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly isPrimary?: boolean;
  /** The item whose original the files are said to be. */
  readonly compareWith?: string;
}

/** A button that opens the system's file dialog. A bare file input cannot be labelled in the page's language. */
export function Pick({ label, isFolder = false, isPrimary = false, compareWith }: PickProps): JSX.Element {
  const open = () => {
    const input = document.getElementById(INPUT_ID) as HTMLInputElement;
    input.multiple = compareWith === undefined;
    input.webkitdirectory = isFolder;
    comparedWith = compareWith;
    input.click();
  };
  return (
    <button type="button" class={isPrimary ? "primary" : ""} onClick={open}>
      {label}
    </button>
  );
}

const INPUT_ID = "files";
/** As the button says that opened the dialog. */
let comparedWith: string | undefined;

/** The input of all buttons. It stays: a browser keeps one whose dialog was opened, and with it the view around it. */
export function FileInput(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  return (
    <input
      id={INPUT_ID}
      type="file"
      multiple
      hidden
      tabIndex={-1}
      aria-label={page.intake.chooseFiles}
      onChange={({ currentTarget }) => {
        session.add(filesOfInput(currentTarget.files), comparedWith);
        // Allows choosing the same file again after it has changed.
        currentTarget.value = "";
      }}
    />
  );
}

/** A field for the number of a proof or certificate, or a fingerprint; it also accepts a pasted proof. */
export function TypedForm(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const [text, setText] = useState("");
  const isFingerprint = recogniseText(text).kind === "fingerprint";
  return (
    <form
      class="typed screen-only"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        session.addText(text);
        setText("");
      }}
    >
      <label for="typed">{page.intake.typed}</label>
      <input
        id="typed"
        type="text"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby="typed-hint"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit">{isFingerprint ? page.intake.typedCompare : page.intake.typedFetch}</button>
      <p class="aside" id="typed-hint">
        {page.intake.typedHint}
      </p>
    </form>
  );
}

/**
 * Accepts drops and pastes anywhere on the page. Otherwise the browser would open a file dropped beside the zone.
 *
 * @returns whether files are being dragged over the page.
 */
export function useDrop(): boolean {
  const session = useSession();
  const [isOver, setOver] = useState(false);
  // Before the page is painted: a file dropped onto it from then on is taken.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.dataTransfer?.types.includes("Files") ?? false);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) session.addTransfer(event.dataTransfer);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event;
      // Text pasted into a field belongs to that field.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (clipboardData === null || (isField && clipboardData.files.length === 0)) return;
      event.preventDefault();
      session.addTransfer(clipboardData);
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
  }, [session]);
  return isOver;
}
