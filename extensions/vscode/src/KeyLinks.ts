import * as vscode from "vscode";
import type { EditorDeps } from "./CodeHover.ts";
import { keysIn } from "./NamedKeys.ts";
import type { Target } from "./rows.ts";
import { textParts } from "./textParts.ts";
import { repositoryFile } from "./Workspace.ts";

class KeyLink extends vscode.DocumentLink {
  readonly page: Target;

  constructor(range: vscode.Range, page: Target) {
    super(range);
    this.page = page;
    this.tooltip = vscode.l10n.t("Open in Clew");
  }
}

/** Links of the issues and requests that comments, texts and messages of commits name. */
export class KeyLinks implements vscode.DocumentLinkProvider<KeyLink>, vscode.Disposable {
  readonly #deps: EditorDeps;
  #registration: vscode.Disposable | undefined;

  constructor(deps: EditorDeps) {
    this.#deps = deps;
  }

  /** The editor asks for the links of open files after a registration alone: there is none before the extension is in use. */
  update(): void {
    const { isInUse } = this.#deps.requests;
    if (isInUse === (this.#registration !== undefined)) return;
    this.#registration?.dispose();
    this.#registration = isInUse ? vscode.languages.registerDocumentLinkProvider({ scheme: "*" }, this) : undefined;
  }

  /** The editor drops the links that it has. */
  reset(): void {
    this.#registration?.dispose();
    this.#registration = undefined;
    this.update();
  }

  async provideDocumentLinks(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<KeyLink[]> {
    const file = repositoryFile(document.uri);
    if (!file) return [];
    const found = textParts(document.languageId, document.getText()).flatMap(keysIn);
    if (found.length === 0) return [];
    const names = found.map(({ name }) => name);
    const signal = this.#deps.requests.signalOf(token);
    const known = await this.#deps.keys.find(file, names, signal);
    if (signal.aborted) return [];
    return found.flatMap(({ from, to, name }) => {
      const target = known.get(name);
      if (!target) return [];
      return [new KeyLink(new vscode.Range(document.positionAt(from), document.positionAt(to)), target)];
    });
  }

  resolveDocumentLink(link: KeyLink): KeyLink {
    const page = this.#deps.session.pageOf(link.page);
    if (page !== undefined) link.target = vscode.Uri.parse(page, true);
    return link;
  }

  dispose(): void {
    this.#registration?.dispose();
  }
}
