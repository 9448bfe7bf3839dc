/** A path of `exports`. */
export interface PackageEntry {
  /** As in `exports`: `.`, `./node`, `./files/*`. */
  readonly path: string;
  /** As imported: `@svc-proof/client/node`. */
  readonly specifier: string;
  /** What an import of it gets, relative to the package's folder. */
  readonly file: string;
  /** Path of the built declarations, absolute if the checkout's is; null for what is no module. */
  readonly types: string | null;
  /** Path of the source, likewise, if it is where the others have it; null for what is no module. */
  readonly source: string | null;
}

/** A package that is published. */
export interface PublicPackage {
  readonly name: string;
  /** Below the root. */
  readonly folder: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly description: string;
    readonly bin?: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  };
  readonly entries: readonly PackageEntry[];
}

/** @param checkout its folder. Default: this one. */
export function publicPackages(checkout?: string): PublicPackage[];
