/** A seal as the API shows it: docs/interface.md, "Seal". */
import Type, { type TSchema } from "typebox";
import { TIMESTAMP, URL_TEXT } from "../openapi/answers.js";

export const SEAL: TSchema = Type.Union(
  [
    Type.Object({
      state: Type.Literal("issued"),
      authority: Type.String(),
      time: TIMESTAMP,
      serial_number: Type.String({ pattern: "^[0-9A-F]+$" }),
      policy_oid: Type.String({ pattern: "^[0-9]+(?:\\.[0-9]+)+$" }),
      tsr_url: URL_TEXT,
    }),
    Type.Object({ state: Type.Literal("pending") }),
  ],
  { $id: "Seal", description: "The qualified timestamp of a fingerprint." },
);

/** A seal, or null. */
export const SEAL_OR_NULL: TSchema = Type.Union([SEAL, Type.Null()]);
