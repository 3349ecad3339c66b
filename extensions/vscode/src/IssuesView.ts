import * as vscode from "vscode";
import { ClientError } from "./ClewClient.ts";
import { MoreItem, RowItem } from "./RowItem.ts";
import { issueRow, type Row } from "./rows.ts";
import type { Session } from "./Session.ts";

/** Open issues of the project, loaded when the view is visible and on a manual refresh. */
export class IssuesView implements vscode.TreeDataProvider<vscode.TreeItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #session: Session;
  readonly #view: vscode.TreeView<vscode.TreeItem>;
  #rows: readonly Row[] | undefined;
  #next: string | null = null;
  #asOf: Date | undefined;
  #reading: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#view = vscode.window.createTreeView("clew.issues", { treeDataProvider: this });
  }

  /** Drops the rows, for another server or project. */
  reset(): void {
    this.#reading?.abort();
    this.#rows = undefined;
    this.#next = null;
    this.#asOf = undefined;
    this.#view.message = undefined;
    this.#changed.fire();
  }

  /** Reloads, and keeps the current rows until the response arrives. */
  async refresh(): Promise<void> {
    await this.#read(undefined);
    this.#changed.fire();
  }

  async more(): Promise<void> {
    if (this.#next !== null) await this.#read(this.#next);
    this.#changed.fire();
  }

  async getChildren(item?: vscode.TreeItem): Promise<vscode.TreeItem[]> {
    if (item) return [];
    if (!this.#rows) await this.#read(undefined);
    const rows = (this.#rows ?? []).map((row) => new RowItem(row));
    return this.#next === null ? rows : [...rows, new MoreItem(vscode.l10n.t("More issues"))];
  }

  getTreeItem(item: vscode.TreeItem): vscode.TreeItem {
    return item;
  }

  async #read(cursor: string | undefined): Promise<void> {
    this.#reading?.abort();
    const controller = new AbortController();
    this.#reading = controller;
    const { signal } = controller;
    try {
      const page = await this.#session.request(({ client, slug }) => client.issues(slug, cursor, signal), signal);
      if (signal.aborted) return;
      if (!page) {
        const { kind } = this.#session.state;
        this.#view.message = kind === "signedOut" ? undefined : vscode.l10n.t("Choose a project first.");
        return;
      }
      const rows = page.results.map(issueRow);
      this.#rows = cursor === undefined ? rows : [...(this.#rows ?? []), ...rows];
      this.#next = page.next;
      this.#asOf = new Date();
      this.#view.message = page.count === 0 ? vscode.l10n.t("No open issue.") : undefined;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      // The earlier rows are kept, with their age.
      this.#view.message =
        this.#asOf && error.kind !== "signedOut"
          ? vscode.l10n.t("Clew is away: this is as of {0}.", this.#asOf.toLocaleTimeString(vscode.env.language))
          : vscode.l10n.t("The issues could not be read. The status bar says why.");
    }
  }

  dispose(): void {
    this.#reading?.abort();
    this.#view.dispose();
    this.#changed.dispose();
  }
}
