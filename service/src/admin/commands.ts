/** All commands, in the order of the usage. */
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
import type { Command } from "./command.js";
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

export const COMMANDS: readonly Command[] = [
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
