import type { OneTimeToken, Role } from "../store/people-store.js";
import { hashSecret, newSecret } from "./secret.js";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

export interface InvitationOptions {
  /** In the form of email-address.ts. */
  readonly email: string;
  readonly accountId: string;
  readonly role: Role;
  readonly now: Date;
}

/** An invitation into an account: its secret is for the mail, its token for the store. */
export function newInvitation({ email, accountId, role, now }: InvitationOptions): {
  readonly secret: string;
  readonly token: OneTimeToken;
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
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * 86_400_000),
    },
  };
}
