import type { JSX } from "preact";

/** A sentence in which code stands between backquotes. */
export function CodeText({ children }: { readonly children: string }): JSX.Element {
  return (
    <>
      {children.split("`").map((part, i) =>
        // The parts alternate and have no names.
        i % 2 === 0 ? part : <code key={String(i)}>{part}</code>,
      )}
    </>
  );
}
