export function thirdPartyLicences(
  root: string,
  folders?: readonly string[],
): { readonly text: string; readonly problems: readonly string[] };
