declare module "virtual:element-style" {
  /** The style sheet of an element, made by `build/element-style.ts`. */
  const css: string;
  export default css;
}
