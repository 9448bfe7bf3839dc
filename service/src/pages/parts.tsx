/** Forms, tables, moments, pager. */

import { LANGUAGES, type Language, LOCALES } from "@svc-proof/verifier-web/ui/language";
import { shownNameText } from "@svc-proof/verifier-web/ui/wording";
import type { ComponentChildren, JSX } from "preact";
import type { Visit } from "./page-route.js";

/** Parts of forms: they work without scripts, and say what is wrong where it is wrong. */
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

export interface EmailFieldProps extends Pick<FieldProps, "label" | "value" | "problem"> {
  /** `username` where people type their own address, so that passkeys and password managers offer it. */
  readonly autocomplete: "username" | "off";
}

/** The field `email`, of the length that an address may have (RFC 5321, 4.5.3.1.3). */
export function EmailField(props: EmailFieldProps): JSX.Element {
  return <Field name="email" type="email" inputMode="email" required maxLength={254} {...props} />;
}

export interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** A labelled choice of one. */
export function Select({ name, label, value, options }: SelectProps): JSX.Element {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A formatter for each language, made once: to make one takes sixty times as long as to use it. */
export function inEachLanguage<Formatter>(
  make: (locale: string) => Formatter,
): Readonly<Record<Language, Formatter>> {
  const entries = LANGUAGES.map((language) => [language, make(LOCALES[language])]);
  return Object.fromEntries(entries) as Record<Language, Formatter>;
}

const TO_THE_MINUTE = inEachLanguage((locale) => timeFormat(locale, "short"));
const TO_THE_SECOND = inEachLanguage((locale) => timeFormat(locale, "medium"));

/** A time in UTC, as the language writes it. */
export function Moment({
  at,
  language,
  seconds = false,
}: {
  readonly at: Date;
  readonly language: Language;
  readonly seconds?: boolean;
}): JSX.Element {
  const text = (seconds ? TO_THE_SECOND : TO_THE_MINUTE)[language].format(at);
  return <time dateTime={at.toISOString()}>{`${text} UTC`}</time>;
}

const DAYS = inEachLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }),
);

/** The day of a time in UTC. */
export function dayText(at: Date, language: Language): string {
  return DAYS[language].format(at);
}

/** The name that somebody gave to a proof, safe to show; the beginning of its fingerprint if there is none. */
export function FileName({ of: { name, hash } }: { readonly of: NamedProof }): JSX.Element {
  return <bdi>{nameText({ name, hash })}</bdi>;
}

interface NamedProof {
  readonly name: string;
  readonly hash: string;
}

/** The same for titles and labels. */
export function nameText({ name, hash }: NamedProof): string {
  return name.trim() === "" ? `${hash.slice(0, 16)}…` : shownNameText(name);
}

function timeFormat(locale: string, timeStyle: "short" | "medium"): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone: "UTC" });
}

export interface PagerProps {
  readonly visit: Visit;
  /** For screen readers. */
  readonly label: string;
  /** Paths of the pages before and after; null at the ends. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly texts: { readonly newer: string; readonly older: string };
}

/** Links to the pages before and after in a list that begins with the newest. */
export function Pager({ visit, label, newer, older, texts }: PagerProps): JSX.Element | null {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label}>
      <ul class="page-links">
        {newer !== null && (
          <li>
            <a rel="prev" href={visit.href(newer)}>
              {texts.newer}
            </a>
          </li>
        )}
        {older !== null && (
          <li>
            <a rel="next" href={visit.href(older)}>
              {texts.older}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

export interface TableProps {
  /** For screen readers. */
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell of a row says what the row is about. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
}

/** A table that scrolls by itself where it is too wide, also with the keyboard; on a phone each row is a card. */
export function Table({ label, head, rows }: TableProps): JSX.Element {
  return (
    <section class="table-frame as-cards" tabindex={0} aria-label={label}>
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
                <td key={at} data-label={head[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Numbers, sizes and prices as a language writes them. */
const NUMBERS = inEachLanguage((locale) => new Intl.NumberFormat(locale));

export function numberText(value: number, language: Language): string {
  return NUMBERS[language].format(value);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** In powers of ten, as the limits of plans are. */
export function sizeText(bytes: number, language: Language): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1_000 && unit < UNITS.length - 1; unit++) size /= 1_000;
  return new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit: UNITS[unit]!,
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(size);
}

/** Whole euros. */
export function priceText(eur: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  }).format(eur);
}
