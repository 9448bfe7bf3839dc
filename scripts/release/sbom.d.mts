export interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly scope: "required" | "optional";
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function packageBom(root: string, folder: string, time: Date): Bom;
export function wholeBom(root: string, time: Date): Bom;
export function shippedFolders(root: string): string[];
