import type { JSX } from "preact";
import { CopyButton } from "./copy-button.js";

export interface HexProps {
  readonly value: string;
  readonly label: string;
}

/** The eye compares about eight characters at a time. */
const GROUPS = /(?:^0x)?\w{1,8}/g;

/** Hexadecimal in groups. CSS makes the gaps, so that copied text contains none. */
export function Hex({ value, label }: HexProps): JSX.Element {
  const groups = value.match(GROUPS) ?? [];
  return (
    <span class="hex-with-copy">
      <code class="hex">
        {groups.map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </code>
      <CopyButton text={value} of={label} />
    </span>
  );
}
