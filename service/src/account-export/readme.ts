/** The first file of an export. */
export const EXPORT_README = `All data of an account

account.json           the account, its plan and its seals
people.json            who may sign in, with what, and where they are signed in; without secrets
invitations.json       invitations that can still be accepted
keys.json              API keys without their texts, which the service does not know either
seal-ledger/           every seal that was added, used or given back, newest first
orders.json            what was ordered
audit/                 the audit trail, newest first
proofs/                all proofs, newest first, as the API shows them, with their origin and their metadata
portable-proofs/       the portable proof (svc-proof/2) of each proof that is anchored
originals/             originals in custody
left-out.json          originals that are not in here, and why

Times are UTC. All JSON is UTF-8.

The parts are read one after the other: what changed meanwhile is in those that were read later. An archive without
left-out.json was cut: a program that opens archives refuses it.

Each original counts as one of the account's downloads of the day. If none is left, the rest is left out; left-out.json
names the proof at which another export goes on with the originals.
`;
