import * as vscode from "vscode";
import { ClientError } from "./ClewClient.ts";
import { Debouncer } from "./Debouncer.ts";
import { FreshCache } from "./FreshCache.ts";
import { GroupItem } from "./RowItem.ts";
import { expertRow, pageRows, relatedIssueRows, type Row } from "./rows.ts";
import type { Opened, Session, WorkspaceFile } from "./Session.ts";
import { repositoryFile } from "./Workspace.ts";
import { reasonWords } from "./words.ts";

/** Debounce in milliseconds: files that are only passed through are not requested. */
const DELAY_MS = 350;
const CACHED_FILES = 50;
const EXPERTS = 8;

interface About {
  readonly groups: readonly { readonly label: string; readonly rows: readonly Row[] }[];
}

/** Experts, pages and issues of the file in the editor. Sends requests only while visible, and none for the file that it already shows. */
export class FileView implements vscode.TreeDataProvider<vscode.TreeItem>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #session: Session;
  readonly #view: vscode.TreeView<vscode.TreeItem>;
  readonly #debouncer = new Debouncer(DELAY_MS);
  readonly #cache = new FreshCache<About>(CACHED_FILES);
  readonly #subscriptions: vscode.Disposable[];
  #shown: About | undefined;
  #key: string | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#view = vscode.window.createTreeView("clew.file", { treeDataProvider: this });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      vscode.window.onDidChangeActiveTextEditor(() => this.#follow()),
      this.#view.onDidChangeVisibility(() => this.#follow()),
    ];
    this.#follow();
  }

  reset(): void {
    this.#cache.clear();
    this.#show(undefined, undefined);
    this.#follow();
  }

  refresh(): void {
    if (this.#key !== undefined) this.#cache.expire(this.#key);
    this.#key = undefined;
    this.#follow();
  }

  getChildren(item?: vscode.TreeItem): vscode.TreeItem[] {
    if (item instanceof GroupItem) return [...item.rows];
    return (this.#shown?.groups ?? []).map(({ label, rows }) => new GroupItem(label, rows));
  }

  getTreeItem(item: vscode.TreeItem): vscode.TreeItem {
    return item;
  }

  #follow(): void {
    if (!this.#view.visible) {
      this.#debouncer.cancel();
      return;
    }
    const editor = vscode.window.activeTextEditor;
    // A panel or the side bar has the focus: the file is still the last active one.
    if (!editor && this.#shown) return;
    const file = repositoryFile(editor?.document.uri);
    if (!file) {
      this.#debouncer.cancel();
      this.#show(undefined, undefined, vscode.l10n.t("Open a file of the workspace."));
      return;
    }
    const key = `${file.root.path}\n${file.path}`;
    if (key === this.#key) return;
    const cached = this.#cache.get(key);
    if (cached) {
      this.#debouncer.cancel();
      this.#show(key, cached);
      return;
    }
    this.#debouncer.run((signal) => this.#ask(key, file, signal));
  }

  async #ask(key: string, file: WorkspaceFile, signal: AbortSignal): Promise<void> {
    try {
      const groups = await this.#session.request((opened) => this.#groups(opened, file, signal), signal);
      if (signal.aborted) return;
      if (groups === null) {
        this.#show(undefined, undefined, vscode.l10n.t("The project does not have this file."));
        return;
      }
      if (!groups) {
        this.#show(undefined, undefined, vscode.l10n.t("Sign in to Clew and choose a project."));
        return;
      }
      const about = { groups: groups.filter(({ rows }) => rows.length > 0) };
      this.#cache.set(key, about);
      this.#show(key, about);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const old = this.#cache.last(key);
      this.#show(old && key, old, vscode.l10n.t("Clew could not be asked. The status bar says why."));
    }
  }

  /** @returns null for a file that the project does not have */
  async #groups(opened: Opened, file: WorkspaceFile, signal: AbortSignal): Promise<About["groups"] | null> {
    const { client, slug } = opened;
    const source = await this.#session.sourceOf(opened, file, signal);
    if (source === undefined) return null;
    const [{ repositories }, experts, related] = await Promise.all([
      this.#session.project(opened, signal),
      client.experts(slug, file.path, signal),
      client.related(slug, source, file.path, signal),
    ]);
    const isRepository = (other: string): boolean => repositories.some(({ id }) => id === other);
    const t = vscode.l10n.t;
    const words = reasonWords(vscode.env.language);
    return [
      { label: t("Who knows it"), rows: experts.slice(0, EXPERTS).map((expert) => expertRow(t, words, expert)) },
      { label: t("Pages that mention it"), rows: pageRows(related, isRepository) },
      { label: t("Issues that mention it"), rows: relatedIssueRows(related) },
    ];
  }

  #show(key: string | undefined, about: About | undefined, message?: string): void {
    this.#key = key;
    this.#shown = about;
    const isEmpty = about?.groups.length === 0;
    this.#view.message = message ?? (isEmpty ? vscode.l10n.t("Nothing is known about this file yet.") : undefined);
    this.#changed.fire();
  }

  dispose(): void {
    this.#debouncer.cancel();
    for (const one of this.#subscriptions) one.dispose();
  }
}
