/**
 * Links of the sandbox that sign in as often as one likes, for as long as this process runs: no mail and no passkey is at hand
 * when a developer starts it. They are in memory only, so that no store ever holds a secret that works twice.
 */
import { hashSecret, newSecret } from "./secret.js";

export class SandboxLinks {
  readonly #people = new Map<string, string>();

  /** A secret that signs a person in. */
  issue(personId: string): string {
    const secret = newSecret();
    this.#people.set(hashSecret(secret), personId);
    return secret;
  }

  /** Whom a secret signs in; null if it is none. */
  personOf(secret: string): string | null {
    return this.#people.get(hashSecret(secret)) ?? null;
  }
}
