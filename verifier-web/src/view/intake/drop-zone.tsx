import { Stated } from "@svc-proof/ui/components";
import { filesOfInput } from "@svc-proof/ui/intake";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
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
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={compareWith === undefined}
        hidden
        tabIndex={-1}
        aria-label={label}
        {...(isFolder && { webkitdirectory: true })}
        onChange={({ currentTarget }) => {
          session.add(filesOfInput(currentTarget.files), compareWith);
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
