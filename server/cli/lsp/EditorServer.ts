import {
  type CancellationToken,
  CodeLensRefreshRequest,
  type Connection,
  type ExecuteCommandParams,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  PositionEncodingKind,
  ResponseError,
  type ServerCapabilities,
  TextDocuments,
  TextDocumentSyncKind,
  type WorkDoneProgressReporter,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { errorMessage } from "../../errors.ts";
import type { RequestOf } from "../readArguments.ts";
import { ACTION_KIND, EDITOR_COMMANDS } from "./commandNames.ts";
import { DelayedWork } from "./DelayedWork.ts";
import type { EditorFeatures } from "./EditorFeatures.ts";
import { EditorWindow } from "./EditorWindow.ts";
import { type LspSettings, readLspSettings } from "./LspSettings.ts";

/** Milliseconds before the pages about a document are asked for: what is only passed through is not. */
const DIAGNOSTICS_DELAY_MS = 500;

const CAPABILITIES: ServerCapabilities = {
  positionEncoding: PositionEncodingKind.UTF16,
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  hoverProvider: true,
  documentLinkProvider: { resolveProvider: true },
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [ACTION_KIND] },
  workspaceSymbolProvider: true,
  executeCommandProvider: { commands: Object.values(EDITOR_COMMANDS), workDoneProgress: true },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** Answers the requests of an editor on a connection. What answers them is loaded with the first one. */
export class EditorServer {
  readonly #connection: Connection;
  readonly #request: RequestOf<"lsp">;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #diagnostics = new DelayedWork(DIAGNOSTICS_DELAY_MS);
  readonly #folders = new Set<string>();
  #settings: LspSettings = { project: undefined, codeLens: false, diagnostics: true };
  #client: InitializeParams | undefined;
  #features: Promise<EditorFeatures> | undefined;

  constructor(connection: Connection, request: RequestOf<"lsp">, environment: NodeJS.ProcessEnv) {
    this.#connection = connection;
    this.#request = request;
    this.#environment = environment;
  }

  /** Registers what is answered; the connection may listen then. */
  register(): void {
    this.#registerLifecycle();
    this.#registerRequests();
    this.#registerDocuments();
  }

  #registerLifecycle(): void {
    const connection = this.#connection;
    connection.onInitialize((params): InitializeResult => {
      this.#client = params;
      this.#settings = readLspSettings(params.initializationOptions, this.#settings);
      const folders = params.workspaceFolders?.map(({ uri }) => uri) ?? [];
      // A client without folders of a workspace has a root alone.
      const roots = folders.length === 0 && params.rootUri ? [params.rootUri] : folders;
      for (const uri of roots) this.#folders.add(uri);
      return { capabilities: CAPABILITIES, serverInfo: { name: "clew" } };
    });
    connection.onInitialized(() => {
      if (this.#client?.capabilities.workspace?.workspaceFolders !== true) return;
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) this.#folders.delete(uri);
        for (const { uri } of added) this.#folders.add(uri);
      });
    });
    connection.onDidChangeConfiguration(({ settings }) =>
      this.#configure((settings as { clew?: unknown } | null)?.clew),
    );
  }

  #configure(settings: unknown): void {
    const before = this.#settings;
    this.#settings = readLspSettings(settings, before);
    if (JSON.stringify(before) === JSON.stringify(this.#settings)) return;
    void this.#features?.then((features) => features.reset());
    if (this.#client?.capabilities.workspace?.codeLens?.refreshSupport === true)
      this.#connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    for (const uri of this.#documents.keys()) this.#publish(uri);
  }

  #registerRequests(): void {
    const connection = this.#connection;
    connection.onHover(this.#answer((features, params, signal) => features.hover(params, signal), null));
    connection.onDocumentLinks(
      this.#answer((features, { textDocument }, signal) => features.links(textDocument, signal), []),
    );
    connection.onDocumentLinkResolve((link, token) =>
      this.#run(token, link, (features, signal) => features.resolveLink(link, signal)),
    );
    connection.onCodeLens(
      this.#answer((features, { textDocument }, signal) => features.lenses(textDocument, signal), []),
    );
    connection.onCodeAction(this.#answer((features, params, signal) => features.actions(params, signal), []));
    connection.onWorkspaceSymbol(this.#answer((features, params, signal) => features.symbols(params, signal), []));
    connection.onExecuteCommand((params, token, progress) => this.#execute(params, token, progress));
  }

  #registerDocuments(): void {
    this.#documents.onDidOpen(({ document }) => this.#publish(document.uri));
    this.#documents.onDidSave(({ document }) => this.#publish(document.uri));
    this.#documents.onDidClose(({ document: { uri } }) => {
      this.#diagnostics.cancel(uri);
      void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    this.#documents.listen(this.#connection);
  }

  #publish(uri: string): void {
    this.#diagnostics.run(uri, async (signal) => {
      try {
        const diagnostics = await (await this.#open()).diagnostics(uri, signal);
        if (!signal.aborted) await this.#connection.sendDiagnostics({ uri, diagnostics });
      } catch (error) {
        if (!signal.aborted) this.#connection.console.error(errorMessage(error));
      }
    });
  }

  /** The answer has what a client can use; what is shown to the user does not delay it. */
  async #execute(
    params: ExecuteCommandParams,
    token: CancellationToken,
    progress: WorkDoneProgressReporter,
  ): Promise<unknown> {
    progress.begin("Clew");
    const answered = await this.#run(token, null, (features, signal) => features.command(params, signal));
    progress.done();
    if (answered === undefined) return new ResponseError(LSPErrorCodes.RequestFailed, `No command ${params.command}.`);
    if (answered === null || answered instanceof ResponseError) return answered;
    const shown = Promise.resolve(answered.show(this.#window()));
    shown.catch((error: unknown) => this.#connection.console.error(errorMessage(error)));
    return answered.result;
  }

  #answer<Params, Result>(
    work: (features: EditorFeatures, params: Params, signal: AbortSignal) => Promise<Result>,
    empty: Result,
  ): (params: Params, token: CancellationToken) => Promise<Result | ResponseError> {
    return (params, token) => this.#run(token, empty, (features, signal) => work(features, params, signal));
  }

  /** Ends with the editor's cancellation. A failure is logged, and the editor gets the empty answer. */
  async #run<Result>(
    token: CancellationToken,
    empty: Result,
    work: (features: EditorFeatures, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | ResponseError> {
    const signal = signalOf(token);
    try {
      return await work(await this.#open(), signal);
    } catch (error) {
      if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
      this.#connection.console.error(errorMessage(error));
      return empty;
    }
  }

  #window(): EditorWindow {
    return new EditorWindow(this.#connection, this.#client?.capabilities ?? {});
  }

  #open(): Promise<EditorFeatures> {
    return (this.#features ??= import("./EditorFeatures.ts").then(({ EditorFeatures }) => {
      const { LC_ALL, LC_MESSAGES, LANG } = this.#environment;
      return new EditorFeatures({
        request: this.#request,
        environment: this.#environment,
        connection: this.#connection,
        window: this.#window(),
        capabilities: this.#client?.capabilities ?? {},
        locale: this.#client?.locale || LC_ALL || LC_MESSAGES || LANG,
        settings: () => this.#settings,
        documentOf: (uri) => this.#documents.get(uri),
        folders: () => [...this.#folders],
      });
    }));
  }
}

/** The signal of a request that the user can cancel in the editor. */
function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
