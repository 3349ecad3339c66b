/** The answers of the language server. Loaded with the first request: a start of an editor waits for the handshake alone. */
import { basename } from "node:path";
import type {
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  CodeLens,
  Connection,
  Diagnostic,
  DocumentLink,
  ExecuteCommandParams,
  Hover,
  HoverParams,
  SymbolInformation,
  TextDocumentIdentifier,
  WorkspaceSymbolParams,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { message } from "../../messages/messages.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { RequestOf } from "../readArguments.ts";
import { openServer } from "../remote/openServer.ts";
import { actionsAt } from "./codeActions.ts";
import { type Clone, Clones } from "./Clones.ts";
import { type CommandAnswer, type CommandPlace, runEditorCommand } from "./commands.ts";
import { linksOf, withTooltip } from "./documentLinks.ts";
import type { EditorContext } from "./EditorContext.ts";
import type { EditorWindow } from "./EditorWindow.ts";
import { hoverAt } from "./hovers.ts";
import type { CodeKnowledge } from "./CodeKnowledge.ts";
import { lensesOf } from "./lenses.ts";
import type { LspSettings } from "./LspSettings.ts";
import { MARKDOWN, PLAIN } from "./markup.ts";
import { OpenFiles } from "./OpenFiles.ts";
import { outdatedPagesOf } from "./outdatedPages.ts";
import { Projects } from "./Projects.ts";
import { ServerCalls } from "./ServerCalls.ts";
import { createWords, languageOfLocale, type Words } from "./words.ts";
import { workspaceSymbols } from "./workspaceSymbols.ts";

export interface FeatureDeps {
  readonly request: RequestOf<"lsp">;
  readonly environment: NodeJS.ProcessEnv;
  readonly connection: Connection;
  readonly window: EditorWindow;
  readonly capabilities: ClientCapabilities;
  readonly locale: string | undefined;
  readonly settings: () => LspSettings;
  readonly documentOf: (uri: string) => TextDocument | undefined;
  /** Addresses of the folders of the workspace. */
  readonly folders: () => readonly string[];
}

export class EditorFeatures {
  readonly #deps: FeatureDeps;
  readonly #context: EditorContext;

  constructor(deps: FeatureDeps) {
    this.#deps = deps;
    const words = createWords(languageOfLocale(deps.locale));
    const clones = new Clones();
    const projects = new Projects({
      calls: deps.request.asksServer ? createCalls(deps, words) : null,
      project: () => deps.settings().project ?? deps.request.project,
      inform: (information) => deps.window.inform(words(information)),
      openLocal: (clone) => openLocal(deps, clone, words),
    });
    const files = new OpenFiles({ documentOf: deps.documentOf, clones, projects });
    const formats = deps.capabilities.textDocument?.hover?.contentFormat ?? ["markdown"];
    this.#context = { clones, projects, files, words, markup: formats.includes("markdown") ? MARKDOWN : PLAIN };
  }

  /** After a change of the settings. */
  reset(): void {
    this.#context.projects.reset();
  }

  async hover({ textDocument, position }: HoverParams, signal: AbortSignal): Promise<Hover | null> {
    const file = await this.#context.files.open(textDocument.uri, signal);
    return file && hoverAt(this.#context, file, position, signal);
  }

  async links({ uri }: TextDocumentIdentifier, signal: AbortSignal): Promise<DocumentLink[]> {
    const file = await this.#context.files.open(uri, signal);
    return file ? linksOf(file, signal) : [];
  }

  resolveLink(link: DocumentLink, signal: AbortSignal): Promise<DocumentLink> {
    return withTooltip(this.#context, link, signal);
  }

  async lenses({ uri }: TextDocumentIdentifier, signal: AbortSignal): Promise<CodeLens[]> {
    const file = this.#deps.settings().codeLens ? await this.#context.files.open(uri, signal) : null;
    return file ? lensesOf(this.#context, file, signal) : [];
  }

  async actions(params: CodeActionParams, signal: AbortSignal): Promise<CodeAction[]> {
    const file = await this.#context.files.open(params.textDocument.uri, signal);
    return file ? actionsAt(this.#context, file, params, signal) : [];
  }

  async diagnostics(uri: string, signal: AbortSignal): Promise<Diagnostic[]> {
    const file = this.#deps.settings().diagnostics ? await this.#context.files.open(uri, signal) : null;
    return file ? outdatedPagesOf(this.#context, file, signal) : [];
  }

  async symbols({ query }: WorkspaceSymbolParams, signal: AbortSignal): Promise<SymbolInformation[]> {
    return workspaceSymbols(this.#context, await this.#clones(), query, signal);
  }

  /** @returns undefined for a command that is not known */
  command(
    { command, arguments: commandArguments }: ExecuteCommandParams,
    signal: AbortSignal,
  ): Promise<CommandAnswer | undefined> {
    return runEditorCommand(
      this.#context,
      { command, input: commandArguments?.[0] },
      (uri) => this.#placeOf(uri, signal),
      signal,
    );
  }

  async #clones(): Promise<Clone[]> {
    const clones = await Promise.all(this.#deps.folders().map((uri) => this.#context.clones.cloneOf(uri)));
    return [...new Set(clones.filter((clone) => clone !== null))];
  }

  /** The clone of a document; without one, the first of the workspace. */
  async #placeOf(uri: string, signal: AbortSignal): Promise<(CommandPlace & { readonly path: string }) | string> {
    const { clones, projects, words } = this.#context;
    const [first] = uri === "" ? await this.#clones() : [];
    const file = uri === "" ? first && { clone: first, path: "" } : await clones.fileOf(uri);
    if (!file) return words(message("editor.no_repository"));
    const knowledge = await projects.knowledgeOf(file.clone, signal);
    return knowledge ? { ...file, knowledge } : words(message("editor.unavailable"));
  }
}

function createCalls({ request, environment, connection, window, locale }: FeatureDeps, words: Words): ServerCalls {
  const warned = new Set<string>();
  const warn = (line: string): void => {
    if (!warned.has(line)) connection.console.warn(line);
    warned.add(line);
  };
  const language = languageOfLocale(locale).toLowerCase();
  return new ServerCalls({
    now: () => performance.now(),
    warn: (warning) => window.warn(words(warning)),
    open: () => {
      try {
        return openServer(request, environment, warn, language);
      } catch (error) {
        if (!(error instanceof CliError) || error.status !== STATUS.usage) throw error;
        return null;
      }
    },
  });
}

async function openLocal(
  { request: { cache, cacheBytes }, window }: FeatureDeps,
  clone: Clone,
  words: Words,
): Promise<CodeKnowledge> {
  const { LocalKnowledge } = await import("./LocalKnowledge.ts");
  const title = words(message("editor.index", { folder: basename(clone.root) }));
  const limits = { folder: cache, maxBytes: cacheBytes };
  return new LocalKnowledge(clone, limits, (work) => window.withProgress(title, work));
}
