/** Entry point of the extension: views, commands, and their wiring. Activated on first use, and sends no request before. */
import * as vscode from "vscode";
import { addressOf, ClientError } from "./ClewClient.ts";
import { BackgroundRequests } from "./BackgroundRequests.ts";
import { CodeHover } from "./CodeHover.ts";
import { FileLens } from "./FileLens.ts";
import { FileView } from "./FileView.ts";
import { hasTexts } from "./fields.ts";
import { IssuePanels } from "./IssuePanels.ts";
import { IssuesView } from "./IssuesView.ts";
import { KeyLinks } from "./KeyLinks.ts";
import { LineBlame } from "./LineBlame.ts";
import { Commands } from "./commands.ts";
import { McpServer } from "./McpServer.ts";
import { RowItem } from "./RowItem.ts";
import { plain, type Target } from "./rows.ts";
import { NamedKeys } from "./NamedKeys.ts";
import { Session } from "./Session.ts";
import { chooseProject, secretOf, settings, signIn, toggleBlame } from "./signIn.ts";
import { StatusBar } from "./StatusBar.ts";
import { SyncedFiles } from "./SyncedFiles.ts";
import { errorMessage } from "./words.ts";

type Context = Pick<vscode.ExtensionContext, "secrets" | "subscriptions">;

export function activate({ secrets, subscriptions }: Context): void {
  const status = new StatusBar();
  const readToken = (address: string) => secrets.get(secretOf(address));
  const session: Session = new Session({
    settings,
    readToken,
    language: vscode.env.language,
    onChange: () => {
      status.show(session);
      lens.update();
      blame.update();
      links.update();
      const { kind } = session.state;
      if (kind !== "unknown") void vscode.commands.executeCommand("setContext", "clew.signedIn", kind !== "signedOut");
    },
  });
  const lens: FileLens = new FileLens(session);
  const requests = new BackgroundRequests(session);
  const keys = new NamedKeys(session, requests);
  const deps = { session, requests, keys, synced: new SyncedFiles(session, requests) };
  const blame: LineBlame = new LineBlame(deps);
  const links: KeyLinks = new KeyLinks(deps);
  const panels = new IssuePanels(session);
  const queries = new Commands(session, panels);
  const mcp = new McpServer(session, readToken);
  const issues = new IssuesView(session);
  const file = new FileView(session);
  const readAgain = (): void => {
    for (const one of [requests, blame, links]) one.reset();
  };
  const startAgain = (): void => {
    session.reset();
    readAgain();
    issues.reset();
    file.reset();
    panels.reset();
    mcp.update();
  };

  const commands: Readonly<Record<string, (given?: unknown) => Promise<void> | void>> = {
    "clew.signIn": async () => {
      if (!(await signIn(secrets))) return;
      const client = await session.client();
      if (client && settings().project === "") await chooseProject(client, "several");
      startAgain();
      // Without an open view nothing else reads the state, which the context key of the walkthrough needs.
      const { signal } = new AbortController();
      const project = await session.request((opened) => session.project(opened, signal), signal);
      if (project) {
        const words = vscode.l10n.t("Signed in to Clew, project {0}.", plain(project.name));
        void vscode.window.showInformationMessage(words);
      } else queries.sayWhatIsMissing();
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
    "clew.localizeIssue": (given) => queries.localizeIssue(targetOf(given)),
    "clew.readIssue": (given) => queries.readIssue(targetOf(given)),
    "clew.localizeText": () => queries.localizeText(),
    "clew.experts": (uri) => queries.experts(uri),
    "clew.openIssue": async (item) => {
      if (item instanceof RowItem) await queries.openPage(item.row.target);
    },
    "clew.open": async (given) => {
      const target = targetOf(given);
      if (target) await queries.open(target);
    },
    "clew.moreIssues": () => issues.more(),
    "clew.toggleBlame": () => toggleBlame(),
    "clew.refresh": async () => {
      readAgain();
      file.refresh();
      await issues.refresh();
    },
  };
  subscriptions.push(
    status,
    issues,
    file,
    lens,
    blame,
    links,
    panels,
    mcp,
    vscode.languages.registerHoverProvider({ scheme: "*" }, new CodeHover(deps)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, guarded(run, session))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("clew.codeLens")) lens.update();
      if (change.affectsConfiguration("clew.blame")) blame.update();
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

/** Texts that a target has, by its kind. */
const TARGET_TEXTS: Readonly<Record<string, readonly string[]>> = {
  file: ["source", "path"],
  page: ["source", "path"],
  issue: ["id", "key"],
  request: ["id"],
  commit: ["hash", "source"],
  person: ["id", "name"],
} satisfies Partial<Record<Target["kind"], readonly string[]>>;

/** The target of a row, or a target itself. Any extension may call a command: what is neither is none. */
function targetOf(given: unknown): Target | undefined {
  if (given instanceof RowItem) return given.row.target;
  return isTarget(given) ? given : undefined;
}

function isTarget(given: unknown): given is Target {
  if (!hasTexts(given, ["kind"]) || !Object.hasOwn(TARGET_TEXTS, given.kind)) return false;
  return hasTexts(given, TARGET_TEXTS[given.kind] ?? []);
}
