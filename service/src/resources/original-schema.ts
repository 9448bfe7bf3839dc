/** An original in custody as the API shows it: docs/interface.md, "Original". */
import Type, { type TSchema } from "typebox";
import { COUNT, TIMESTAMP, URL_TEXT } from "../openapi/answers.js";

export const ORIGINAL: TSchema = Type.Object(
  {
    stored: Type.Boolean(),
    file_name: Type.String(),
    size_bytes: COUNT,
    mime_type: Type.String(),
    stored_at: TIMESTAMP,
    url: URL_TEXT,
  },
  { $id: "Original", description: "The file itself, in custody." },
);

/** An original, or null if none is in custody. */
export const ORIGINAL_OR_NULL: TSchema = Type.Union([ORIGINAL, Type.Null()]);
