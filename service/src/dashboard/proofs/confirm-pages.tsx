/** What is asked before a seal is spent, and before an original is deleted. */
import { fill, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { priceText } from "../../pages/amounts.js";
import { Form, Notice } from "../../pages/form/form.js";
import type { Page } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import type { OriginalRecord, ProofRecord } from "../../records/types.js";
import { textsOf } from "./shown.js";

export interface SealPageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly priceEur: number;
  /** Seals that the account has. */
  readonly balance: number;
  readonly isSold: boolean;
  readonly problem?: string;
}

export function sealPage(props: SealPageProps, status?: number): Page {
  const { visit } = props;
  return {
    title: textsOf(visit).seal.title,
    place: "proofs",
    body: <ConfirmSeal {...props} />,
    ...(status === undefined ? {} : { status }),
  };
}

function ConfirmSeal({ visit, proof, priceEur, balance, isSold, problem }: SealPageProps): JSX.Element {
  const { seal, original } = textsOf(visit);
  return (
    <>
      <h1>{seal.title}</h1>
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <p class="proof-name">
        <bdi>{proof.name}</bdi>
      </p>
      <p>{seal.explain}</p>
      <p>{fill(seal.price, { price: priceText(priceEur, visit.language) })}</p>
      <p>{balance === 0 ? seal.noneLeft : plural(seal.balance, balance, visit.language)}</p>
      {!isSold && <p>{seal.closed}</p>}
      {isSold && balance > 0 && (
        <Form visit={visit} action={`/dashboard/proofs/${proof.id}/seal`}>
          <button type="submit" class="primary">
            {seal.confirm}
          </button>
        </Form>
      )}
      <p>
        {balance === 0 && (
          <>
            <a href={visit.href("/seals")}>{seal.buy}</a>{" "}
          </>
        )}
        <a href={visit.href(`/dashboard/proofs/${proof.id}`)}>{original.cancel}</a>
      </p>
    </>
  );
}

export interface DeletePageProps {
  readonly visit: Visit;
  readonly proof: ProofRecord;
  readonly original: OriginalRecord;
}

export function deletePage(props: DeletePageProps): Page {
  const { original } = textsOf(props.visit);
  return { title: original.deleteTitle, place: "proofs", body: <ConfirmDelete {...props} /> };
}

function ConfirmDelete({ visit, proof, original }: DeletePageProps): JSX.Element {
  const texts = textsOf(visit).original;
  return (
    <>
      <h1>{texts.deleteTitle}</h1>
      <p>{fill(texts.deleteExplain, { name: original.fileName })}</p>
      <Form visit={visit} action={`/dashboard/proofs/${proof.id}/original/delete`}>
        {/* What was shown is deleted, not what took its place meanwhile. */}
        <input type="hidden" name="object" value={original.objectId} />
        <button type="submit">{texts.delete}</button>
      </Form>
      <p>
        <a href={visit.href(`/dashboard/proofs/${proof.id}`)}>{texts.keep}</a>
      </p>
    </>
  );
}
