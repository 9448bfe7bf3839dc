/** What happens to the proofs after their registration: their states until all are done, and the mail about them. */

import type { MailAnswer, ProofStanding } from "../../src/dashboard/create.js";
import { type Item, proofOf } from "./creation.js";

// The session of the page.

/** - `refused`: nobody is signed in any more, or another session is; `lost`: no answer that counts. */
export type Posted = { readonly body: unknown } | "refused" | "lost";

const TIMEOUT_MS = 30_000;

/** Posts with the page's token. After another sign-in of the same person in the same account, the token is taken anew. */
export class PageSession {
  csrf: string = document.body.dataset["csrf"] ?? "";
  readonly #journal: string;

  /** @param journal `ScriptSettings.journal`. */
  constructor(journal: string) {
    this.#journal = journal;
  }

  async post(path: string, body: unknown): Promise<Posted> {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": this.csrf },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.type === "opaqueredirect" || [401, 403].includes(response.status)) return "refused";
      return response.status === 200 ? { body: await response.json() } : "lost";
    } catch {
      return "lost";
    }
  }

  /** @returns whether the same person is signed in (again). */
  renew(): Promise<boolean> {
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("GET", location.pathname);
      request.responseType = "document";
      request.onloadend = () => {
        const fresh = request.status === 200 ? request.responseXML : null;
        const { settings = "{}" } = fresh?.getElementById("create")?.dataset ?? {};
        const isSame = (JSON.parse(settings) as { journal?: string }).journal === this.#journal;
        if (isSame) this.csrf = fresh!.body.dataset["csrf"] ?? "";
        resolve(isSame);
      };
      request.send();
    });
  }
}

interface FollowingParts {
  readonly items: () => readonly Item[];
  /** Whether more registrations are to come. */
  readonly isBusy: () => boolean;
  readonly post: (path: string, body: unknown) => Promise<Posted>;
  /** Whether nobody looks, or nobody is signed in. */
  readonly isHidden: () => boolean;
  /** @returns what cancels it. */
  readonly later: (run: () => void, ms: number) => () => void;
  readonly onChange: () => void;
  readonly onRefused: () => void;
}

// States.

/** As many as the service takes at once. */
const MAX_ASKED = 100;
/** Of these, proofs that have no batch yet; one of each batch speaks for the others. */
const MAX_QUEUED = 60;
const FIRST_PAUSE_MS = 2_000;
const LAST_PAUSE_MS = 60_000;
/** Rounds without news, half a day of them: whoever still waits reloads the page. */
const MAX_SILENT_ROUNDS = 720;

type Standing = Pick<ProofStanding, "state" | "bitcoin">;

/** Asks for the states of the proofs of a list: often while they change, seldom later, never while nobody looks. */
export class Following {
  readonly #path: string;
  readonly #parts: FollowingParts;
  readonly #batchOf = new Map<string, string>();
  readonly #batches = new Map<string, Standing>();
  #pauseMs = FIRST_PAUSE_MS;
  #silentRounds = 0;
  #turn = 0;
  #isAsking = false;
  #cancel: (() => void) | null = null;

  constructor(path: string, parts: FollowingParts) {
    this.#path = path;
    this.#parts = parts;
  }

  /** `queued` until something else is known. */
  standingOf(proofId: string): Standing {
    return this.#batches.get(this.#batchOf.get(proofId) ?? "") ?? { state: "queued", bitcoin: "pending" };
  }

  /** Whether all proofs of the list are confirmed; false for a list without proofs. */
  get isConfirmed(): boolean {
    const ids = this.#ids();
    return ids.length > 0 && ids.every((id) => this.standingOf(id).state === "confirmed");
  }

  /** Asks soon: there are new proofs, or somebody looks again. */
  wake(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#silentRounds = 0;
    this.#cancel?.();
    this.#cancel = null;
    this.#plan(0);
  }

  /** Begins if nothing is planned. */
  notice(): void {
    if (this.#cancel === null) this.#plan(FIRST_PAUSE_MS);
  }

  #ids(): string[] {
    return [...new Set(this.#parts.items().flatMap((item) => proofOf(item)?.id ?? []))];
  }

  #plan(ms: number): void {
    const isOver = this.#silentRounds >= MAX_SILENT_ROUNDS;
    if (this.#isAsking || isOver || this.#parts.isHidden() || this.#asked().length === 0) return;
    this.#cancel = this.#parts.later(() => {
      this.#cancel = null;
      void this.#ask();
    }, ms);
  }

  #asked(): string[] {
    const queued: string[] = [];
    const ofBatches = new Map<string, string>();
    for (const id of this.#ids()) {
      const batch = this.#batchOf.get(id);
      if (batch === undefined) queued.push(id);
      else if (!isDone(this.standingOf(id))) ofBatches.set(batch, id);
    }
    const spokesmen = [...ofBatches.values()];
    const from = spokesmen.length === 0 ? 0 : this.#turn % spokesmen.length;
    const first = queued.slice(0, MAX_QUEUED);
    return [...first, ...spokesmen.slice(from), ...spokesmen.slice(0, from)].slice(0, MAX_ASKED);
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const proofs = this.#asked();
    this.#turn += MAX_ASKED - MAX_QUEUED;
    const answer = await this.#parts.post(this.#path, { proofs });
    this.#isAsking = false;
    if (answer === "refused") return this.#parts.onRefused();
    const isNews =
      answer !== "lost" &&
      (answer.body as { proofs: readonly ProofStanding[] }).proofs
        .map((proof) => this.#take(proof))
        .includes(true);
    this.#silentRounds = isNews ? 0 : this.#silentRounds + 1;
    this.#pauseMs = isNews ? FIRST_PAUSE_MS : Math.min(LAST_PAUSE_MS, this.#pauseMs * 1.5);
    if (isNews) this.#parts.onChange();
    this.#plan(this.#pauseMs);
  }

  /** @returns whether it is news. */
  #take({ id, batch, state, bitcoin }: ProofStanding): boolean {
    if (batch === null) return false;
    const former = this.standingOf(id);
    this.#batchOf.set(id, batch);
    this.#batches.set(batch, { state, bitcoin });
    return former.state !== state || former.bitcoin !== bitcoin;
  }
}

function isDone({ state, bitcoin }: Standing): boolean {
  return state === "confirmed" && bitcoin === "confirmed";
}

// The mail when all are confirmed.

/** As many as the service takes at once. */
const MAX_NAMED = 500;
const LAST_RETRY_MS = 60_000;

/** Tells the service which proofs a mail is wished for, as they are registered, and which were the last. */
export class MailWish {
  isWished: boolean;
  readonly #path: string;
  readonly #token: string;
  readonly #parts: Omit<FollowingParts, "isHidden">;
  readonly #named = new Set<string>();
  #isWhole = false;
  /** Whether the service has the wish, or may have it because an answer was lost. */
  #isOpen: boolean;
  #isTelling = false;
  /** While the next try after a failure is waited for. */
  #cancelRetry: (() => void) | null = null;
  #pauseMs = FIRST_PAUSE_MS;

  /** @param submission its token, the same after a reload, and whether the service has a wish for it. */
  constructor(
    path: string,
    { token, isOpen }: { readonly token: string; readonly isOpen: boolean },
    parts: Omit<FollowingParts, "isHidden">,
  ) {
    this.#path = path;
    this.#token = token;
    this.isWished = isOpen;
    this.#isOpen = isOpen;
    this.#parts = parts;
  }

  /** Whether the service knows of the wish, for all proofs: after a reload, those that the list no longer has. */
  get isNoted(): boolean {
    return this.isWished && this.#isOpen && !this.#parts.isBusy() && this.#next() === null;
  }

  wish(isWished: boolean): void {
    this.isWished = isWished;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#parts.onChange();
    void this.tell();
  }

  /** After each change of the list. */
  async tell(): Promise<void> {
    if (this.#isTelling || this.#cancelRetry !== null) return;
    this.#isTelling = true;
    try {
      for (let body = this.#next(); body !== null; body = this.#next()) {
        if (!body.stop) this.#isOpen = true;
        const answer = await this.#parts.post(this.#path, { token: this.#token, ...body });
        if (answer === "refused") return this.#parts.onRefused();
        if (answer === "lost") {
          this.#cancelRetry = this.#parts.later(() => {
            this.#cancelRetry = null;
            void this.tell();
          }, this.#pauseMs);
          this.#pauseMs = Math.min(LAST_RETRY_MS, this.#pauseMs * 2);
          return;
        }
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#noted(body);
        const { noted, open } = answer.body as MailAnswer;
        this.#isOpen = !body.stop && open;
        // There are too many: it is not promised.
        if (!noted) this.isWished = false;
      }
    } finally {
      this.#isTelling = false;
      this.#parts.onChange();
    }
  }

  /** What the service does not know yet; null if it knows all. */
  #next(): { readonly proofs: readonly string[]; readonly whole: boolean; readonly stop: boolean } | null {
    if (!this.isWished) return this.#isOpen ? { proofs: [], whole: false, stop: true } : null;
    const all = new Set(this.#parts.items().flatMap((item) => proofOf(item)?.id ?? []));
    const others = [...all].filter((id) => !this.#named.has(id));
    const isWhole = !this.#parts.isBusy() && others.length <= MAX_NAMED;
    if (others.length === 0 && (this.#named.size === 0 || this.#isWhole || !isWhole)) return null;
    return { proofs: others.slice(0, MAX_NAMED), whole: isWhole, stop: false };
  }

  #noted({
    proofs,
    whole,
    stop,
  }: {
    readonly proofs: readonly string[];
    readonly whole: boolean;
    stop: boolean;
  }) {
    if (stop) this.#named.clear();
    for (const id of proofs) this.#named.add(id);
    this.#isWhole = whole;
  }
}
