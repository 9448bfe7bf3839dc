/** What the admin command line can do, and what its help says. */
import type { Program } from "@svc-proof/verifier-lib/command-line";
import {
  createAccount,
  deleteAccount,
  disableAccount,
  enableAccount,
  inviteToAccount,
  labelAccount,
  listAccounts,
  setPlan,
  showAccount,
} from "./accounts.js";
import { acceptChains, listBatches, retryBatch, showBatch } from "./batches.js";
import type { AdminCommand } from "./command.js";
import { purgeCustody, reportCustody, rewrapCustody } from "./custody.js";
import {
  cancelOrder,
  createKey,
  findKey,
  grantOrder,
  listKeys,
  listOrders,
  revokeKey,
} from "./keys-and-orders.js";
import { findProofs, showProof } from "./proofs.js";
import { addSeals, auditSeals, listAudit, removeSeals, sealLedger } from "./seals-and-audit.js";

/** In the order of the help. */
const COMMANDS: readonly AdminCommand[] = [
  createAccount,
  listAccounts,
  showAccount,
  setPlan,
  labelAccount,
  inviteToAccount,
  disableAccount,
  enableAccount,
  deleteAccount,
  createKey,
  listKeys,
  findKey,
  revokeKey,
  showProof,
  findProofs,
  addSeals,
  removeSeals,
  sealLedger,
  auditSeals,
  listOrders,
  grantOrder,
  cancelOrder,
  listBatches,
  showBatch,
  retryBatch,
  acceptChains,
  reportCustody,
  purgeCustody,
  rewrapCustody,
  listAudit,
];

export const SVC_PROOF_ADMIN: Program & { readonly commands: readonly AdminCommand[] } = {
  name: "npm run admin --",
  summary: "administers the store of a service",
  description: [
    "Works on the database of SVC_MONGODB_URL, or else on the one in SVC_DATA_DIR. The service may be running. ACCOUNT is the identifier of an account, or the e-mail address of one of its people. TIME is in UTC: 2026-11-30 or 2026-11-30T18:00:00Z.",
  ],
  main: null,
  commands: COMMANDS,
  groups: {},
  exitStatus: [
    ["0", "done, or nothing to do"],
    ["1", "a check found a problem (seals audit, custody report, custody rewrap)"],
    ["3", "the command line or a setting is wrong"],
    [
      "4",
      "no such account, key, proof, batch or order; or refused by a rule, or not confirmed with --yes: nothing was changed",
    ],
    ["5", "the store or the storage of originals failed: look before a change is repeated"],
  ],
  exitStatusRules: [],
  environment: [],
  files: [],
  examples: [
    ["npm run admin -- account create --plan pro", "make an account, and the database if there is none"],
    ["npm run admin -- key create --account ana@ruiz.example", "make a key for it"],
    ["npm run admin -- key --help", "show the commands about keys with their options"],
  ],
};
