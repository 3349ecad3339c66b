import * as vscode from "vscode";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { Definitions } from "../../../contract/code/references.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import { type KeyInText, keysIn } from "../../../contract/texts/names.ts";
import { textParts } from "../../../contract/texts/textParts.ts";
import type { BackgroundRequests, CachedAsk } from "./BackgroundRequests.ts";
import { cardText, symbolText } from "./hoverText.ts";
import type { NamedKeys } from "./NamedKeys.ts";
import type { Session, WorkspaceFile } from "./Session.ts";
import { keyOf, type SyncedFiles } from "./SyncedFiles.ts";
import { repositoryFile } from "./Workspace.ts";

const CACHED_ROWS = 200;

export interface EditorDeps {
  readonly session: Session;
  readonly requests: BackgroundRequests;
  readonly synced: SyncedFiles;
  readonly keys: NamedKeys;
}

/** What is under the pointer: the issue or request that a text names, or the definition of a name of the code. */
export class CodeHover implements vscode.HoverProvider {
  readonly #deps: EditorDeps;
  readonly #askCard: CachedAsk<Issue | ChangeRequest>;
  readonly #askDefinitions: CachedAsk<Definitions>;

  constructor(deps: EditorDeps) {
    this.#deps = deps;
    this.#askCard = deps.requests.cached(CACHED_ROWS);
    this.#askDefinitions = deps.requests.cached(CACHED_ROWS);
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const file = repositoryFile(document.uri);
    if (!file || !this.#deps.requests.isInUse) return undefined;
    const signal = this.#deps.requests.signalOf(token);
    const at = document.offsetAt(position);
    const part = textParts(document.languageId, document.getText()).find(
      ({ from, text }) => from <= at && at <= from + text.length,
    );
    // The words of a comment are no names of the code.
    const key = part && keysIn(part).find(({ from, to }) => from <= at && at <= to);
    const range = key
      ? new vscode.Range(document.positionAt(key.from), document.positionAt(key.to))
      : part
        ? undefined
        : document.getWordRangeAtPosition(position);
    if (!range) return undefined;
    const text = key ? await this.#ofKey(file, key, signal) : await this.#ofName(file, document, range.start, signal);
    return text && !signal.aborted ? new vscode.Hover(text, range) : undefined;
  }

  async #ofKey(
    file: WorkspaceFile,
    { name }: KeyInText,
    signal: AbortSignal,
  ): Promise<vscode.MarkdownString | undefined> {
    const target = (await this.#deps.keys.find(file, [name], signal)).get(name);
    if (!target) return undefined;
    const { kind, id } = target;
    const row = await this.#askCard(kind + id, ({ client, slug }) => client.card(slug, kind, id, signal), signal);
    return row ? cardText(this.#deps.session, target, row) : undefined;
  }

  async #ofName(
    file: WorkspaceFile,
    document: vscode.TextDocument,
    { line, character }: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.MarkdownString | undefined> {
    const { synced, session } = this.#deps;
    const version = await synced.read(file, signal);
    // A changed line has no place in the server's index.
    const place = version ? synced.lineOf(document, version, line) : undefined;
    if (!version || place === undefined) return undefined;
    const at = { line: place + 1, column: character + 1 };
    const found = await this.#askDefinitions(
      JSON.stringify([keyOf(version), at]),
      ({ client, slug }) => client.definitions(slug, version, at, signal),
      signal,
    );
    return found ? symbolText(session, document.languageId, found) : undefined;
  }
}
