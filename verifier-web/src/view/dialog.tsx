import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { usePageTexts } from "../texts/use-texts.js";

export interface DialogProps {
  readonly title: string;
  /** Called after it has closed: by its button, or by the Escape key. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as soon as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const { page } = usePageTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <p class="buttons">
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          {page.close}
        </button>
      </p>
    </dialog>
  );
}
