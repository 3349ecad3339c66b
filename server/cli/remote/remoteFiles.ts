import type { BlameCommit, CodeRepository, HistoryEntry } from "../../../contract/code/code.ts";
import { CliError, STATUS } from "../CliError.ts";
import type { FileReader, LoggedChange, NamedCommit } from "../fileCommands.ts";
import { wrong, type RequestOf } from "../readArguments.ts";
import { complain } from "../terminal.ts";
import { openServer, projectOf } from "./openServer.ts";

const PAGE_SIZE = 200;

/** The files of a repository of a project. @throws CliError where it is not clear which one is meant */
export async function openRemoteFiles(
  request: RequestOf<"blame" | "log">,
  environment: NodeJS.ProcessEnv,
): Promise<FileReader> {
  const server = openServer(request, environment, complain);
  const slug = await projectOf(server, request);
  const repositories = await server.call("codeRepositories", { params: { id: slug } });
  const { id: repository } = chosen(repositories, request.repository);
  const params = { id: slug };
  const revision = request.rev;
  return {
    blame: async ({ path }) => {
      const query = { repository, path, revision };
      const blame = await server.call("codeBlame", { params, query });
      if (blame.status !== "shown") throw refused(blame.status, path);
      const content = await server.call("codeContent", { params, query });
      const texts = (content.text ?? "").split(/\r?\n/);
      return blame.ranges.flatMap(({ commit, line, original_line, lines }) => {
        const of = blame.commits[commit];
        return of === undefined
          ? []
          : Array.from({ length: lines }, (_, step) => ({
              ...named(of),
              line: line + step,
              original_line: original_line + step,
              text: texts[line + step - 1] ?? "",
            }));
      });
    },
    log: async ({ path, from, to }, limit) => {
      const changes: LoggedChange[] = [];
      for (let hasMore = true; hasMore && changes.length < limit;) {
        const query = {
          repository,
          path,
          revision,
          from,
          to,
          offset: changes.length,
          limit: Math.min(PAGE_SIZE, limit),
        };
        const page = await server.call("codeHistory", { params, query });
        if (page.status !== "shown") throw refused(page.status, path);
        changes.push(
          ...page.entries.map((entry) => ({ ...named(entry), old_path: entry.old_path, change: entry.change })),
        );
        hasMore = page.has_more;
      }
      return changes.slice(0, limit);
    },
  };
}

function chosen(repositories: readonly CodeRepository[], name: string | undefined): CodeRepository {
  const names = repositories.map(({ address }) => address).join(", ");
  const [only, ...others] =
    name === undefined ? repositories : repositories.filter((repository) => isNamed(repository, name));
  if (only === undefined)
    throw new CliError(STATUS.nothing, names === "" ? "The project has no repository." : `There are: ${names}.`);
  if (others.length > 0) throw wrong(`Say which one with --repository: ${names}.`);
  return only;
}

const isNamed = ({ id, name, address }: CodeRepository, reference: string): boolean =>
  [id, name, address].includes(reference);

function refused(status: "missing" | "unread" | "large", path: string): CliError {
  const why = {
    missing: `There is no file ${path} at this revision, or no such lines.`,
    unread: "This server has no copy of the repository.",
    large: "The file or its history is too large.",
  };
  return new CliError(STATUS.nothing, why[status]);
}

const named = ({ hash, author, at, title, path, issues, requests }: BlameCommit | HistoryEntry): NamedCommit => ({
  hash,
  author,
  at,
  title,
  path,
  issues: issues.map(({ key }) => key),
  requests: requests.map(({ key }) => key),
});
