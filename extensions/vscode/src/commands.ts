/** Commands that query the server: localization of an issue or a text, an issue to read, and the search. */
import * as vscode from "vscode";
import { signalOf } from "./cancellation.ts";
import { ClientError, type ClewClient } from "./ClewClient.ts";
import { Debouncer } from "./Debouncer.ts";
import type { IssuePanels } from "./IssuePanels.ts";
import { expertRow, issueRow, localizedRows, plain, searchRows, type Row, type Target } from "./rows.ts";
import type { Opened, Session } from "./Session.ts";
import { openFile, repositoryFile } from "./Workspace.ts";
import { reasonWords } from "./words.ts";

const TYPING_MS = 200;

interface Pick extends vscode.QuickPickItem {
  readonly row: Row;
}
const pickOf = (row: Row): Pick => ({
  label: `$(${row.icon}) ${row.label}`,
  description: row.description,
  detail: row.detail === "" ? undefined : row.detail.replaceAll("\n", " · "),
  // The server's match is not limited to the letters of the row.
  alwaysShow: true,
  row,
});

/** A sentence in place of results. */
interface Note extends vscode.QuickPickItem {
  readonly row: null;
}
const noteOf = (label: string): Note => ({ label, alwaysShow: true, row: null });

export class Commands {
  readonly #session: Session;
  readonly #panels: IssuePanels;

  constructor(session: Session, panels: IssuePanels) {
    this.#session = session;
    this.#panels = panels;
  }

  /** Localizes an issue: the given one, or one that the user searches for. */
  async localizeIssue(given: Target | undefined): Promise<void> {
    const target = given ?? (await this.#pickIssue());
    if (target?.kind !== "issue") return;
    await this.#localize(vscode.l10n.t("Where is {0}?", plain(target.key)), ({ client, slug }, signal) =>
      client.localizeIssue(slug, target.id, signal),
    );
  }

  /** Shows an issue in the editor: the given one, or one that the user searches for. */
  async readIssue(given: Target | undefined): Promise<void> {
    const target = given ?? (await this.#pickIssue());
    if (target?.kind !== "issue") return;
    const read = await this.#requestWithProgress(async ({ client, slug }, signal) => {
      const issue = await client.issue(slug, target.id, signal);
      try {
        return { issue, places: await client.localizeIssue(slug, issue.id, signal) };
      } catch (error) {
        // The text can be read without the places, which another part of the server finds.
        if (!(error instanceof ClientError)) throw error;
        return { issue, places: null };
      }
    });
    if (read) await this.#panels.show(read);
  }

  #pickIssue(): Promise<Target | undefined> {
    const placeholder = vscode.l10n.t("Which issue? A key or words of its title");
    return this.#pickTyped(placeholder, async ({ client, slug }, q, signal) =>
      (await client.findIssues(slug, q, signal)).results.map(issueRow),
    );
  }

  /** Localizes a text: the selection of the editor, or pasted text. */
  async localizeText(): Promise<void> {
    const { t } = vscode.l10n;
    const editor = vscode.window.activeTextEditor;
    const selected = editor && !editor.selection.isEmpty ? editor.document.getText(editor.selection) : undefined;
    const text =
      selected ??
      (await vscode.window.showInputBox({ title: t("Where is this?"), prompt: t("A report or a stack trace") }));
    if (text === undefined || text.trim() === "") return;
    await this.#localize(t("Where is this?"), ({ client, slug }, signal) => client.localizeText(slug, text, signal));
  }

  async #localize(
    title: string,
    question: (opened: Opened, signal: AbortSignal) => ReturnType<ClewClient["localizeText"]>,
  ): Promise<void> {
    const { t } = vscode.l10n;
    const found = await this.#requestWithProgress(question);
    if (!found) return;
    if (found.files.length === 0) {
      void vscode.window.showInformationMessage(t("No file of the code fits."));
      return;
    }
    const picked = await vscode.window.showQuickPick(
      localizedRows(reasonWords(vscode.env.language), found).map(pickOf),
      {
        title: found.confidence === "low" ? t("{0} Not sure: little in the text points at code.", title) : title,
        matchOnDescription: true,
        matchOnDetail: true,
      },
    );
    if (picked) await this.open(picked.row.target);
  }

  /** Lists the people who know a file: the given one, or the one in the editor. */
  async experts(given: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    const file = repositoryFile(uri);
    if (!file) {
      void vscode.window.showInformationMessage(t("Open a file of the workspace."));
      return;
    }
    const experts = await this.#requestWithProgress(async (opened, signal) =>
      (await this.#session.sourceOf(opened, file, signal)) === undefined
        ? null
        : opened.client.experts(opened.slug, file.path, signal),
    );
    if (experts === undefined) return;
    if (experts === null || experts.length === 0) {
      void vscode.window.showInformationMessage(
        experts === null ? t("The project does not have this file.") : t("Nothing is known about this file yet."),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(
      experts.map((expert) => pickOf(expertRow(t, reasonWords(vscode.env.language), expert))),
      { title: t("Who knows {0}?", plain(file.path)), matchOnDescription: true, matchOnDetail: true },
    );
    if (picked) await this.open(picked.row.target);
  }

  /**
   * Sends a request with a notification in which the user can cancel it.
   * @returns undefined after a cancellation, and when no user is signed in or the project is missing, which a message reports
   * @throws ClientError
   */
  #requestWithProgress<T>(question: (opened: Opened, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    // A progress in the status bar has no button to cancel it.
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Clew is searching"),
      cancellable: true,
    };
    return Promise.resolve(
      vscode.window.withProgress(options, async (_, token) => {
        const signal = signalOf(token);
        const answer = await this.#session.request((opened) => question(opened, signal), signal);
        if (signal.aborted) return undefined;
        if (answer === undefined) this.sayWhatIsMissing();
        return answer;
      }),
    );
  }

  async search(): Promise<void> {
    const target = await this.#pickTyped(
      vscode.l10n.t("Search code, issues, pages, commits and people"),
      async ({ client, slug }, q, signal) => searchRows(await client.search(slug, q, signal)),
    );
    if (target) await this.open(target);
  }

  /** A list that the server fills while the user types. */
  async #pickTyped(
    placeholder: string,
    find: (opened: Opened, q: string, signal: AbortSignal) => Promise<Row[]>,
  ): Promise<Target | undefined> {
    if (!(await this.#session.client())) {
      this.sayWhatIsMissing();
      return undefined;
    }
    const box = vscode.window.createQuickPick<Pick | Note>();
    const debouncer = new Debouncer(TYPING_MS);
    box.placeholder = placeholder;
    box.matchOnDescription = true;
    box.matchOnDetail = true;
    const ask = async (q: string, signal: AbortSignal): Promise<void> => {
      box.busy = true;
      try {
        const rows = await this.#session.request((opened) => find(opened, q, signal), signal);
        if (signal.aborted) return;
        if (rows) box.items = rows.length > 0 ? rows.map(pickOf) : [noteOf(vscode.l10n.t("Nothing was found."))];
        else {
          box.hide();
          this.sayWhatIsMissing();
        }
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        // The typed text hides a placeholder.
        box.items = [noteOf(vscode.l10n.t("Clew could not be asked. The status bar says why."))];
      } finally {
        if (!signal.aborted) box.busy = false;
      }
    };
    box.onDidChangeValue((value) => {
      const q = value.trim();
      if (q === "") {
        debouncer.cancel();
        box.items = [];
        box.busy = false;
      } else debouncer.run((signal) => ask(q, signal));
    });
    return new Promise((resolve) => {
      box.onDidAccept(() => {
        resolve(box.selectedItems[0]?.row?.target);
        box.hide();
      });
      box.onDidHide(() => {
        debouncer.cancel();
        resolve(undefined);
        box.dispose();
      });
      box.show();
    });
  }

  /** Opens the target of a row: an issue, and a file that the workspace has, in the editor, else its page of the app in the browser. */
  async open(target: Target): Promise<void> {
    await (target.kind === "issue" ? this.readIssue(target) : this.openPage(target));
  }

  /** As `open`, with an issue in the browser. */
  async openPage(target: Target): Promise<void> {
    const page = this.#session.pageOf(target);
    if (target.kind === "file") {
      if (await openFile(target.path, target.line)) return;
      const { t } = vscode.l10n;
      const show = t("Open in Clew");
      const words = t("No folder of this workspace has {0}.", plain(target.path));
      if ((await vscode.window.showInformationMessage(words, ...(page ? [show] : []))) !== show) return;
    }
    if (page) await vscode.env.openExternal(vscode.Uri.parse(page, true));
  }

  /** Asks for the sign-in or the project that is missing. */
  sayWhatIsMissing(): void {
    const { t } = vscode.l10n;
    const isOut = this.#session.state.kind === "signedOut";
    const [words, action, command] = isOut
      ? [t("Sign in to Clew first."), t("Sign in"), "clew.signIn"]
      : [t("Choose a project first."), t("Choose"), "clew.chooseProject"];
    void vscode.window.showInformationMessage(words, action).then((answer) => {
      if (answer === action) void vscode.commands.executeCommand(command);
    });
  }
}
