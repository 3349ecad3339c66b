/** Events, pages and lists of the editor's stand-in. */
import type * as real from "vscode";

type Listener<T> = (value: T) => unknown;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): { dispose: () => void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** A page of the extension in the editor. */
export interface PanelStandIn {
  title: string;
  readonly options: real.WebviewPanelOptions & real.WebviewOptions;
  readonly webview: { html: string };
  revealed: number;
  reveal(): void;
  readonly onDidDispose: (listener: () => unknown) => unknown;
  dispose(): void;
}

/** A list that the extension fills while the test types. */
export class QuickPick {
  items: readonly { readonly label: string }[] = [];
  selectedItems: readonly { readonly label: string }[] = [];
  busy = false;
  isShown = false;
  readonly #changed = new EventEmitter<string>();
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  get labels(): string[] {
    return this.items.map(({ label }) => label);
  }
  type(value: string): void {
    this.#changed.fire(value);
  }
  accept(index: number): void {
    this.selectedItems = this.items.slice(index, index + 1);
    this.#accepted.fire();
  }
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire();
  }
  dispose(): void {
    this.items = [];
  }
}

/** @param close takes it out of the editor */
export function panelOf(title: string, options: PanelStandIn["options"], close: () => void): PanelStandIn {
  const disposed = new EventEmitter<void>();
  const panel: PanelStandIn = {
    title,
    options,
    webview: { html: "" },
    revealed: 0,
    reveal: () => (panel.revealed += 1),
    onDidDispose: disposed.event,
    dispose: () => {
      close();
      disposed.fire();
    },
  };
  return panel;
}
