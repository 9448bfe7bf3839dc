export function copyCommit(root: string, commit: string, folder: string): void;
export function buildCopy(folder: string): void;
export function normaliseModes(folder: string): void;
