/** Running tasks by name. Each can be cancelled, and starting a task cancels the previous one of that name. */
export class TaskRegistry {
  readonly #controllers = new Map<string, AbortController>();

  start(name: string): AbortController {
    this.cancel(name);
    const controller = new AbortController();
    this.#controllers.set(name, controller);
    return controller;
  }

  /** Whether no newer task of that name has started. */
  isCurrent(name: string, controller: AbortController): boolean {
    return this.#controllers.get(name) === controller;
  }

  end(name: string, controller: AbortController): void {
    if (this.isCurrent(name, controller)) this.#controllers.delete(name);
  }

  cancel(name: string): void {
    this.#controllers.get(name)?.abort();
  }

  cancelAll(): void {
    for (const controller of this.#controllers.values()) controller.abort();
  }
}
