import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import type { Item } from "../model/item.js";
import { useResultTexts } from "../texts/use-texts.js";
import { useSession } from "./session-context.js";

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
      {item.probablyChanged.map(({ id, name, by, canBeCompared }) => (
        <div key={id} class="changed-file">
          <p>
            <Filled
              template={by === "name" ? texts.fileByName : texts.fileBySize}
              values={{ file: <Name name={name} /> }}
            />
          </p>
          {canBeCompared && (
            <button type="button" class="screen-only" onClick={() => session.compare(id, item.id)}>
              <Filled template={texts.compareFile} values={{ file: <Name name={name} /> }} />
            </button>
          )}
        </div>
      ))}
      {item.probableProofs.map(({ id, name, by, canBeCompared }) => (
        <div key={id} class="changed-file">
          <p>
            <Filled
              template={by === "name" ? texts.proofByName : texts.proofBySize}
              values={{ file: <Name name={name} /> }}
            />
          </p>
          {canBeCompared && (
            <button
              type="button"
              class="screen-only"
              onClick={() => {
                session.compare(item.id, id);
                onOpen?.(id);
              }}
            >
              <Filled template={texts.compareProof} values={{ file: <Name name={name} /> }} />
            </button>
          )}
        </div>
      ))}
    </>
  );
}
