/** The name under which a package is downloaded, and which its instructions call it by: docs/interface.md, `evidence.zip`. */
export function evidenceFileName(certificateId: string): string {
  return `svc-evidencia-${certificateId}.zip`;
}
