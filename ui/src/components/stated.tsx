import type { ComponentChildren, JSX } from "preact";

export interface StatedProps {
  /** Identifies what is said, if it is not one text. */
  readonly by?: string | undefined;
  readonly children: ComponentChildren;
}

/**
 * What states an outcome: another statement is another element. Browsers that translate a page take its text nodes out of it, and
 * nobody sees what is written into such a node afterwards.
 */
export function Stated({ by, children }: StatedProps): JSX.Element {
  return <span key={by ?? String(children)}>{children}</span>;
}
