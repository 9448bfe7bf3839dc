/** The list of proofs, its search and the choice of several. */
import { fill, LANGUAGE_NAMES, LANGUAGES, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { Field, Form, Notice } from "../../pages/form/form.js";
import { Moment } from "../../pages/moment.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import type { FoundProofs, ProofRecord } from "../../records/types.js";
import { proofState } from "../../resources/proof-resource.js";
import { MAX_TEXT_LENGTH, ORIGINS, type SearchForm, STATES, searchAddress } from "./search-form.js";
import { DoneNotice, sealText, textsOf } from "./shown.js";

export interface ListPageProps {
  readonly visit: Visit;
  readonly form: SearchForm;
  /** Null if the form has a problem. */
  readonly found: FoundProofs | null;
  /** Proofs with an original in custody. */
  readonly withOriginal: ReadonlySet<string>;
  /** A problem with the choice of several. */
  readonly problem?: string;
  readonly chosen?: ReadonlySet<string>;
}

export function listPage(props: ListPageProps): Page {
  return { title: textsOf(props.visit).title, place: "proofs", body: <ProofList {...props} /> };
}

function ProofList(props: ListPageProps): JSX.Element {
  const { visit, form, found, problem } = props;
  const texts = textsOf(visit);
  return (
    <>
      <h1>{texts.title}</h1>
      <DoneNotice visit={visit} />
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <Search visit={visit} form={form} />
      {found !== null && <Results {...props} found={found} />}
    </>
  );
}

function Search({ visit, form }: Pick<ListPageProps, "visit" | "form">): JSX.Element {
  const texts = textsOf(visit);
  const { search } = texts;
  const { values, problems } = form;
  const told = (problem: "date" | "order" | undefined) =>
    problem && (problem === "date" ? search.dateProblem : search.orderProblem);
  return (
    <search>
      <form method="get" action={visit.href("/dashboard/proofs")} class="proof-search">
        <Field
          name="q"
          label={search.text}
          hint={search.textHint}
          type="search"
          value={values.q}
          maxLength={MAX_TEXT_LENGTH}
        />
        <div class="field-row">
          <Field
            name="from"
            label={search.from}
            type="date"
            value={values.from}
            problem={told(problems.from)}
          />
          <Field
            name="until"
            label={search.until}
            type="date"
            value={values.until}
            problem={told(problems.until)}
          />
          <Choice
            name="state"
            label={search.state}
            any={search.any}
            value={values.state}
            options={STATES.map((state) => [state, texts.states[state]])}
          />
          <Choice
            name="origin"
            label={search.origin}
            any={search.any}
            value={values.origin}
            options={ORIGINS.map((origin) => [origin, texts.origins[origin]])}
          />
        </div>
        <div class="buttons">
          <button type="submit">{search.submit}</button>
          {form.isSearch && <a href={visit.href("/dashboard/proofs")}>{search.reset}</a>}
        </div>
      </form>
    </search>
  );
}

function Choice({
  name,
  label,
  any,
  value,
  options,
}: {
  readonly name: string;
  readonly label: string;
  /** The first option, without a condition. */
  readonly any?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}): JSX.Element {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Results(props: ListPageProps & { readonly found: FoundProofs }): JSX.Element {
  const { visit, form, found } = props;
  const { list } = textsOf(visit);
  const isEmpty = found.proofs.length === 0;
  return (
    <>
      {isEmpty && <Nothing {...props} />}
      {!isEmpty && <Chosen {...props} />}
      {(found.next !== null || form.before !== null) && (
        <nav aria-label={list.pages}>
          <ul class="page-links">
            {form.before !== null && (
              <li>
                <a href={visit.href(searchAddress(form, null))}>{list.newest}</a>
              </li>
            )}
            {found.next !== null && (
              <li>
                <a href={visit.href(searchAddress(form, found.next))} rel="next">
                  {list.older}
                </a>
              </li>
            )}
          </ul>
        </nav>
      )}
    </>
  );
}

function Nothing({ visit, form, found }: ListPageProps & { readonly found: FoundProofs }): JSX.Element {
  const { list } = textsOf(visit);
  if (found.next !== null) return <p>{list.goOn}</p>;
  if (form.isSearch || form.before !== null) return <p>{list.none}</p>;
  return (
    <p>
      {list.noneYet} <a href={visit.href("/dashboard/create")}>{list.create}</a>
    </p>
  );
}

function Chosen(props: ListPageProps & { readonly found: FoundProofs }): JSX.Element {
  const { visit, form, found } = props;
  const texts = textsOf(visit);
  const { list, columns } = texts;
  return (
    <Form visit={visit} action={searchAddress(form, form.before, "/dashboard/proofs/evidence")}>
      <div class="table-frame">
        <table>
          <caption class="unseen">{list.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{list.choose}</th>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.date}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.seal}</th>
              <th scope="col">{columns.original}</th>
              <th scope="col">{columns.origin}</th>
            </tr>
          </thead>
          <tbody>
            {found.proofs.map((proof) => (
              <Row key={proof.id} {...props} proof={proof} />
            ))}
          </tbody>
        </table>
      </div>
      <Choice
        name="in"
        label={list.evidenceLanguage}
        value={visit.language}
        options={LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language]])}
      />
      <p class="aside" id="evidence-hint">
        {list.evidenceHint}
      </p>
      <button type="submit" aria-describedby="evidence-hint">
        {list.evidence}
      </button>
    </Form>
  );
}

function Row({
  visit,
  proof,
  withOriginal,
  chosen,
}: Pick<ListPageProps, "visit" | "withOriginal" | "chosen"> & { readonly proof: ProofRecord }): JSX.Element {
  const texts = textsOf(visit);
  return (
    <tr>
      <td>
        {proof.firstRegistrant && (
          <label class="tick">
            <input type="checkbox" name="id" value={proof.id} checked={chosen?.has(proof.id) ?? false} />
            <span class="unseen">{fill(texts.list.chooseOne, { name: proof.name })}</span>
          </label>
        )}
      </td>
      <th scope="row" class="proof-name">
        <a href={visit.href(`/dashboard/proofs/${proof.id}`)}>
          <bdi>{proof.name}</bdi>
        </a>
      </th>
      <td>
        <Moment at={proof.receivedAt} language={visit.language} />
      </td>
      <td>{texts.states[proofState(proof)]}</td>
      <td>{sealText(proof, texts)}</td>
      <td>{withOriginal.has(proof.id) ? texts.downloads.original : "–"}</td>
      <td>{texts.origins[proof.origin]}</td>
    </tr>
  );
}

/** What is said when too many are chosen. */
export function tooManyText(visit: Visit, max: number): string {
  return plural(textsOf(visit).list.tooMany, max, visit.language);
}
