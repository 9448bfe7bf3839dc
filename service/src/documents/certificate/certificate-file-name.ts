/** The name under which a certificate is downloaded, and by which its own instructions call it: docs/interface.md, `certificate.pdf`. */
export function certificateFileName(certificateId: string): string {
  return `certificado-${certificateId}.pdf`;
}
