import { fill } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { numberText } from "../../pages/amounts.js";
import { Field, Form } from "../../pages/form/form.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import { DATA_TEXTS } from "./data-texts.js";

export interface ExportViewProps {
  readonly visit: Visit;
  /** Of originals, today. */
  readonly downloadsLeft: number;
  /** What was typed, and what is wrong. */
  readonly after: string;
  readonly problem?: string;
}

export function ExportView({ visit, downloadsLeft, after, problem }: ExportViewProps): JSX.Element {
  const { export: texts, back } = DATA_TEXTS[visit.language];
  const count = numberText(downloadsLeft, visit.language);
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <Form visit={visit} action="/dashboard/account/export">
        <p>
          <label class="check">
            <input type="checkbox" name="originals" value="yes" checked /> {texts.originals}
          </label>
        </p>
        <p class="aside">{fill(texts.downloads, { count })}</p>
        <Field
          name="originals_after"
          label={texts.after}
          hint={texts.afterHint}
          value={after}
          problem={problem}
          maxLength={36}
          autocomplete="off"
        />
        <button type="submit" class="primary">
          {texts.button}
        </button>
      </Form>
      <p>
        <a href={visit.href("/dashboard/account")}>{back}</a>
      </p>
    </>
  );
}

export interface DeleteViewProps {
  readonly visit: Visit;
  /** Unused ones. */
  readonly seals: number;
  readonly typed: string;
  readonly problem?: string;
}

export function DeleteView({ visit, seals, typed, problem }: DeleteViewProps): JSX.Element {
  const { language } = visit;
  const { delete: texts } = DATA_TEXTS[language];
  const { email } = signedInOf(visit).person;
  return (
    <>
      <h1>{texts.title}</h1>
      <h2>{texts.goes.title}</h2>
      <ul>
        {texts.goes.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {seals > 0 && <p class="caveat">{fill(texts.seals, { count: numberText(seals, language) })}</p>}
      <h2>{texts.stays.title}</h2>
      <p>{texts.stays.text}</p>
      <ul>
        {texts.stays.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        <a href={visit.href("/dashboard/account/export")}>{texts.exportFirst}</a>
      </p>
      <Form visit={visit} action="/dashboard/account/delete">
        <Field
          name="email"
          label={fill(texts.confirm, { email })}
          hint={texts.confirmHint}
          value={typed}
          problem={problem}
          required
          maxLength={254}
          autocomplete="off"
        />
        <div class="buttons">
          <button type="submit" class="danger">
            {texts.button}
          </button>
          <a class="button" href={visit.href("/dashboard/account")}>
            {texts.cancel}
          </a>
        </div>
      </Form>
    </>
  );
}
