import { CopyButton } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";

export interface CommandProps {
  readonly command: string;
  readonly label: string;
}

/** A terminal command. It scrolls on its own and can be reached by keyboard. */
export function Command({ command, label }: CommandProps): JSX.Element {
  return (
    <div class="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
      <CopyButton text={command} of={label} />
    </div>
  );
}
