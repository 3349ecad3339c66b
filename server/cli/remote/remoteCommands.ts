/** The commands on a project of a server. */
import { answerLines, type Answerer } from "../answerLines.ts";
import { STATUS, type Status } from "../CliError.ts";
import { expertLines, localizeLines, searchLines, similarLines } from "../presentAnswers.ts";
import type { Format } from "../CommandSpec.ts";
import { fileRows, printAnswer } from "../formats.ts";
import { wrong, type CliRequest } from "../readArguments.ts";
import { complain } from "../terminal.ts";
import { runCodeCommand } from "./codeCommands.ts";
import { runExportCommand } from "./exportCommand.ts";
import { runReviewCommand } from "./reviewCommand.ts";
import { runScipCommand } from "./scipCommands.ts";
import { runImportCommand } from "./importCommand.ts";
import { runIssueCommand } from "./issueCommands.ts";
import { namesIssue, openServer, projectOf } from "./openServer.ts";
import {
  requestExperts,
  requestLocalization,
  requestSearch,
  requestSimilar,
  expertsData,
  localizeData,
  searchData,
  similarData,
  type ProjectAddress,
} from "./remoteAnswers.ts";
import { syncProject } from "./followSync.ts";

const DEFAULT_RESULTS = 10;
const MAX_RESULTS = 100;

/** One answer: as data, as rows, as lines for people, and how much was found. */
interface Answered {
  readonly data: unknown;
  readonly rows: readonly object[];
  readonly lines: readonly string[];
  readonly count: number;
}

type AnsweringCommand = "search" | "localize" | "experts" | "similar";

const ANSWERS: Readonly<
  Record<AnsweringCommand, (place: ProjectAddress, line: unknown, request: CliRequest) => Promise<Answered>>
> = {
  search: async (place, line, request) => {
    const answer = await requestSearch(place, line, request);
    const data = searchData(answer);
    return { data, rows: data.results, lines: searchLines(answer), count: answer.results.length };
  },
  localize: async (place, line, { limit, text }) => {
    const answer = await requestLocalization(place, line);
    const data = localizeData(answer, limit ?? MAX_RESULTS);
    return {
      data,
      rows: fileRows(data.files, data.functions),
      lines: localizeLines(answer, limit ?? DEFAULT_RESULTS, namesIssue(text) ? "" : text),
      count: answer.files.length,
    };
  },
  experts: async (place, line, { limit }) => {
    const people = await requestExperts(place, line);
    const data = expertsData(people, limit ?? MAX_RESULTS);
    return {
      data,
      rows: data.people,
      lines: expertLines(people, limit ?? DEFAULT_RESULTS),
      count: people.length,
    };
  },
  similar: async (place, line, { limit }) => {
    const similar = await requestSimilar(place, line);
    const data = similarData(similar, limit ?? MAX_RESULTS);
    return {
      data,
      rows: data.issues,
      lines: similarLines(similar, limit ?? DEFAULT_RESULTS),
      count: similar.length,
    };
  },
};

/** @throws CliError for each refusal and failure, with a status of its kind */
export async function runRemotely(
  request: CliRequest,
  environment: NodeJS.ProcessEnv,
  format: Format,
): Promise<Status> {
  const { command } = request;
  const server = openServer(request, environment, complain);
  if (command === "import") return runImportCommand(server, request, format);
  if (command === "export") return runExportCommand(server, request);
  const place = { server, slug: await projectOf(server, request) };
  if (command === "sync") return syncProject(place, request, format);
  if (command === "def" || command === "refs") return runCodeCommand(place, request, format);
  if (command === "review") return runReviewCommand(place, request, format);
  if (command === "scip") return runScipCommand(place, request, format);
  if (command === "issue") return runIssueCommand(place, request, environment, format);
  if (!isAnswering(command)) throw wrong(`clew ${command} is not about a project.`);
  const answer: Answerer = async (line) => (await ANSWERS[command](place, line, request)).data;
  const line = lineOf(request);
  if (line === null) {
    if (process.stdin.isTTY && command === "experts")
      return printFound(await ANSWERS.experts(place, { title: "" }, request), command, format);
    return answerLines(answer, format);
  }
  // People read the first screen; programs get all.
  const limit = request.limit ?? (format === "text" ? DEFAULT_RESULTS : undefined);
  return printFound(await ANSWERS[command](place, line, { ...request, limit }), command, format);
}

async function printFound(answered: Answered, command: AnsweringCommand, format: Format): Promise<Status> {
  await printAnswer(format, command, answered);
  return answered.count === 0 ? STATUS.nothing : STATUS.ok;
}

const isAnswering = (name: string): name is AnsweringCommand => Object.hasOwn(ANSWERS, name);

/** The input line that is equivalent to the arguments; null when there is none. */
function lineOf({ command, text, path }: CliRequest): Record<string, unknown> | null {
  if (path !== undefined) {
    if (text !== "") throw wrong("A text or --path, one of them.");
    return { title: "", paths: [path] };
  }
  if (text === "") return null;
  if (command === "search") return { query: text };
  return command === "similar" || namesIssue(text) ? { issue: text } : { title: "", body: text };
}
