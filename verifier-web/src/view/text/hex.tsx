import type { JSX } from "preact";
import { CopyButton } from "./copy-button.js";

export interface HexProps {
  readonly value: string;
  readonly label: string;
}

/** Characters of a group: what an eye compares at a time. */
const GROUP_LENGTH = 8;

/**
 * Hexadecimal in groups. The gaps are of the style, not of the text: what is selected and copied has none.
 */
export function Hex({ value, label }: HexProps): JSX.Element {
  const groups = value.match(new RegExp(`^0x|[^]{1,${GROUP_LENGTH}}`, "g")) ?? [];
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
