/** Only a caller that names a reservation's proof can change the reservation. */
import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import {
  binaryToUuid,
  hexToBinary,
  ownUuidToBinary,
} from "../../service/src/store/mongodb/documents/binary.js";
import type { ReservationDocument } from "../../service/src/store/mongodb/documents/documents.js";
import { Reservations } from "../../service/src/store/mongodb/registration/reservations.js";
import { type OpenedAccess, openAccess } from "./open-access.js";

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("reservations", () => {
  let opened: OpenedAccess;
  let reservations: Reservations<ReservationDocument>;
  beforeEach(async () => {
    opened = await openAccess(serverUrl!);
    reservations = new Reservations(opened.access, opened.access.collections.idempotencyKeys);
  });
  afterEach(() => opened.dispose());

  const reservationOn = (_id: ReservationDocument["_id"]): ReservationDocument => ({
    _id,
    proof: ownUuidToBinary(randomUUID()),
  });
  const standingFor = async ({ _id }: ReservationDocument): Promise<string | null> => {
    const reservation = await reservations.find(_id);
    return reservation && binaryToUuid(reservation.proof);
  };

  it("belong to the first caller, and all others learn which proof that is", async () => {
    const first = reservationOn(newThing());
    const second = reservationOn(first._id);
    const other = reservationOn(newThing());
    expect(await reservations.take([first])).toEqual([first]);
    const [standing, own] = await reservations.take([second, other]);
    expect(standing && binaryToUuid(standing.proof)).toBe(binaryToUuid(first.proof));
    expect(own).toBe(other);
    expect(await standingFor(first)).toBe(binaryToUuid(first.proof));
  });

  it("replace only the reservation that was seen, not a later one", async () => {
    const [seen, later, stale] = [0, 1, 2].map(() => reservationOn(THING));
    await reservations.take([seen!]);
    expect(await reservations.replace(seen!, later!)).toBe(true);
    expect(await reservations.replace(seen!, stale!)).toBe(false);
    expect(await standingFor(seen!)).toBe(binaryToUuid(later!.proof));
  });

  it("are released only by their owners", async () => {
    const [former, standing] = [reservationOn(THING), reservationOn(THING)];
    await reservations.take([standing]);
    await reservations.release([former]);
    expect(await standingFor(standing)).toBe(binaryToUuid(standing.proof));
    await reservations.release([standing]);
    expect(await standingFor(standing)).toBeNull();
  });
});

const THING = newThing();

function newThing(): ReservationDocument["_id"] {
  return hexToBinary(randomBytes(32).toString("hex"));
}
