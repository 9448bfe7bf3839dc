/** What a `Creation` needs in a test: a service, a journal, a hasher and a clock, all in memory. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { UnreadableFileError } from "@svc-proof/verifier-web/ui/hashing";
import type { FoundFile } from "@svc-proof/verifier-web/ui/intake";
import type { ItemAnswer } from "../../src/dashboard/create.js";
import { Creation, type GroupAnswer, type SentItem } from "./creation.js";
import type { Journal, JournalEntry } from "./journal.js";

/** Survives a "reload", as IndexedDB does. */
export class MemoryJournal implements Journal {
  readonly isKept = true;
  readonly entries = new Map<number, JournalEntry>();

  async load(): Promise<readonly JournalEntry[]> {
    return [...this.entries.values()].sort((one, other) => one.id - other.id);
  }

  put(entries: readonly JournalEntry[]): void {
    for (const entry of entries) this.entries.set(entry.id, entry);
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
  }

  async settled(): Promise<void> {}
}

interface StoredProof {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly isFirst: boolean;
}

/** Registers by the rules of the store. */
export class MemoryService {
  readonly proofs: StoredProof[] = [];
  readonly groups: (readonly SentItem[])[] = [];
  /** Bytes that another account registered first: each registration makes a proof, unless its token is known. */
  readonly foreign = new Set<string>();
  readonly #byToken = new Map<string, StoredProof>();
  /** What happens to the next groups: `lost` registers and gives no answer, `dropped` does not register either. */
  readonly plan: ("lost" | "dropped" | "limited" | "refused" | Exclude<GroupAnswer["kind"], "answered">)[] =
    [];
  /** Called before each group is registered. */
  onGroup: (items: readonly SentItem[]) => void | Promise<void> = () => undefined;

  async post(items: readonly SentItem[]): Promise<GroupAnswer> {
    this.groups.push(items);
    await this.onGroup(items);
    const plan = this.plan.shift();
    if (plan === "dropped") return { kind: "lost" };
    if (plan === "signed-out" || plan === "forbidden" || plan === "malformed") return { kind: plan };
    if (plan === "limited" || plan === "refused") {
      const code = plan === "limited" ? "rate_limited" : "invalid_request";
      const answers = items.map(
        ({ token }) => ({ token, outcome: "refused" as const, code, retry_after: 2 }) as const,
      );
      return { kind: "answered", items: answers };
    }
    const answers = items.map((item) => this.#register(item));
    return plan === "lost" ? { kind: "lost" } : { kind: "answered", items: answers };
  }

  #register({ token, hash, name }: SentItem): ItemAnswer {
    const known =
      this.#byToken.get(token) ?? this.proofs.find((proof) => proof.hash === hash && proof.isFirst) ?? null;
    const proof = known ?? { id: randomUUID(), hash, name, isFirst: !this.foreign.has(hash) };
    if (known === null) this.proofs.push(proof);
    this.#byToken.set(token, proof);
    return {
      token,
      outcome: known === null ? "created" : "existing",
      hash: proof.hash,
      proof_id: proof.id,
      received_at: "2026-11-23T00:00:00.000Z",
      first_registrant: proof.isFirst,
    };
  }
}

export interface CreationWorld {
  readonly service: MemoryService;
  readonly journal: MemoryJournal;
  /** Paths that cannot be read. */
  readonly unreadable: Set<string>;
  /** Milliseconds of each pause; none passes by itself beyond a turn. */
  readonly pauses: number[];
  /** Called before a file is hashed. */
  onHash: (name: string) => void | Promise<void>;
  /** A page, as after a load. */
  open(): Promise<Creation>;
}

export function creationWorld(): CreationWorld {
  const service = new MemoryService();
  const journal = new MemoryJournal();
  const unreadable = new Set<string>();
  const pauses: number[] = [];
  const world: CreationWorld = {
    service,
    journal,
    unreadable,
    pauses,
    onHash: () => undefined,
    open: async () => {
      const creation = new Creation({
        journal,
        hashFile: async (file, { signal, onProgress }) => {
          const { name } = file as File;
          await world.onHash(name);
          signal.throwIfAborted();
          if (unreadable.has(name)) throw new UnreadableFileError(name);
          onProgress(file.size);
          return sha256(Buffer.from(await file.arrayBuffer()));
        },
        postGroup: (items) => service.post(items),
        newToken: () => randomBytes(16).toString("base64url"),
        nowMs: () => performance.now(),
        sleep: (ms) => {
          pauses.push(ms);
          return new Promise((resolve) => setImmediate(resolve));
        },
        onChange: () => undefined,
      });
      await creation.restore();
      return creation;
    },
  };
  return world;
}

export function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

export function found(path: string, content: string): FoundFile {
  const file = new File([content], path.slice(path.lastIndexOf("/") + 1), { type: "text/plain" });
  return { file, path, isChosen: !path.includes("/"), reopen: async () => file };
}

export function folder(count: number, name = "folder"): FoundFile[] {
  return Array.from({ length: count }, (_, i) => found(`${name}/${i}.txt`, `${name} ${i}`));
}

/** Until nothing is under way. */
export async function idle(creation: Creation): Promise<void> {
  for (let turn = 0; creation.isBusy; turn++) {
    if (turn > 100_000) throw new Error("the page is busy for ever");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
