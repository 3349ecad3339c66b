import type { Status } from "./CliError.ts";
import type { Format } from "./CommandSpec.ts";
import type { CommandName } from "./commandTable.ts";
import { isLocal, type CliRequest } from "./readArguments.ts";

export type RunCommand = (request: CliRequest, environment: NodeJS.ProcessEnv, format: Format) => Promise<Status>;

/** Commands with a module of their own; the others ask a repository of this machine or a server. */
const MODULES: Partial<Record<CommandName, () => Promise<RunCommand>>> = {
  completion: async () => {
    const { printCompletion } = await import("./completion/printScripts.ts");
    return ({ text }) => printCompletion(text);
  },
  man: async () => (await import("./completion/printScripts.ts")).printManual,
  login: async () => (await import("./remote/loginCommands.ts")).login,
  logout: async () => (await import("./remote/loginCommands.ts")).logout,
  projects: async () => (await import("./remote/loginCommands.ts")).projects,
  serve: async () => (await import("./serveCommand.ts")).serve,
  lsp: async () => (await import("./lsp/lspCommand.ts")).runLsp,
  ui: async () => (await import("./uiCommand.ts")).runUi,
  blame: async () => (await import("./fileCommands.ts")).runFileCommand,
  log: async () => (await import("./fileCommands.ts")).runFileCommand,
};

/** Loads the code of a command: a query to a server needs no engine, and a query to a repository no contract. */
export async function loadCommand(request: CliRequest): Promise<RunCommand> {
  const load = MODULES[request.command];
  if (load) return load();
  if (request.command === "review" && request.diff !== undefined) {
    const { runLocalReview } = await import("./local/localReview.ts");
    return (review, _environment, format) => runLocalReview(review, format);
  }
  if (isLocal(request)) {
    const { runLocally } = await import("./local/localCommands.ts");
    return (query, _environment, format) => runLocally(query, format);
  }
  return (await import("./remote/remoteCommands.ts")).runRemotely;
}
