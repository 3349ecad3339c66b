import * as vscode from "vscode";
import { keysIn } from "../../../contract/texts/names.ts";
import { textParts } from "../../../contract/texts/textParts.ts";
import type { EditorDeps } from "./CodeHover.ts";
import type { NamedTarget } from "./NamedKeys.ts";
import { readCommand } from "./readCommand.ts";
import { repositoryFile } from "./Workspace.ts";

/** Links of the issues and requests that comments, texts and messages of commits name. */
export class KeyLinks implements vscode.DocumentLinkProvider, vscode.Disposable {
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

  async provideDocumentLinks(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentLink[]> {
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
      const link = target && this.#linkTo(target, new vscode.Range(document.positionAt(from), document.positionAt(to)));
      return link ?? [];
    });
  }

  /** Its address is there from the start: the editor may have released the list by the time of a click, and then resolves none of it. */
  #linkTo(target: NamedTarget, range: vscode.Range): vscode.DocumentLink | undefined {
    const isIssue = target.kind === "issue";
    const address = isIssue ? readCommand(target) : this.#deps.session.pageOf(target);
    if (address === undefined) return undefined;
    const link = new vscode.DocumentLink(range, vscode.Uri.parse(address, true));
    link.tooltip = isIssue ? vscode.l10n.t("Read the issue") : vscode.l10n.t("Open in Clew");
    return link;
  }

  dispose(): void {
    this.#registration?.dispose();
  }
}
