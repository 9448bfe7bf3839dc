import type { JSX } from "preact";
import { Field, type FieldProps } from "./form.js";

export interface EmailFieldProps extends Pick<FieldProps, "label" | "value" | "problem"> {
  /** `username` where people type their own address, so that passkeys and password managers offer it. */
  readonly autocomplete: "username" | "off";
}

/** The field `email`, of the length that an address may have (RFC 5321, 4.5.3.1.3). */
export function EmailField(props: EmailFieldProps): JSX.Element {
  return <Field name="email" type="email" inputMode="email" required maxLength={254} {...props} />;
}
