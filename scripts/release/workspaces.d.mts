export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly private?: boolean;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
}

export function packagesOf(root: string): WorkspacePackage[];
export function publicPackages(root: string): WorkspacePackage[];
export function versionProblems(root: string): readonly string[];
