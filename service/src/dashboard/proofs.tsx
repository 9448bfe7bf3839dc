/** List and search. */

import { createHash } from "node:crypto";
import { isUuid } from "@svc-proof/shared/encoding";
import { pastedFingerprint, pastedId } from "@svc-proof/shared/text";
import {
  fill,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  plural,
} from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import type { Page, Visit } from "../pages/page-route.js";
import { dayText, Field, FileName, Form, Moment, Notice, nameText, Table } from "../pages/parts.js";
import type {
  FoundProofs,
  OpenMailWish,
  OriginalRecord,
  ProofOrigin,
  ProofQuery,
  ProofRecord,
} from "../records/types.js";
import type { ProofState } from "../resources/proof.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { STOP_MAIL_PATH } from "./create.js";
import { StepLine } from "./steps.js";

/** The search form: what its fields ask for. It is sent with GET, so that a search has an address. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Names have at most 200 characters; what tools print around a fingerprint is longer. */
const MAX_NAME_LENGTH = 200;
export const MAX_TEXT_LENGTH = 1000;

export const STATES: readonly ProofState[] = ["queued", "batched", "anchored", "confirmed"];
export const ORIGINS: readonly ProofOrigin[] = ["api", "web"];

export interface SearchForm {
  /** As they were typed. */
  readonly values: Readonly<Record<"q" | "from" | "until" | "state" | "origin", string>>;
  readonly problems: Readonly<Partial<Record<"from" | "until", "date" | "order">>>;
  /** Null if there is a problem. */
  readonly query: ProofQuery | null;
  /** The number of a proof or certificate that was given in place of a name; null if none was. */
  readonly id: string | null;
  /** Whether it has a condition. */
  readonly isSearch: boolean;
  /** Where the page begins; null for the first one. */
  readonly before: string | null;
}

/** Reads the query of an address. Values that the form does not offer count as none. */
export function parseSearchForm(given: URLSearchParams): SearchForm {
  const text = (name: string) => (given.get(name) ?? "").normalize("NFC").trim().slice(0, MAX_TEXT_LENGTH);
  const q = text("q");
  const from = text("from");
  const until = text("until");
  const state = STATES.find((one) => one === given.get("state")) ?? null;
  const origin = ORIGINS.find((one) => one === given.get("origin")) ?? null;
  const first = dayOf(from);
  const last = dayOf(until);
  const problems = {
    ...(first === undefined ? { from: "date" as const } : {}),
    ...(last === undefined
      ? { until: "date" as const }
      : first && last && last < first
        ? { until: "order" as const }
        : {}),
  };
  const pasted = pastedFingerprint(q);
  const hash = pasted?.algorithm === "SHA-256" ? pasted.hash : null;
  const before = (given.get("before") ?? "").toLowerCase();
  const isSearch = q !== "" || from !== "" || until !== "" || state !== null || origin !== null;
  return {
    values: { q, from, until, state: state ?? "", origin: origin ?? "" },
    problems,
    isSearch,
    id: pastedId(q),
    before: isUuid(before) ? before : null,
    query:
      first === undefined || last === undefined || "until" in problems
        ? null
        : {
            text: hash === null && q !== "" ? q.slice(0, MAX_NAME_LENGTH) : null,
            hash,
            from: first,
            // The last day is included.
            until: last && new Date(last.getTime() + DAY_MS),
            state,
            origin,
          },
  };
}

/** The address of a page of the same search. @param before null for the first page. @param path of the list. */
export function searchAddress(
  { values }: SearchForm,
  before: string | null,
  path: string = "/dashboard/proofs",
): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  if (before !== null) query.set("before", before);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Midnight UTC; null for no day, undefined for one that does not exist. */
function dayOf(text: string): Date | null | undefined {
  if (text === "") return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!DAY.test(text) || Number.isNaN(day.getTime())) return undefined;
  // JavaScript reads 2026-02-30 as a day in March.
  return day.toISOString().startsWith(text) ? day : undefined;
}

/** How a proof's facts are written. */
export function textsOf({ language }: Visit): PageTexts["proofs"] {
  return PAGE_TEXTS[language].proofs;
}

export function exactSizeText(bytes: number, language: Language): string {
  return plural(PAGE_TEXTS[language].proofs.detail.bytes, bytes, language);
}

export function sealText({ seal }: ProofRecord, { seal: texts }: PageTexts["proofs"]): string {
  if (seal === null) return texts.none;
  return seal.token === null ? texts.pending : texts.issued;
}

/** What a page says after something was done. */
export type NoticeKind = keyof PageTexts["proofs"]["notices"];

/** What the former page did, if the address says so. */
export function DoneNotice({ visit }: { readonly visit: Visit }): JSX.Element | null {
  const { notices } = textsOf(visit);
  const asked = visit.query.get("notice");
  const kind = (Object.keys(notices) as NoticeKind[]).find((one) => one === asked);
  if (kind === undefined) return null;
  return <Notice kind={kind === "noneChosen" ? "problem" : "done"}>{notices[kind]}</Notice>;
}

/** The list of proofs, its search and the choice of several. */
export interface ListPageProps {
  readonly visit: Visit;
  readonly form: SearchForm;
  /** Null if the form has a problem. */
  readonly found: FoundProofs | null;
  /** Proofs with an original in custody. */
  readonly withOriginal: ReadonlySet<string>;
  /** Of the person who looks. */
  readonly mails: readonly OpenMailWish[];
  /** A problem with the choice of several. */
  readonly problem?: string;
  readonly chosen?: ReadonlySet<string>;
}

export function listPage(props: ListPageProps): Page {
  return {
    title: textsOf(props.visit).title,
    place: "proofs",
    scripts: ["find-file"],
    body: <ProofList {...props} />,
  };
}

function ProofList(props: ListPageProps): JSX.Element {
  const { visit, form, found, problem } = props;
  const texts = textsOf(visit);
  return (
    <>
      <h1>{texts.title}</h1>
      <DoneNotice visit={visit} />
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      {props.mails.length > 0 && <Mails {...props} />}
      <Search visit={visit} form={form} />
      {found !== null && <Results {...props} found={found} />}
    </>
  );
}

/** Where a wish for a mail is withdrawn once the page that took it is closed. */
function Mails({ visit, mails }: ListPageProps): JSX.Element {
  const texts = textsOf(visit).list.mails;
  return (
    <details class="fold" id="mails">
      <summary>{texts.title}</summary>
      <ul class="plain-list">
        {mails.map(({ token, proofs, askedAt }, at) => (
          <li key={token}>
            <Form visit={visit} action={STOP_MAIL_PATH}>
              <input type="hidden" name="token" value={token} />
              <p>
                <span id={`mail-${at}`}>
                  {plural(texts.wish, proofs, visit.language, { date: dayText(askedAt, visit.language) })}
                </span>{" "}
                <button type="submit" aria-describedby={`mail-${at}`}>
                  {texts.stop}
                </button>
              </p>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Search({ visit, form }: Pick<ListPageProps, "visit" | "form">): JSX.Element {
  const texts = textsOf(visit);
  const { search } = texts;
  const { values, problems } = form;
  const { q, ...others } = values;
  const told = (problem: "date" | "order" | undefined) =>
    problem && (problem === "date" ? search.dateProblem : search.orderProblem);
  return (
    <search class="find-proof">
      <form method="get" action={visit.href("/dashboard/proofs")} class="proof-search">
        <Field
          name="q"
          label={search.text}
          hint={search.textHint}
          type="search"
          value={q}
          maxLength={MAX_TEXT_LENGTH}
        />
        <details class="fold" open={Object.values(others).some((value) => value !== "")}>
          <summary>{search.more}</summary>
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
        </details>
        <div class="buttons">
          <button type="submit">{search.submit}</button>
          {form.isSearch && <a href={visit.href("/dashboard/proofs")}>{search.reset}</a>}
        </div>
      </form>
      <FindFile visit={visit} />
    </search>
  );
}

/** Shown by its script, `service/browser/find-file.ts`: it searches for the fingerprint of a file. */
function FindFile({ visit }: { readonly visit: Visit }): JSX.Element {
  const { search } = textsOf(visit);
  const { hashing, unreadable } = search;
  return (
    <div
      id="find-file"
      class="drop-zone"
      hidden
      data-list={visit.href("/dashboard/proofs")}
      data-locale={LOCALES[visit.language]}
      data-hashing={hashing}
      data-unreadable={unreadable}
    >
      <p>
        <strong>{search.file}</strong> <span class="aside">{search.fileHint}</span>
      </p>
      <button type="button">{search.chooseFile}</button>
      <input type="file" hidden />
      <p role="status" />
    </div>
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
  const { visit, form } = props;
  const { list } = textsOf(visit);
  return (
    <Form visit={visit} action={searchAddress(form, form.before, "/dashboard/proofs/evidence")}>
      <ProofTable {...props} />
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

interface Column {
  readonly head: string;
  readonly cell: (proof: ProofRecord) => JSX.Element | string;
}

/** Columns that say the same of every proof of the page are left out. */
function ProofTable(props: ListPageProps & { readonly found: FoundProofs }): JSX.Element {
  const { visit, found, withOriginal, chosen } = props;
  const { language } = visit;
  const texts = textsOf(visit);
  const { list, columns } = texts;
  const { proofs } = found;
  const all: readonly (Column | false)[] = [
    { head: columns.date, cell: ({ receivedAt }) => <Moment at={receivedAt} language={language} /> },
    { head: columns.state, cell: (proof) => <StepLine proof={proof} language={language} /> },
    proofs.some(({ seal }) => seal !== null) && {
      head: columns.seal,
      cell: (proof) => sealText(proof, texts),
    },
    withOriginal.size > 0 && {
      head: columns.original,
      cell: ({ id }) => (withOriginal.has(id) ? texts.downloads.original : "–"),
    },
    proofs.some(({ origin }) => origin !== proofs[0]!.origin) && {
      head: columns.origin,
      cell: ({ origin }) => texts.origins[origin],
    },
  ];
  const shown = all.filter((column) => column !== false);
  return (
    <Table
      label={list.caption}
      head={[columns.name, ...shown.map(({ head }) => head)]}
      rows={proofs.map((proof) => ({
        key: proof.id,
        cells: [
          <span key="name" class="proof-choice">
            {proof.firstRegistrant && (
              <label class="tick">
                <input type="checkbox" name="id" value={proof.id} checked={chosen?.has(proof.id) ?? false} />
                <span class="unseen">{fill(list.chooseOne, { name: nameText(proof) })}</span>
              </label>
            )}
            <a class="proof-name" href={visit.href(`/dashboard/proofs/${proof.id}`)}>
              <FileName of={proof} />
            </a>
          </span>,
          ...shown.map(({ cell }) => cell(proof)),
        ],
      }))}
    />
  );
}

/** What is said when too many are chosen. */
export function tooManyText(visit: Visit, max: number): string {
  return plural(textsOf(visit).list.tooMany, max, visit.language);
}

/** Changes whenever what a page says of a proof's evidence does. It says nothing by itself. */
export function proofTag({ batch, seal }: ProofRecord, original: OriginalRecord | null): string {
  const facts = [
    batch && [
      batch.state,
      batch.anchors.map(({ chainId, state, inclusion }) => [chainId, state, inclusion?.blockHash ?? null]),
      batch.bitcoin.state,
      batch.bitcoin.blockHeight,
    ],
    seal && [seal.requestedAt.getTime(), seal.token?.serialNumber ?? null],
    original?.objectId ?? null,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}
