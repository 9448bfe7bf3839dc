import { Stated } from "@svc-proof/ui/components";
import { filesOfInput } from "@svc-proof/ui/intake";
import type { JSX } from "preact";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";

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
