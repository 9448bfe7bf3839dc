import type { Control } from "./browser-page.js";

/**
 * Runs in the page. The first visible control with this role and name that can be used; null if
 * there is none.
 */
export function findControl({ role, name }: Control): HTMLElement | null {
  const selectors = {
    button: "button, summary, [role=button]",
    checkbox: "input[type=checkbox]",
    textbox: "input[type=text], input[type=search], input:not([type]), textarea",
    link: "a[href]",
    combobox: "select",
  };
  const nameOf = (element: HTMLElement): string => {
    const labels = (element as HTMLInputElement).labels ?? [];
    const said =
      element.getAttribute("aria-label") ??
      (labels.length > 0
        ? [...labels].map(({ textContent }) => textContent).join(" ")
        : (element.textContent ?? ""));
    return said.replace(/\s+/g, " ").trim();
  };
  const isUsable = (element: HTMLElement): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && !(element as HTMLButtonElement).disabled;
  const pattern = new RegExp(name);
  const all = document.querySelectorAll<HTMLElement>(selectors[role]);
  return [...all].find((element) => isUsable(element) && pattern.test(nameOf(element))) ?? null;
}
