import * as vscode from "vscode";
import type { Session } from "./Session.ts";
import { settings } from "./signIn.ts";
import { repositoryFile } from "./Workspace.ts";

/** A line above each file of the workspace that asks who knows the file. It sends no request before the click. */
export class FileLens implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #session: Session;
  readonly #registration: vscode.Disposable;
  #isShown = false;

  constructor(session: Session) {
    this.#session = session;
    this.#registration = vscode.languages.registerCodeLensProvider({ scheme: "*" }, this);
  }

  /** Shows or removes the line after a change of the session or of a setting. */
  update(): void {
    const isShown = this.#isEnabled();
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#changed.fire();
  }

  provideCodeLenses({ uri }: Pick<vscode.TextDocument, "uri">): vscode.CodeLens[] {
    if (!this.#isEnabled() || !repositoryFile(uri)) return [];
    const start = new vscode.Position(0, 0);
    const command = { command: "clew.experts", title: vscode.l10n.t("Who knows this file?"), arguments: [uri] };
    return [new vscode.CodeLens(new vscode.Range(start, start), command)];
  }

  /** Not removed by an error: that would move the lines of the editor whenever the server is away. */
  #isEnabled(): boolean {
    const { kind } = this.#session.state;
    return settings().codeLens && (kind === "ready" || kind === "error");
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
