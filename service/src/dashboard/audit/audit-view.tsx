import type { JSX } from "preact";
import { Select } from "../../pages/form/select.js";
import { Moment } from "../../pages/moment.js";
import { Pager } from "../../pages/pager.js";
import { Table } from "../../pages/table.js";
import type { Visit } from "../../pages/visit.js";
import type { AuditActor, AuditEntry } from "../../records/types.js";
import { detailsText } from "./details-text.js";
import { AUDIT_ACTIONS, AUDIT_TEXTS, type AuditAction, type AuditTexts } from "./texts.js";

export interface AuditViewProps {
  readonly visit: Visit;
  readonly action: AuditAction | null;
  /** Of one page, newest first. */
  readonly entries: readonly AuditEntry[];
  /** Paths of other pages; null if there is none. */
  readonly newer: string | null;
  readonly older: string | null;
}

export function AuditView({ visit, action, entries, newer, older }: AuditViewProps): JSX.Element {
  const { language } = visit;
  const texts = AUDIT_TEXTS[language];
  const options = AUDIT_ACTIONS.map((value) => ({ value, text: texts.actions[value] }));
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <form method="get" action={visit.href("/dashboard/audit")}>
        <Select
          name="action"
          label={texts.filter}
          value={action ?? ""}
          options={[{ value: "", text: texts.any }, ...options]}
        />
        <button type="submit">{texts.show}</button>
      </form>
      {entries.length === 0 ? (
        <p>{older === null ? texts.none : texts.noneYet}</p>
      ) : (
        <Table
          label={texts.title}
          head={texts.columns}
          rows={entries.map((entry) => ({
            key: entry.id,
            cells: [
              <Moment key="at" at={entry.at} language={language} seconds />,
              actorText(entry.actor, texts),
              actionText(entry.action, texts),
              entry.subject ?? "",
              detailsText(entry.details, language),
            ],
          }))}
        />
      )}
      <Pager visit={visit} label={texts.title} newer={newer} older={older} texts={texts} />
      <ul>
        <li>
          <a href={visit.href("/dashboard/audit.csv")} download>
            {texts.csv}
          </a>
        </li>
        <li>
          <a href={visit.href("/dashboard/audit.json")} download>
            {texts.json}
          </a>
        </li>
      </ul>
    </>
  );
}

function actorText(actor: AuditActor, texts: AuditTexts): string {
  if (actor.kind === "person") return actor.email;
  return actor.kind === "admin" ? texts.administrator : texts.service;
}

/** The word itself for what later versions write. */
function actionText(action: string, texts: AuditTexts): string {
  return isAuditAction(action) ? texts.actions[action] : action;
}

export function isAuditAction(action: string | null): action is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === action);
}
