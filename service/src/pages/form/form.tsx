/** Parts of forms: they work without scripts, and say what is wrong where it is wrong. */
import type { ComponentChildren, JSX } from "preact";
import type { Visit } from "../visit.js";

export interface FormProps {
  readonly visit: Visit;
  /** A path below the site. */
  readonly action: string;
  readonly class?: string;
  readonly id?: string;
  /** `multipart/form-data` for a form with a file. */
  readonly encoding?: "multipart/form-data";
  /** For scripts: attributes `data-…`. */
  readonly data?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
}

/** A form that is posted, with the token against forged requests. */
export function Form({ visit, action, encoding, data = {}, children, ...rest }: FormProps): JSX.Element {
  const attributes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
  return (
    <form method="post" action={visit.href(action)} enctype={encoding} {...attributes} {...rest}>
      {visit.csrf !== null && <input type="hidden" name="csrf" value={visit.csrf} />}
      {children}
    </form>
  );
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "date" | "number" | "search" | "url";
  readonly value?: string;
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  readonly inputMode?: "numeric" | "email" | "text" | "search";
}

/** A labelled input with its hint and its problem, which the focus goes to when there is one. */
export function Field({
  name,
  label,
  type = "text",
  hint,
  problem,
  maxLength,
  inputMode,
  ...rest
}: FieldProps): JSX.Element {
  const described = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="aside" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        // Preact types each kind of input apart.
        type={type as "text"}
        maxlength={maxLength}
        inputmode={inputMode}
        aria-describedby={described || undefined}
        aria-invalid={problem === undefined ? undefined : "true"}
        autofocus={problem !== undefined}
        {...rest}
      />
      {problem !== undefined && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** What was done, or what went wrong with the whole form: the first thing in a page that follows a form. */
export function Notice({
  kind,
  children,
}: {
  readonly kind: "done" | "problem";
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice notice-${kind}`} role={kind === "done" ? "status" : "alert"}>
      {children}
    </div>
  );
}
