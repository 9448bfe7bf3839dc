const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "is a directory",
  ENOTDIR: "part of the path is not a directory",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EMFILE: "too many open files",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
};

/** Why something did not work, without a stack and without the name of a system call. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : REASONS[code];
  if (reason !== undefined) return reason;
  return error instanceof Error ? error.message : String(error);
}
