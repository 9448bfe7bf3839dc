/** The table of the files, and that of those that have a proof, for spreadsheets. */

import { Stated } from "@svc-proof/verifier-web/ui/components";
import { bytesText, fill, LOCALES } from "@svc-proof/verifier-web/ui/language";
import { csvText } from "@svc-proof/verifier-web/ui/saving";
import { shownNameText } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ProofStanding, ScriptSettings } from "../../src/dashboard/create.js";
import { type Creation, type Item, isProblem, isRetriable, proofOf } from "./creation.js";
import type { Following } from "./following.js";

// The files, a page of rows at a time: thousands of rows would freeze the browser.

const ROWS = 50;

const FILTERS = {
  all: () => true,
  open: (item: Item) => proofOf(item) === null && !isProblem(item.state),
  done: (item: Item) => proofOf(item) !== null,
  problems: (item: Item) => isProblem(item.state),
} as const;
type Filter = keyof typeof FILTERS;

export interface FileTableProps {
  readonly creation: Creation;
  readonly settings: ScriptSettings;
  readonly following: Following;
}

export function FileTable({ creation, settings, following }: FileTableProps): JSX.Element {
  const [filter, setFilter] = useState<Filter>("all");
  const [page, setPage] = useState(0);
  const { table, buttons } = settings.texts;
  const shown = filter === "all" ? creation.items : creation.items.filter(FILTERS[filter]);
  const last = Math.max(0, Math.ceil(shown.length / ROWS) - 1);
  const at = Math.min(page, last);
  const rows = shown.slice(at * ROWS, (at + 1) * ROWS);
  const number = new Intl.NumberFormat(LOCALES[settings.language]);
  return (
    <section class="create-files" aria-labelledby="files-title">
      <h2 id="files-title">{table.caption}</h2>
      <div class="create-filter">
        <label for="filter">{table.filter}</label>
        <select
          id="filter"
          value={filter}
          onChange={({ currentTarget }) => {
            setFilter(currentTarget.value as Filter);
            setPage(0);
          }}
        >
          {(Object.keys(FILTERS) as Filter[]).map((key) => (
            <option key={key} value={key}>
              {table.filters[key]}
            </option>
          ))}
        </select>
      </div>
      {rows.length === 0 ? (
        <p>{table.none}</p>
      ) : (
        <table aria-labelledby="files-title">
          <thead>
            <tr>
              <th scope="col">{table.file}</th>
              <th scope="col">{table.size}</th>
              <th scope="col">{table.state}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((item) => (
              <Row key={item.id} item={item} creation={creation} settings={settings} following={following} />
            ))}
          </tbody>
        </table>
      )}
      {shown.length > ROWS && (
        <div class="create-pager">
          <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)}>
            {buttons.previous}
          </button>
          <span>
            <Stated>
              {fill(table.range, {
                from: number.format(at * ROWS + 1),
                to: number.format(at * ROWS + rows.length),
                total: number.format(shown.length),
              })}
            </Stated>
          </span>
          <button type="button" disabled={at === last} onClick={() => setPage(at + 1)}>
            {buttons.next}
          </button>
        </div>
      )}
    </section>
  );
}

function Row({ item, creation, settings, following }: FileTableProps & { readonly item: Item }): JSX.Element {
  const { language, texts } = settings;
  const { table, buttons } = texts;
  const slash = item.path.lastIndexOf("/") + 1;
  const name = nameOf(item.path.slice(slash), item, settings);
  return (
    <tr data-state={item.state}>
      <th scope="row">
        {slash > 0 && <span class="aside">{shownNameText(item.path.slice(0, slash))}</span>}
        <bdi>{name}</bdi>
      </th>
      <td data-label={table.size}>
        {item.size !== null && <Stated>{bytesText(item.size, language)}</Stated>}
      </td>
      <td data-label={table.state}>
        <span class={isProblem(item.state) ? "problem" : ""}>
          <Stated>{stateText(item, settings)}</Stated>
        </span>{" "}
        <Progress item={item} name={name} settings={settings} following={following} />
        {isRetriable(item) && (
          <button
            type="button"
            class="as-link"
            aria-label={`${buttons.retry}: ${name}`}
            onClick={() => creation.retry([item])}
          >
            {buttons.retry}
          </button>
        )}
      </td>
    </tr>
  );
}

/** As files are named to people: their authors chose the names. */
function nameOf(name: string, { hash }: Item, { texts }: ScriptSettings): string {
  if (name.trim() !== "") return shownNameText(name);
  return hash === null ? texts.table.noName : `${texts.table.noName} (${hash.slice(0, 12)}…)`;
}

/** How far the proof of a file is, as the list of proofs draws it, and what can be had of it. */
function Progress({
  item,
  name,
  settings: { proofsPath, language, texts, steps },
  following,
}: Omit<FileTableProps, "creation"> & { readonly item: Item; readonly name: string }): JSX.Element | null {
  const proof = proofOf(item);
  if (proof === null) return null;
  const { table } = texts;
  const { state, bitcoin } = following.standingOf(proof.id);
  const path = `${proofsPath}/${proof.id}`;
  const hasDocuments = proof.isFirstRegistrant && (state === "anchored" || state === "confirmed");
  const isWhole = state === "confirmed" && bitcoin === "confirmed";
  const links = [
    [path, table.open],
    ...(hasDocuments
      ? [
          [`${path}/certificate.pdf?in=${language}`, table.certificate],
          [`${path}/evidence.zip?in=${language}`, table.evidence],
        ]
      : []),
  ] as const;
  return (
    <>
      <span class="stage-line">
        <svg class="stage-dots" viewBox="0 0 84 16" aria-hidden="true" focusable="false">
          {marksOf(state, bitcoin).map((mark, at) => (
            <g key={at} class={`stage-${mark}`} transform={`translate(${17 * at})`}>
              <circle class="stage-ring" cx="8" cy="8" r="6.5" />
              {mark === "done" && <path class="stage-tick" d="M5 8.2L7.2 10.4L11.2 5.8" />}
              {mark === "underWay" && <path class="stage-half" d="M8 1.5A6.5 6.5 0 0 1 8 14.5Z" />}
            </g>
          ))}
        </svg>{" "}
        <Stated>{isWhole ? steps.whole : steps[state]}</Stated>
      </span>
      {links.map(([href, text]) => (
        <span key={href}>
          {" "}
          <a href={href} aria-label={`${text}: ${name}`}>
            {text}
          </a>
        </span>
      ))}
    </>
  );
}

/** Of receipt, batch, anchor, confirmation and Bitcoin, which goes its own way beside the anchor. */
function marksOf(
  state: ProofStanding["state"],
  bitcoin: ProofStanding["bitcoin"],
): readonly ("done" | "underWay" | "open")[] {
  const reached = ["queued", "batched", "anchored", "confirmed"].indexOf(state);
  return [
    ...[0, 1, 2, 3].map((at) => (at <= reached ? "done" : at === reached + 1 ? "underWay" : "open")),
    bitcoin === "confirmed" ? "done" : bitcoin === "submitted" ? "underWay" : "open",
  ] as const;
}

function stateText(item: Item, settings: ScriptSettings): string {
  const { language, texts } = settings;
  const { states } = texts;
  const { state, proof, twin } = item;
  switch (state) {
    case "hashing": {
      const percent = new Intl.NumberFormat(LOCALES[language], { style: "percent" });
      return fill(states.hashing, {
        percent: percent.format(item.size ? item.doneBytes / item.size : 0),
      });
    }
    case "hashed":
      return item.mayBeSent ? states.unanswered : states.hashed;
    case "registered": {
      const text = proof?.isNew === true ? states.created : states.existing;
      return proof?.isFirstRegistrant === false ? `${text}. ${states.notFirst}.` : text;
    }
    case "duplicate":
      return fill(states.duplicate, { name: twin === null ? "" : nameOf(twin.path, twin, settings) });
    default:
      return states[state];
  }
}

// The files that have a proof, for spreadsheets.

/** Stable names: software reads them. */
const COLUMNS = ["file", "sha256", "bytes", "outcome", "proof_id", "received_at", "url"] as const;

/** @param proofsUrl of the list of proofs, whole. */
export function proofsCsv(items: readonly Item[], proofsUrl: string): string {
  const rows = items.flatMap((item) => {
    const proof = proofOf(item);
    if (proof === null) return [];
    const outcome = item.twin !== null ? "same_content" : proof.isNew ? "created" : "existing";
    const { path, hash, size } = item;
    return [
      [
        path,
        hash ?? "",
        size === null ? "" : String(size),
        outcome,
        proof.id,
        proof.receivedAt,
        `${proofsUrl}/${proof.id}`,
      ],
    ];
  });
  return csvText([COLUMNS, ...rows]);
}
