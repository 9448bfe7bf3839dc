import { Readable } from "node:stream";
import type { Request, ResponseObject, ResponseToolkit } from "@hapi/hapi";

/** An archive whose size is known at its end only. */
export function streamedArchive(
  h: ResponseToolkit,
  request: Request,
  zip: AsyncGenerator<Uint8Array>,
): ResponseObject {
  request.info.acceptEncoding = "identity";
  return h
    .response(Readable.from(zip, { objectMode: false }))
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", "attachment; filename=svc-evidencias.zip");
}
