/** Sign-in: the address of the server, a token for it, and the project. Tokens are kept in the editor's secret storage. */
import * as vscode from "vscode";
import {
  addressOf,
  ClewClient,
  isOpenWire,
  parseServer,
  readServer,
  ClientError,
  type ServerFault,
} from "./ClewClient.ts";
import { plain } from "./rows.ts";
import { errorMessage, type Words } from "./words.ts";

/** A token belongs to one server: another address in the settings does not receive it. */
export const secretOf = (address: string): string => `clew.token ${address}`;

const configuration = () => vscode.workspace.getConfiguration("clew");
export const settings = (): { server: string; project: string; codeLens: boolean; blame: boolean } => ({
  server: configuration().get("server", ""),
  project: configuration().get("project", ""),
  codeLens: configuration().get("codeLens", true),
  blame: configuration().get("blame", true),
});

/** Shows or hides the blame of the line: in the workspace where it is set there, else for the user. */
export async function toggleBlame(): Promise<void> {
  const { workspaceValue } = configuration().inspect("blame") ?? {};
  const target =
    workspaceValue === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  await configuration().update("blame", !settings().blame, target);
}

/** @returns whether a user is signed in now */
export async function signIn(secrets: vscode.SecretStorage): Promise<boolean> {
  const server = await askServer();
  if (!server) return false;
  const address = addressOf(server);
  const { t } = vscode.l10n;
  const token = await vscode.window.showInputBox({
    title: t("Sign in to {0}", address),
    prompt: t("Paste a token of Settings > MCP tokens."),
    placeHolder: "clew_mcp_…",
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim().startsWith("clew_mcp_") ? undefined : t("A token begins with clew_mcp_.")),
  });
  if (token === undefined) return false;
  const client = new ClewClient({ server, token: token.trim(), language: vscode.env.language });
  try {
    await client.token(AbortSignal.timeout(30_000));
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    void vscode.window.showErrorMessage(errorMessage(t, error, address));
    return false;
  }
  await secrets.store(secretOf(address), token.trim());
  await configuration().update("server", address, vscode.ConfigurationTarget.Global);
  return true;
}

/** What is wrong with a typed address; undefined where nothing is. */
function faultMessage(t: Words, server: URL | ServerFault): string | undefined {
  switch (server) {
    case "scheme":
      return t("The address of Clew begins with https:// or http://.");
    case "secret":
      return t("Leave the user name and the password out of the address.");
    case "unreadable":
      return t("Give an address such as https://clew.example.");
    default:
      return undefined;
  }
}

async function askServer(): Promise<URL | undefined> {
  const { t } = vscode.l10n;
  const typed = await vscode.window.showInputBox({
    title: t("Address of Clew"),
    value: settings().server,
    placeHolder: "https://clew.example",
    ignoreFocusOut: true,
    validateInput: (value) => faultMessage(t, parseServer(value)),
  });
  const server = typed === undefined ? undefined : readServer(typed);
  if (!server || !isOpenWire(server)) return server;
  const go = t("Sign in all the same");
  const warning = t("{0} is not encrypted: the token can be read on the way.", addressOf(server));
  return (await vscode.window.showWarningMessage(warning, { modal: true }, go)) === go ? server : undefined;
}

/**
 * Asks for one of the token's projects, for this workspace.
 * @param when `several`: only where there is more than one
 */
export async function chooseProject(client: ClewClient, when: "any" | "several"): Promise<boolean> {
  const { t } = vscode.l10n;
  const { projects } = await client.token(AbortSignal.timeout(30_000));
  if (projects.length === 0) {
    void vscode.window.showInformationMessage(t("This token opens no project any more."));
    return false;
  }
  if (when === "several" && projects.length === 1) return false;
  const picked = await vscode.window.showQuickPick(
    projects.map(({ slug, name }) => ({ label: plain(name), description: slug, slug })),
    { title: t("Project of this workspace") },
  );
  if (!picked) return false;
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await configuration().update("project", picked.slug, target);
  return true;
}
