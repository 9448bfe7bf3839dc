import { Sign, Stated } from "@svc-proof/ui/components";
import { Hex, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import type { Item } from "../../model/item.js";
import { usePageTexts, useResultTexts } from "../../texts/use-texts.js";
import { ChangedFiles } from "../changed-files.js";
import { Pick } from "../intake/drop-zone.js";
import { TypedForm } from "../intake/typed-form.js";
import { WithResultTexts } from "../lazy.js";
import { ProblemLine } from "../problem-line.js";
import { useSession } from "../session-context.js";
import { useFocusAtFirst } from "../use-focus-at-first.js";
import { ProgressLine } from "./progress-line.js";

export interface UnfinishedProps {
  readonly item: Item;
  readonly onOpen: (id: string) => void;
}

function LooksLike({ kind }: { readonly kind: NonNullable<Item["looksLike"]> }): JSX.Element {
  const { codes } = useResultTexts();
  return (
    <p class="caveat">
      <Stated>{codes.looksLike[kind]}</Stated>
    </p>
  );
}

/** An item without a report: in progress, refused, cancelled, or incomplete. */
export function Unfinished({ item, onOpen }: UnfinishedProps): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const { phase, progress, problem, wanted, looksLike, fingerprint, probableProofs } = item;
  const isAtWork = phase !== "done" && phase !== "refused" && phase !== "cancelled";
  return (
    <article class="single">
      <h1 tabIndex={-1} ref={heading}>
        <Name name={item.title} />
      </h1>
      {looksLike !== null && <WithResultTexts render={() => <LooksLike kind={looksLike} />} />}
      <p class="single-state" role="status">
        <Sign kind="none" />
        <Stated>{wanted === null ? page.phases[phase] : page.wanted[wanted]}</Stated>
      </p>
      {progress !== null && <ProgressLine progress={progress} title={item.title} />}
      {problem !== null && <ProblemLine problem={problem} />}
      {probableProofs.length > 0 && (
        <WithResultTexts render={() => <ChangedFiles item={item} onOpen={onOpen} />} />
      )}
      {fingerprint !== null && (
        <dl class="facts">
          <dt>{fingerprint.algorithm}</dt>
          <dd>
            <Hex value={fingerprint.hash} label={fingerprint.algorithm} />
          </dd>
        </dl>
      )}
      <p class="buttons">
        {isAtWork && (
          <button type="button" onClick={() => session.cancel(item.id)}>
            {page.items.cancel}
          </button>
        )}
        {(phase === "refused" || phase === "cancelled") && (
          <button type="button" class="primary" onClick={() => session.retry(item.id)}>
            {page.items.retry}
          </button>
        )}
        {wanted !== null && <Pick label={page.intake.chooseFiles} isPrimary />}
      </p>
      {(wanted === "proof" || wanted === "proof-of-fingerprint") && <TypedForm />}
    </article>
  );
}
