import type { Invitation, Role } from "../records/types.js";
import { hashSecret, newSecret } from "./secret.js";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
export const INVITATION_MS: number = INVITATION_DAYS * 86_400_000;

export interface InvitationOptions {
  /** In the form of email-address.ts. */
  readonly email: string;
  /** Null for a new account. */
  readonly accountId: string | null;
  readonly role: Role;
  readonly now: Date;
}

/** An invitation into an account, or to found one: its secret is for the mail, its token for the store. */
export function newInvitation({ email, accountId, role, now }: InvitationOptions): {
  readonly secret: string;
  readonly token: Invitation;
} {
  const secret = newSecret();
  return {
    secret,
    token: {
      secretHash: hashSecret(secret),
      purpose: "invitation",
      email,
      accountId,
      role,
      personId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    },
  };
}
