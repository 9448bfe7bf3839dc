/** Claims change for those alone who name the proof that they stand for. */
import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { binaryToUuid, hexToBinary, ownUuidToBinary } from "../../service/src/store/mongodb/binary.js";
import { Claims } from "../../service/src/store/mongodb/claims.js";
import type { ClaimDocument } from "../../service/src/store/mongodb/documents.js";
import { type OpenedAccess, openAccess } from "./open-access.js";

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("claims", () => {
  let opened: OpenedAccess;
  let claims: Claims<ClaimDocument>;
  beforeEach(async () => {
    opened = await openAccess(serverUrl!);
    claims = new Claims(opened.access, opened.access.collections.idempotencyKeys);
  });
  afterEach(() => opened.dispose());

  const claimOn = (_id: ClaimDocument["_id"]): ClaimDocument => ({
    _id,
    proof: ownUuidToBinary(randomUUID()),
  });
  const standingFor = async ({ _id }: ClaimDocument): Promise<string | null> => {
    const claim = await claims.find(_id);
    return claim && binaryToUuid(claim.proof);
  };

  it("stand for whoever was first, who is told to all others", async () => {
    const first = claimOn(newThing());
    const second = claimOn(first._id);
    const other = claimOn(newThing());
    expect(await claims.take([first])).toEqual([first]);
    const [standing, own] = await claims.take([second, other]);
    expect(standing && binaryToUuid(standing.proof)).toBe(binaryToUuid(first.proof));
    expect(own).toBe(other);
    expect(await standingFor(first)).toBe(binaryToUuid(first.proof));
  });

  it("are replaced in the place of the claim that was seen, and not of a later one", async () => {
    const [seen, later, stale] = [0, 1, 2].map(() => claimOn(THING));
    await claims.take([seen!]);
    expect(await claims.replace(seen!, later!)).toBe(true);
    expect(await claims.replace(seen!, stale!)).toBe(false);
    expect(await standingFor(seen!)).toBe(binaryToUuid(later!.proof));
  });

  it("are released by those for whom they stand, and by nobody else", async () => {
    const [former, standing] = [claimOn(THING), claimOn(THING)];
    await claims.take([standing]);
    await claims.release([former]);
    expect(await standingFor(standing)).toBe(binaryToUuid(standing.proof));
    await claims.release([standing]);
    expect(await standingFor(standing)).toBeNull();
  });
});

const THING = newThing();

function newThing(): ClaimDocument["_id"] {
  return hexToBinary(randomBytes(32).toString("hex"));
}
