import { hashSecret, newSecret } from "../../people/secret.js";
import type { Role } from "../../store/people-store.js";
import type { Store } from "../../store/store.js";
import { adminEntry } from "../admin-actor.js";

/** How long an invitation can be used, as one that an owner sends. */
const INVITATION_MS = 7 * 86_400_000;

export interface Invited {
  /** In its normal form. */
  readonly email: string;
  readonly role: Role;
  /** Null for a new account. */
  readonly accountId: string | null;
}

/** Stores an invitation. @returns its link, which is a secret, and its end. */
export async function newInvitation(
  { people, audit }: Pick<Store, "people" | "audit">,
  { email, role, accountId }: Invited,
  siteUrl: string,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const entry = adminEntry({ accountId, action: "person.invite", subject: email, details: { role } });
  const secret = newSecret();
  const expiresAt = new Date(entry.at.getTime() + INVITATION_MS);
  // Before the token, so that none is without an entry.
  await audit.append(entry);
  await people.putToken({
    secretHash: hashSecret(secret),
    purpose: "invitation",
    email,
    accountId,
    role,
    personId: null,
    createdAt: entry.at,
    expiresAt,
  });
  return { url: `${siteUrl}/invitation?${new URLSearchParams({ token: secret })}`, expiresAt };
}
