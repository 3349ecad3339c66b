import * as vscode from "vscode";
import { issuePage, PLACE_COMMAND, type IssueWithPlaces } from "./issuePage.ts";
import { plain } from "./rows.ts";
import type { Session } from "./Session.ts";
import { reasonWords } from "./words.ts";

/** Pages of issues in the editor, one for each issue. They run no scripts and load nothing. */
export class IssuePanels implements vscode.Disposable {
  readonly #session: Session;
  readonly #panels = new Map<string, vscode.WebviewPanel>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Shows an issue, in its page of before where that is open. */
  async show(read: IssueWithPlaces): Promise<void> {
    const { id, key, title } = read.issue;
    const { language } = vscode.env;
    const html = await issuePage(
      {
        t: vscode.l10n.t,
        language,
        reasons: reasonWords(language),
        pageOf: (target) => this.#session.pageOf(target),
        render: (markdown) => vscode.commands.executeCommand("markdown.api.render", markdown),
      },
      read,
      crypto.randomUUID(),
    );
    const open = this.#panels.get(id);
    const panel = open ?? this.#create(id);
    panel.title = `${plain(key)} ${plain(title)}`;
    panel.webview.html = html;
    if (open) open.reveal();
  }

  #create(id: string): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel("clew.issue", "", vscode.ViewColumn.Active, {
      enableScripts: false,
      enableForms: false,
      enableCommandUris: [PLACE_COMMAND],
      enableFindWidget: true,
      localResourceRoots: [],
    });
    this.#panels.set(id, panel);
    panel.onDidDispose(() => this.#panels.delete(id));
    return panel;
  }

  /** Closes the pages: after a sign-out or a change of the project they are another user's, or of another project. */
  reset(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }

  dispose(): void {
    this.reset();
  }
}
