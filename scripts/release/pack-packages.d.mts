export function packPackages(
  folder: string,
  out: string,
): readonly {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}[];
