import { newInvitation } from "../../people/new-invitation.js";
import type { Records } from "../../records/records.js";
import type { Role } from "../../records/types.js";
import { adminEntry } from "../admin-actor.js";

export interface Invited {
  /** In its normal form. */
  readonly email: string;
  readonly role: Role;
  /** Null for a new account. */
  readonly accountId: string | null;
}

/** Stores an invitation. @returns its link, which is a secret, and its end. */
export async function invite(
  { people, audit }: Pick<Records, "people" | "audit">,
  { email, role, accountId }: Invited,
  siteUrl: string,
): Promise<{ readonly url: string; readonly expiresAt: Date }> {
  const entry = adminEntry({ accountId, action: "person.invite", subject: email, details: { role } });
  const { secret, token } = newInvitation({ email, role, accountId, now: entry.at });
  // Before the token, so that none is without an entry.
  await audit.append(entry);
  await people.putToken(token);
  return {
    url: `${siteUrl}/invitation?${new URLSearchParams({ token: secret })}`,
    expiresAt: token.expiresAt,
  };
}
