/** Facts about one thing for people: a line each, aligned. */
import { printable } from "@svc-proof/shared/text";

export type Fact = readonly [label: string, value: string | number | null];

/** Facts that are null are left out. */
export function details(facts: readonly Fact[]): string {
  const known = facts.filter(([, value]) => value !== null);
  const width = Math.max(0, ...known.map(([label]) => label.length));
  return known.map(([label, value]) => `${label.padEnd(width)}  ${printable(String(value))}`).join("\n");
}
