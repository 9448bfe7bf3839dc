import { fill } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { Field, Form, Notice } from "../../pages/form/form.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import type { ProofRecord } from "../../records/types.js";
import type { ScriptSettings } from "./script-settings.js";
import { CREATE_TEXTS, type CreateTexts } from "./texts.js";

export const CREATE_PATH = "/dashboard/create";
export const REGISTER_PATH = "/dashboard/create/register";
const PROOFS_PATH = "/dashboard/proofs";

/** The form for one fingerprint, as it is shown again after a problem. */
export interface FingerprintForm {
  /** New with each page, so that a form that is sent twice registers once. */
  readonly token: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly problem?: "fingerprint" | "name" | "limit";
}

export interface CreatePageProps {
  readonly visit: Visit;
  readonly form: FingerprintForm;
  /** What the form registered. */
  readonly done: ProofRecord | null;
}

export function CreatePage({ visit, form, done }: CreatePageProps): JSX.Element {
  const texts = CREATE_TEXTS[visit.language];
  return (
    <>
      <h1>{texts.title}</h1>
      {done !== null && (
        <Notice kind="done">
          <p>{fill(texts.registered, { name: done.name })}</p>
          <p>
            <a href={visit.href(`${PROOFS_PATH}/${done.id}`)}>{texts.openProof}</a>
          </p>
        </Notice>
      )}
      <p>{texts.lead}</p>
      <div id="create" class="create" data-settings={JSON.stringify(settingsOf(visit, texts))}>
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
      </div>
      <Fingerprint visit={visit} form={form} texts={texts} />
    </>
  );
}

function settingsOf(visit: Visit, { script }: CreateTexts): ScriptSettings {
  const { account, person } = signedInOf(visit);
  return {
    language: visit.language,
    journal: `${account.id}:${person.id}`,
    registerPath: visit.href(REGISTER_PATH),
    proofsPath: visit.href(PROOFS_PATH),
    texts: script,
  };
}

function Fingerprint({
  visit,
  form,
  texts,
}: Pick<CreatePageProps, "visit" | "form"> & { readonly texts: CreateTexts }): JSX.Element {
  const { fingerprint: words } = texts;
  const { problem } = form;
  return (
    <section aria-labelledby="fingerprint-title">
      <h2 id="fingerprint-title">{words.title}</h2>
      <p>{words.intro}</p>
      {problem === "limit" && (
        <Notice kind="problem">
          <p>{words.problems.limit}</p>
        </Notice>
      )}
      <Form visit={visit} action={CREATE_PATH}>
        <input type="hidden" name="token" value={form.token} />
        <Field
          name="fingerprint"
          label={words.field}
          hint={words.fieldHint}
          value={form.fingerprint}
          problem={problem === "fingerprint" ? words.problems.fingerprint : undefined}
          required
          autocomplete="off"
        />
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={form.name}
          problem={problem === "name" ? words.problems.name : undefined}
          maxLength={200}
          autocomplete="off"
        />
        <button type="submit">{words.submit}</button>
      </Form>
      <h3>{words.howTo}</h3>
      <p>{words.howToIntro}</p>
      <dl class="commands">
        {COMMANDS.map(([system, command]) => (
          <div key={system}>
            <dt>{words.systems[system]}</dt>
            <dd>
              <code>{fill(command, { file: words.exampleFile })}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Tools that come with the systems. */
const COMMANDS = [
  ["windows", 'Get-FileHash -Algorithm SHA256 "{file}"'],
  ["windowsPrompt", 'certutil -hashfile "{file}" SHA256'],
  ["macos", 'shasum -a 256 "{file}"'],
  ["linux", 'sha256sum "{file}"'],
] as const satisfies readonly (readonly [keyof CreateTexts["fingerprint"]["systems"], string])[];
