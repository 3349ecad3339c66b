/** Entry point of the extension: views, commands, and their wiring. Activated on first use, and sends no request before. */
import * as vscode from "vscode";
import { addressOf, ClientError } from "./ClewClient.ts";
import { FileLens } from "./FileLens.ts";
import { FileView } from "./FileView.ts";
import { IssuesView } from "./IssuesView.ts";
import { Commands } from "./commands.ts";
import { RowItem } from "./RowItem.ts";
import { isHarmless, type Target } from "./rows.ts";
import { Session } from "./Session.ts";
import { chooseProject, secretOf, settings, signIn } from "./signIn.ts";
import { StatusBar } from "./StatusBar.ts";
import { errorMessage } from "./words.ts";

type Context = Pick<vscode.ExtensionContext, "secrets" | "subscriptions">;

export function activate({ secrets, subscriptions }: Context): void {
  const status = new StatusBar();
  const session: Session = new Session({
    settings,
    readToken: (address) => secrets.get(secretOf(address)),
    language: vscode.env.language,
    onChange: () => {
      status.show(session);
      lens.update();
      const { kind } = session.state;
      if (kind !== "unknown") void vscode.commands.executeCommand("setContext", "clew.signedIn", kind !== "signedOut");
    },
  });
  const lens: FileLens = new FileLens(session);
  const queries = new Commands(session);
  const issues = new IssuesView(session);
  const file = new FileView(session);
  const startAgain = (): void => {
    session.reset();
    issues.reset();
    file.reset();
  };

  const commands: Readonly<Record<string, (given?: unknown) => Promise<void> | void>> = {
    "clew.signIn": async () => {
      if (!(await signIn(secrets))) return;
      const client = await session.client();
      if (client && settings().project === "") await chooseProject(client, "several");
      startAgain();
    },
    "clew.signOut": async () => {
      const { server } = session;
      if (server) await secrets.delete(secretOf(addressOf(server)));
      startAgain();
      // Updates the side bar's signed-out state, even while it is hidden.
      await session.client();
    },
    "clew.chooseProject": async () => {
      const client = await session.client();
      if (!client) await vscode.commands.executeCommand("clew.signIn");
      else if (await chooseProject(client, "any")) startAgain();
    },
    "clew.search": () => queries.search(),
    "clew.localizeIssue": (item) => queries.localizeIssue(item),
    "clew.localizeText": () => queries.localizeText(),
    "clew.experts": (uri) => queries.experts(uri),
    "clew.openIssue": async (item) => {
      if (item instanceof RowItem) await queries.openIssue(item.row.target);
    },
    "clew.open": async (target) => {
      if (isTarget(target)) await queries.open(target);
    },
    "clew.moreIssues": () => issues.more(),
    "clew.refresh": async () => {
      file.refresh();
      await issues.refresh();
    },
  };
  subscriptions.push(
    status,
    issues,
    file,
    lens,
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, guarded(run, session))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("clew.codeLens")) lens.update();
      if (change.affectsConfiguration("clew.server") || change.affectsConfiguration("clew.project")) startAgain();
    }),
    // Another window has signed in or out.
    secrets.onDidChange(startAgain),
  );
}

/** Shows a `ClientError` as a sentence; any other error is a bug and is left to the editor's error report. */
function guarded(run: (given?: unknown) => Promise<void> | void, session: Session) {
  return async (given?: unknown): Promise<void> => {
    try {
      await run(given);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const address = session.server ? addressOf(session.server) : "";
      void vscode.window.showErrorMessage(errorMessage(vscode.l10n.t, error, address));
    }
  };
}

/** Any extension may call a command: its argument is validated. */
const isTarget = (given: unknown): given is Target =>
  typeof given === "object" &&
  given !== null &&
  "kind" in given &&
  (given.kind !== "address" || ("url" in given && typeof given.url === "string" && isHarmless(given.url))) &&
  (given.kind !== "file" ||
    ("path" in given && typeof given.path === "string" && "source" in given && typeof given.source === "string"));
