/** A seal as the API shows it: docs/interface.md, "Seal". */
import Type, { type TSchema } from "typebox";
import { COUNT, oneOfTexts, TIMESTAMP, URL_TEXT } from "../openapi/answers.js";

const SHA256 = Type.String({ pattern: "^[a-f0-9]{64}$" });

const TRUSTED_LIST_ENTRY = Type.Object(
  {
    territory: Type.String(),
    provider: Type.String(),
    service: Type.String(),
    status: Type.String(),
    since: TIMESTAMP,
    list: Type.Object({
      sequence_number: COUNT,
      issued: TIMESTAMP,
      next_update: Type.Union([TIMESTAMP, Type.Null()]),
      sha256: SHA256,
    }),
    snapshot_sha256: SHA256,
  },
  { $id: "TrustedListEntry" },
);

const TRUSTED_LIST_RESULT = Type.Object(
  {
    result: oneOfTexts("qualified", "not-qualified", "indeterminate"),
    code: Type.String(),
    entry: Type.Union([TRUSTED_LIST_ENTRY, Type.Null()]),
  },
  {
    $id: "TrustedListResult",
    description:
      "Whether the EU trusted lists named the authority as a qualified one when the seal was issued. The seal is a qualified timestamp only with `qualified`. Left out if the lists were not asked.",
  },
);

/** One object, as generators of clients need it. An issued seal has all members but `trusted_list`, a pending one its state alone. */
export const SEAL: TSchema = Type.Object(
  {
    state: oneOfTexts("issued", "pending"),
    authority: Type.Optional(Type.String()),
    time: Type.Optional(TIMESTAMP),
    serial_number: Type.Optional(Type.String({ pattern: "^[0-9A-F]+$" })),
    policy_oid: Type.Optional(Type.String({ pattern: "^[0-9]+(?:\\.[0-9]+)+$" })),
    tsr_url: Type.Optional(URL_TEXT),
    trusted_list: Type.Optional(TRUSTED_LIST_RESULT),
  },
  {
    $id: "Seal",
    description:
      "The electronic timestamp (RFC 3161) of a fingerprint; `trusted_list` says whether it is a qualified one. While the state is `pending`, there are no other members.",
  },
);

/** A seal, or null. */
export const SEAL_OR_NULL: TSchema = Type.Union([SEAL, Type.Null()]);
