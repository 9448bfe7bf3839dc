export async function encodeReportPdf(_: object): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array();
}
