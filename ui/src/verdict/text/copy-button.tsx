import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useCommonTexts } from "../texts-context.js";

export interface CopyButtonProps {
  readonly text: string;
  /** Names the copied value for screen readers. */
  readonly of: string;
}

/** How long the button shows that it has copied. */
const SAID_MS = 2000;

export function CopyButton({ text, of }: CopyButtonProps): JSX.Element {
  const { page } = useCommonTexts();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The clipboard is unavailable or refused: the reader can select the text beside the button.
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAID_MS);
  }
  return (
    <button
      type="button"
      class="copy"
      onClick={copy}
      aria-label={`${isCopied ? page.copied : page.copy}: ${of}`}
    >
      <span aria-hidden="true">{isCopied ? page.copied : page.copy}</span>
    </button>
  );
}
