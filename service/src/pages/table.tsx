import type { ComponentChildren, JSX } from "preact";

export interface TableProps {
  /** For screen readers. */
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell of a row says what the row is about. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
}

/** A table that scrolls by itself where it is too wide, also with the keyboard. */
export function Table({ label, head, rows }: TableProps): JSX.Element {
  return (
    <section class="table-frame" tabindex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
