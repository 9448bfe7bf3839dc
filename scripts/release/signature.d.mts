export function signerOf(
  folder: string,
  signers: string,
  time?: Date,
): { readonly signer?: string; readonly problem?: string };
