/**
 * One life of a process that sells and completes seals: it pays for seals of existing proofs,
 * registers proofs with seals, issues pending seals, and refunds some. Plain JavaScript, so that a
 * process of its own can run it.
 */
import { randomBytes, randomUUID } from "node:crypto";

/**
 * Prints a line for each action after the store's answer: `paid <proof> <spend>`, `made <proof>
 * <spend>`, `issued <proof> <serial>`, `refunded <spend>`, `done`.
 */
export async function sellSeals(store, { caller, proofs, rounds }, tell) {
  const order = () => ({ spendId: randomUUID(), dueAt: new Date(0) });
  const issue = async (seal) => {
    const serialNumber = randomBytes(8).toString("hex").toUpperCase();
    const token = {
      authority: "a",
      genTime: new Date(),
      serialNumber,
      policyOid: "1.2.3",
      qualification: null,
    };
    const standing = await store.seals.issue(seal, token, randomBytes(100));
    if (standing?.token != null) tell(`issued ${seal.proofId} ${standing.token.serialNumber}`);
  };
  const refund = async (seal) => {
    const isRefunded = await store.seals.refund(seal, { id: randomUUID(), cause: "refund", at: new Date() });
    if (isRefunded) tell(`refunded ${seal.spendId}`);
  };
  const finish = async (seal, i) => {
    const hold = await store.seals.hold(seal.proofId, 1, new Date(0));
    if (hold === null) return;
    if (i % 3 === 0) await refund(hold.seal);
    else if (i % 3 === 1) await issue(hold.seal);
    else await store.seals.postpone(hold, new Date(0));
  };
  const pay = async (id, i) => {
    const proof = await store.proofs.find(id);
    if (proof === null) throw new Error(`there is no proof ${id}`);
    const result = await store.seals.spend({ ...order(), proof, at: new Date() });
    if (result.outcome === "none_left") return;
    if (result.outcome === "spent") tell(`paid ${id} ${result.seal.spendId}`);
    await finish(result.seal, i);
  };
  const register = async (i) => {
    const result = await store.proofs.register({
      ...caller,
      id: randomUUID(),
      certificateId: randomUUID(),
      idempotencyKey: null,
      hash: randomBytes(32).toString("hex"),
      name: "a",
      metadata: null,
      size: null,
      mimeType: "a/b",
      receivedAt: new Date(),
      dailyLimit: 1_000_000,
      seal: order(),
    });
    if (result.outcome !== "created" || result.proof.seal === null) return;
    tell(`made ${result.proof.id} ${result.proof.seal.spendId}`);
    await finish(result.proof.seal, i);
  };
  for (let round = 0; round < rounds; round++) {
    await Promise.all([...proofs.map((id, i) => pay(id, i + round)), register(round), register(round + 1)]);
    for (const seal of await store.seals.takeDue(new Date(), 100)) await finish(seal, 1);
  }
  tell("done");
}
