import { Fragment, type JSX } from "preact";
import type { QualificationRow } from "../wording/qualification.js";
import { Name } from "./text/name.js";

/** What the trusted list says of the service. */
export function QualificationTable({ rows }: { readonly rows: readonly QualificationRow[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(({ label, value, isName }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{isName ? <Name name={value} /> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
