import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { usePageTexts } from "../../texts/use-texts.js";

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for those who do not see it beside the button. */
  readonly of: string;
}

/** How long the button says that it has copied. */
const SAID_MS = 2000;

export function CopyButton({ text, of }: CopyButtonProps): JSX.Element {
  const { page } = usePageTexts();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Refused, or not there in this context: the text stands beside the button, and can be selected.
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
