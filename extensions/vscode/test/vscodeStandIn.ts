/** As much of the editor as the extension touches, and hands for the test to move it. */
import type * as real from "vscode";
import { Document, Position, Range, Uri } from "./documentStandIn.ts";
import { EventEmitter, type PanelStandIn, panelOf, QuickPick } from "./surfacesStandIn.ts";

export { Document, EventEmitter, Position, QuickPick, Range, Uri };

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
export class MarkdownString {
  readonly value: string;
  isTrusted: unknown;
  supportHtml: unknown;
  supportThemeIcons: unknown;
  constructor(value: string) {
    this.value = value;
  }
}
export class Hover {
  readonly contents: MarkdownString;
  readonly range: Range;
  constructor(contents: MarkdownString, range: Range) {
    this.contents = contents;
    this.range = range;
  }
}
export class DocumentLink {
  readonly range: Range;
  target: Uri | undefined;
  tooltip: string | undefined;
  constructor(range: Range, target?: Uri) {
    this.range = range;
    this.target = target;
  }
}
/** What is after the end of a line. */
export interface DecorationStandIn {
  readonly range: Range;
  readonly hoverMessage: MarkdownString;
  readonly renderOptions: { readonly after: { readonly contentText: string } };
}
export class CodeLens {
  readonly range: Range;
  readonly command: real.Command;
  constructor(range: Range, command: real.Command) {
    this.range = range;
    this.command = command;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };

export const ViewColumn = { Active: -1 };

export class McpHttpServerDefinition {
  readonly label: string;
  uri: Uri;
  headers: Record<string, string>;
  constructor(label: string, uri: Uri, headers: Record<string, string> = {}) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
  }
}

export interface TreeViewStandIn {
  visible: boolean;
  message: string | undefined;
  readonly provider: real.TreeDataProvider<real.TreeItem>;
  readonly visibility: EventEmitter<unknown>;
}

/** What the test sees and does. */
export const hands = {
  views: new Map<string, TreeViewStandIn>(),
  /** Texts that are typed into boxes, in turn. */
  typed: [] as string[],
  contexts: new Map<string, unknown>(),
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  panels: [] as PanelStandIn[],
  /** The list that was opened last. */
  box: undefined as QuickPick | undefined,
  /** Undefined while no provider is registered. */
  mcp: undefined as real.McpServerDefinitionProvider<real.McpHttpServerDefinition> | undefined,
  /** The editor's own Markdown; it fails where its extension is turned off. */
  renderMarkdown: (markdown: string): unknown => `<p>${markdown}</p>`,
  settings: { server: "", project: "" } as Record<string, string | boolean>,
  settingsChanged: new EventEmitter<Pick<real.ConfigurationChangeEvent, "affectsConfiguration">>(),
  lenses: undefined as real.CodeLensProvider | undefined,
  hover: undefined as real.HoverProvider | undefined,
  /** Undefined while no provider is registered. */
  links: undefined as real.DocumentLinkProvider | undefined,
  decorations: [] as readonly DecorationStandIn[],
  files: new Set<string>(),
  status: { text: "", tooltip: "", command: "", shown: false },
  opened: [] as { file: string; line: number }[],
  browsed: [] as string[],
  messages: [] as string[],
  /** Chooses from a list; nothing when it gives undefined. */
  choose: (items: readonly { label: string }[]): { label: string } | undefined => items[0],
  /** The button of a message that is clicked; none when it gives undefined. */
  answer: (_buttons: readonly string[]): string | undefined => undefined,
  /** Cancels the progress that is shown; undefined for one without a button. */
  cancel: undefined as (() => void) | undefined,
  editorChanged: new EventEmitter<unknown>(),
  selectionChanged: new EventEmitter<{ textEditor: unknown }>(),
  documentChanged: new EventEmitter<{ document: unknown }>(),
  editor: undefined as
    | {
        document: Document;
        selection: { active: Position; isEmpty: boolean; start?: Position; end?: Position };
        setDecorations: (type: unknown, decorations: readonly DecorationStandIn[]) => void;
      }
    | undefined,
  open(path: string, text = "", languageId = "typescript"): Document {
    const document = new Document(`file://${path}`, languageId, text);
    hands.editor = {
      document,
      selection: { active: new Position(0, 0), isEmpty: true },
      setDecorations: (_, decorations) => (hands.decorations = decorations),
    };
    hands.editorChanged.fire(hands.editor);
    return document;
  },
  moveTo(line: number): void {
    if (!hands.editor) return;
    hands.editor.selection = { active: new Position(line, 0), isEmpty: true };
    hands.selectionChanged.fire({ textEditor: hands.editor });
  },
  /** Selects the whole text. */
  select(): void {
    if (!hands.editor) return;
    const { text } = hands.editor.document;
    const [start, end] = [new Position(0, 0), hands.editor.document.positionAt(text.length)];
    hands.editor.selection = { active: end, isEmpty: text === "", start, end };
  },
  edit(text: string): void {
    const document = hands.editor?.document;
    if (!document) return;
    document.text = text;
    document.version++;
    hands.documentChanged.fire({ document });
  },
  run: (name: string, ...given: unknown[]): unknown => hands.commands.get(name)?.(...given),
};

const never = () => ({ dispose: () => undefined });
const showMessage = (words: string, ...buttons: string[]): Promise<string | undefined> => {
  hands.messages.push(words);
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
  onDidChangeTextEditorSelection: hands.selectionChanged.event,
  createTextEditorDecorationType: () => never(),
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
  createQuickPick: () => (hands.box = new QuickPick()),
  createWebviewPanel: (_: string, title: string, __: number, options: PanelStandIn["options"]): PanelStandIn => {
    const panel = panelOf(title, options, () => (hands.panels = hands.panels.filter((one) => one !== panel)));
    hands.panels.push(panel);
    return panel;
  },
  showQuickPick: (items: readonly { label: string }[]) => Promise.resolve(hands.choose(items)),
  showInputBox: () => Promise.resolve(hands.typed.shift()),
  showInformationMessage: showMessage,
  showErrorMessage: showMessage,
  showWarningMessage: showMessage,
  showTextDocument: (file: Uri, { selection }: { selection: Range }) => {
    hands.opened.push({ file: file.path, line: selection.start.line + 1 });
    return Promise.resolve();
  },
};
export const workspace = {
  workspaceFolders: [{ uri: new Uri("file:///work/loom") }],
  getConfiguration: () => ({
    get: (name: string, otherwise: unknown) => hands.settings[name] ?? otherwise,
    inspect: () => undefined,
    update: (name: string, value: string | boolean) => {
      hands.settings[name] = value;
      hands.settingsChanged.fire({ affectsConfiguration: (section) => section === `clew.${name}` });
      return Promise.resolve();
    },
  }),
  onDidChangeTextDocument: hands.documentChanged.event,
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
  registerHoverProvider: (_: unknown, provider: real.HoverProvider) => {
    hands.hover = provider;
    return never();
  },
  registerDocumentLinkProvider: (_: unknown, provider: real.DocumentLinkProvider) => {
    hands.links = provider;
    return { dispose: () => (hands.links = undefined) };
  },
};
export const commands = {
  registerCommand: (name: string, run: (...given: unknown[]) => unknown) => {
    hands.commands.set(name, run);
    return never();
  },
  executeCommand: async (name: string, ...given: unknown[]) => {
    if (name === "setContext") hands.contexts.set(String(given[0]), given[1]);
    return name === "markdown.api.render" ? hands.renderMarkdown(String(given[0])) : undefined;
  },
};
export const lm = {
  registerMcpServerDefinitionProvider: (_: string, provider: NonNullable<typeof hands.mcp>) => {
    hands.mcp = provider;
    return { dispose: () => (hands.mcp = undefined) };
  },
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
