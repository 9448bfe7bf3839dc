export interface VerifyReleaseOptions {
  readonly signers: string;
  readonly headers?: readonly string[];
  readonly explorers?: readonly string[];
  readonly needsTimestamp?: boolean;
}

export function verifyRelease(
  folder: string,
  options: VerifyReleaseOptions,
): Promise<{ readonly told: readonly string[]; readonly problems: readonly string[] }>;
