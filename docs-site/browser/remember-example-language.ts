const KEY = "svc-docs-example";

/** Opens the examples in the language that the reader opened last. */
export function rememberExampleLanguage(): void {
  const examples = document.querySelectorAll<HTMLDetailsElement>("details[data-language]");
  const wanted = stored();
  for (const example of examples) {
    if (wanted !== null) example.open = example.dataset["language"] === wanted;
    example.querySelector("summary")?.addEventListener("click", () => {
      if (!example.open) store(example.dataset["language"] ?? "");
    });
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The choice is forgotten then.
  }
}
