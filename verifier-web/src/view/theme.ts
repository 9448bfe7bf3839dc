/** Light or dark appearance, or that of the device. */
import { effect, type Signal, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "theme";

export const theme: Signal<Theme> = signal(readChoice());

effect(() => {
  const { value } = theme;
  if (value === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = value;
  try {
    if (value === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
});

function readChoice(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((name) => name === stored) ?? "system";
  } catch {
    return "system";
  }
}
