import { Filled, Hex, Name } from "@svc-proof/verifier-web/ui/verdict";
import type { JSX } from "preact";
import type { Item, RelatedItem } from "../model.js";
import { useResultTexts } from "../texts/use-texts.js";
import { useSession } from "./context.js";

export interface ChangedFilesProps {
  readonly item: Item;
  /** Opens a proof that the item was compared with: the item is then a part of it. */
  readonly onOpen?: (id: string) => void;
}

/** Beside a proof: files that are probably changed versions of its original. Beside such a file: the proofs. */
export function ChangedFiles({ item, onOpen }: ChangedFilesProps): JSX.Element {
  const { result } = useResultTexts();
  const session = useSession();
  const texts = result.list.changed;
  return (
    <>
      {item.probablyChanged.map((file) => (
        <Related
          key={file.id}
          related={file}
          template={file.by === "name" ? texts.fileByName : texts.fileBySize}
          compare={texts.compareFile}
          onCompare={() => session.compare(file.id, item.id)}
        />
      ))}
      {item.probableProofs.map((proof) => (
        <Related
          key={proof.id}
          related={proof}
          template={proof.by === "name" ? texts.proofByName : texts.proofBySize}
          compare={texts.compareProof}
          onCompare={() => {
            session.compare(item.id, proof.id);
            onOpen?.(proof.id);
          }}
        />
      ))}
    </>
  );
}

interface RelatedProps {
  readonly related: RelatedItem;
  readonly template: string;
  readonly compare: string;
  readonly onCompare: () => void;
}

/** What points to the other, both fingerprints, and the comparison. */
function Related({ related, template, compare, onCompare }: RelatedProps): JSX.Element {
  const { evidence } = useResultTexts().result;
  const { stated, computed, canBeCompared } = related;
  const values = { file: <Name name={related.name} /> };
  return (
    <div class="changed-file">
      <p>
        <Filled template={template} values={values} />
      </p>
      <dl class="facts">
        <dt>{evidence.stated}</dt>
        <dd>
          <Hex value={stated} label={evidence.stated} />
        </dd>
        {computed !== null && (
          <>
            <dt>{evidence.computed}</dt>
            <dd>
              <Hex value={computed} label={evidence.computed} />
            </dd>
          </>
        )}
      </dl>
      {canBeCompared && (
        <button type="button" class="screen-only" onClick={onCompare}>
          <Filled template={compare} values={values} />
        </button>
      )}
    </div>
  );
}
