/** As much of the editor as the extension touches, and hands for the test to move it. */
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
export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeColor extends ThemeIcon {}
export class Position {
  readonly line: number;
  constructor(line: number) {
    this.line = line;
  }
}
export class Range {
  readonly start: Position;
  constructor(start: Position) {
    this.start = start;
  }
}
export class CodeLens {
  readonly range: Range;
  readonly command: real.Command;
  constructor(range: Range, command: real.Command) {
    this.range = range;
    this.command = command;
  }
}
export class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
    const [, scheme = "file", path = text] = /^([a-z]+):(?:\/\/)?(.*)$/.exec(text) ?? [];
    this.scheme = scheme;
    this.path = path;
  }
  static parse(text: string): Uri {
    return new Uri(text);
  }
  static joinPath(uri: Uri, path: string): Uri {
    return new Uri(`file://${uri.path}/${path}`);
  }
  toString(): string {
    return this.#text;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };

export interface TreeViewStandIn {
  visible: boolean;
  message: string | undefined;
  readonly provider: real.TreeDataProvider<real.TreeItem>;
  readonly visibility: EventEmitter<unknown>;
}

/** What the test sees and does. */
export const hands = {
  views: new Map<string, TreeViewStandIn>(),
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  settings: { server: "", project: "" } as Record<string, string | boolean>,
  settingsChanged: new EventEmitter<Pick<real.ConfigurationChangeEvent, "affectsConfiguration">>(),
  lenses: undefined as real.CodeLensProvider | undefined,
  files: new Set<string>(),
  status: { text: "", tooltip: "", command: "", shown: false },
  opened: [] as { file: string; line: number }[],
  browsed: [] as string[],
  told: [] as string[],
  /** Chooses from a list; nothing when it gives undefined. */
  choose: (items: readonly { label: string }[]): { label: string } | undefined => items[0],
  /** The button of a message that is clicked; none when it gives undefined. */
  answer: (_buttons: readonly string[]): string | undefined => undefined,
  /** Cancels the progress that is shown; undefined for one without a button. */
  cancel: undefined as (() => void) | undefined,
  editorChanged: new EventEmitter<unknown>(),
  editor: undefined as { document: { uri: Uri } } | undefined,
  open(path: string): void {
    hands.editor = { document: { uri: new Uri(`file://${path}`) } };
    hands.editorChanged.fire(hands.editor);
  },
  run: (name: string, ...given: unknown[]): unknown => hands.commands.get(name)?.(...given),
};

const never = () => ({ dispose: () => undefined });
const tell = (words: string, ...buttons: string[]): Promise<string | undefined> => {
  hands.told.push(words);
  return Promise.resolve(hands.answer(buttons));
};

export const window = {
  get activeTextEditor() {
    return hands.editor;
  },
  createTreeView: (id: string, { treeDataProvider }: { treeDataProvider: real.TreeDataProvider<real.TreeItem> }) => {
    const visibility = new EventEmitter<unknown>();
    const view = {
      visible: false,
      message: undefined,
      provider: treeDataProvider,
      visibility,
      onDidChangeVisibility: visibility.event,
      dispose: () => undefined,
    };
    hands.views.set(id, view);
    return view;
  },
  createStatusBarItem: () => ({
    ...hands.status,
    set text(value: string) {
      hands.status.text = value;
    },
    set tooltip(value: string) {
      hands.status.tooltip = value;
    },
    set command(value: string) {
      hands.status.command = value;
    },
    show: () => (hands.status.shown = true),
    hide: () => (hands.status.shown = false),
    dispose: () => undefined,
  }),
  onDidChangeActiveTextEditor: hands.editorChanged.event,
  withProgress: (
    { location, cancellable }: real.ProgressOptions,
    work: (progress: object, token: object) => Promise<unknown>,
  ) => {
    const cancelled = new EventEmitter<void>();
    // The editor shows the button in a notification alone.
    hands.cancel =
      cancellable && location === ProgressLocation.Notification ? () => cancelled.fire(undefined) : undefined;
    return work({}, { isCancellationRequested: false, onCancellationRequested: cancelled.event }).finally(() => {
      hands.cancel = undefined;
    });
  },
  showQuickPick: (items: readonly { label: string }[]) => Promise.resolve(hands.choose(items)),
  showInformationMessage: tell,
  showErrorMessage: tell,
  showWarningMessage: tell,
  showTextDocument: (file: Uri, { selection }: { selection: Range }) => {
    hands.opened.push({ file: file.path, line: selection.start.line + 1 });
    return Promise.resolve();
  },
};
export const workspace = {
  workspaceFolders: [{ uri: new Uri("file:///work/loom") }],
  getConfiguration: () => ({ get: (name: string, otherwise: unknown) => hands.settings[name] ?? otherwise }),
  onDidChangeConfiguration: hands.settingsChanged.event,
  fs: {
    stat: ({ path }: Uri) => (hands.files.has(path) ? Promise.resolve() : Promise.reject(new Error("not there"))),
  },
};
export const languages = {
  registerCodeLensProvider: (_: unknown, provider: real.CodeLensProvider) => {
    hands.lenses = provider;
    return never();
  },
};
export const commands = {
  registerCommand: (name: string, run: (...given: unknown[]) => unknown) => {
    hands.commands.set(name, run);
    return never();
  },
  executeCommand: () => Promise.resolve(),
};
export const env = {
  language: "en",
  openExternal: (uri: Uri) => {
    hands.browsed.push(String(uri));
    return Promise.resolve(true);
  },
};
export const l10n = {
  t: (message: string, ...values: (string | number)[]) =>
    message.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};
export const extensions = { getExtension: () => undefined };
