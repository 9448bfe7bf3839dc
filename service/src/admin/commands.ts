/** All commands, in the order of the usage. */
import { createAccount } from "./account/create.js";
import { deleteAccount } from "./account/delete.js";
import { disableAccount } from "./account/disable.js";
import { enableAccount } from "./account/enable.js";
import { inviteToAccount } from "./account/invite.js";
import { labelAccount } from "./account/label.js";
import { listAccounts } from "./account/list.js";
import { setPlan } from "./account/set-plan.js";
import { showAccount } from "./account/show.js";
import { listAudit } from "./audit/list.js";
import { listBatches } from "./batch/list.js";
import { retryBatch } from "./batch/retry.js";
import { showBatch } from "./batch/show.js";
import { acceptChains } from "./chain/accept.js";
import type { Command } from "./command.js";
import { purgeCustody } from "./custody/purge.js";
import { reportCustody } from "./custody/report.js";
import { rewrapCustody } from "./custody/rewrap.js";
import { createKey } from "./key/create.js";
import { findKey } from "./key/find.js";
import { listKeys } from "./key/list.js";
import { revokeKey } from "./key/revoke.js";
import { cancelOrder } from "./order/cancel.js";
import { grantOrder } from "./order/grant.js";
import { listOrders } from "./order/list.js";
import { findProofs } from "./proof/find.js";
import { showProof } from "./proof/show.js";
import { addSeals } from "./seals/add.js";
import { auditSeals } from "./seals/audit.js";
import { sealLedger } from "./seals/ledger.js";
import { removeSeals } from "./seals/remove.js";

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
