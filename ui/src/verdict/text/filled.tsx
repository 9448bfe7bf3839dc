import { type ComponentChildren, Fragment, type JSX } from "preact";
import { templateParts } from "../../language/index.js";

export interface FilledProps {
  readonly template: string;
  readonly values: Readonly<Record<string, ComponentChildren>>;
}

/** A text template with elements in place of its placeholders. */
export function Filled({ template, values }: FilledProps): JSX.Element {
  return (
    <Fragment>{templateParts(template).map((part, at) => (at % 2 === 0 ? part : values[part]))}</Fragment>
  );
}
