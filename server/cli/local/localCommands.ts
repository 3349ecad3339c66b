/** The commands on a git repository of this machine, without a server. */
import type { Localization } from "../../../contract/issues/localization.ts";
import { localize } from "../../engines/localize/localize.ts";
import { answerLines } from "../answerLines.ts";
import { STATUS, type Status } from "../CliError.ts";
import { LOCAL_ANSWERS } from "./localAnswers.ts";
import { type OpenedIndex, linesOfFile } from "../../index/OpenedIndex.ts";
import { codeLine, localizeLines, withMatches } from "../presentAnswers.ts";
import type { Format } from "../CommandSpec.ts";
import { fileRows, printAnswer } from "../formats.ts";
import { wrong, type RequestOf } from "../readArguments.ts";
import { openRevision } from "./revisionIndex.ts";
import { openCorpus } from "./similarCorpus.ts";
import { accent, complain, faint, print, shown, strong } from "../terminal.ts";

const MAX_RESULTS = 10;

type LocalCommand = "search" | "localize" | "experts" | "similar";

/** @throws Error with one sentence for a folder that is no repository, a revision that is none, a corpus that cannot be read */
export async function runLocally(request: RequestOf<LocalCommand>, format: Format): Promise<Status> {
  if (request.kinds.length > 0) throw wrong("--kind is for a server: a repository alone has code only.");
  const answers = await openLocal(request);
  if (request.text === "" && request.path === undefined) return answerLines(answers.line, format);
  if (request.path !== undefined && request.command !== "experts") throw wrong("--path is for experts.");
  if (format === "text") return answers.print();
  const answer = answers.line(lineOf(request));
  const data = request.limit === undefined ? answer : shortened(answer, request.limit);
  await printAnswer(format, request.command, { data, rows: rowsOf(answer).slice(0, request.limit), lines: [] });
  return isEmpty(data) ? STATUS.nothing : STATUS.ok;
}

/** The input line that is equivalent to a text on the command line. */
function lineOf({ command, text, path }: RequestOf<LocalCommand>): Record<string, unknown> {
  if (command === "search") return { query: text };
  return { title: text, body: "", ...(path !== undefined && { paths: [path] }) };
}

type Answer = Readonly<Record<string, readonly unknown[]>>;
const shortened = (answer: Answer, limit: number): Answer =>
  Object.fromEntries(Object.entries(answer).map(([name, list]) => [name, list.slice(0, limit)]));
/** The rows of the list that a command is about. */
function rowsOf({ ids, files, functions, people, results }: Answer): readonly object[] {
  if (files) return fileRows(files as readonly LocalFile[], (functions ?? []) as readonly LocalFunction[]);
  return ids?.map((id) => ({ id })) ?? ((people ?? results ?? []) as readonly object[]);
}
type LocalFile = ReturnType<typeof LOCAL_ANSWERS.localize>["files"][number];
type LocalFunction = ReturnType<typeof LOCAL_ANSWERS.localize>["functions"][number];
const isEmpty = (answer: Answer): boolean => Object.values(answer).every((list) => list.length === 0);

interface LocalAnswers {
  readonly line: (line: unknown) => Answer;
  readonly print: () => Promise<Status>;
}

async function openLocal(request: RequestOf<LocalCommand>): Promise<LocalAnswers> {
  const { command, corpus, repo, rev, cache, cacheBytes, text, path, limit = MAX_RESULTS } = request;
  const put = async (lines: readonly string[], resultCount: number): Promise<Status> => {
    await print(`${lines.join("\n")}\n`);
    return resultCount === 0 ? STATUS.nothing : STATUS.ok;
  };
  if (command === "similar") {
    if (corpus === undefined)
      throw wrong("Say what to compare with: --corpus FILE, or an issue of a server's project.");
    const answer = await openCorpus(corpus);
    return {
      line: answer,
      print: () => {
        const { ids } = answer({ title: text, body: "" });
        return put(
          ids.length === 0 ? ["No similar text."] : ids.slice(0, limit).map((id) => shown(String(id))),
          ids.length,
        );
      },
    };
  }
  if (repo === undefined || !isLocalCommand(command)) throw wrong(`clew ${command} needs a server.`);
  const index = await openRevision(repo, rev, { folder: cache, maxBytes: cacheBytes }, complain);
  const line = (input: unknown): Answer => LOCAL_ANSWERS[command](index, input);
  return {
    line,
    print: () => {
      if (command === "localize") {
        const localization: Localization = localize(index, { title: text, body: "", beforeMs: null }, { limit });
        return put(localizeLines(localization, limit, text), localization.files.length);
      }
      const rows = line(lineOf({ ...request, text, path })) as Readonly<Record<string, readonly Row[]>>;
      const list = Object.values(rows)[0] ?? [];
      const nothing = command === "search" ? "Nothing found." : "No person can be recommended.";
      const lines = list.slice(0, limit).flatMap((row, rank) => [rowLine(row, rank), ...codeOfRow(index, row, text)]);
      return put(lines.length === 0 ? [nothing] : lines, list.length);
    },
  };
}

const isLocalCommand = (name: string): name is keyof typeof LOCAL_ANSWERS => Object.hasOwn(LOCAL_ANSWERS, name);

interface Row {
  readonly path?: string;
  readonly line?: number | null;
  readonly name?: string;
  readonly email?: string;
  readonly score: number;
}

/** The line of code that a row names. */
function codeOfRow({ code }: OpenedIndex, { path, line }: Row, text: string): string[] {
  const [repository] = code;
  const file = path === undefined ? undefined : repository?.files.find(path);
  if (repository === undefined || file === undefined || file < 0 || line == null) return [];
  return [codeLine(line, withMatches(linesOfFile(repository, file, line, line).replace(/\r?\n$/, ""), text))];
}

function rowLine({ path, line, name, email, score }: Row, rank: number): string {
  const number = `${String(rank + 1).padStart(2)}.`;
  if (path !== undefined) {
    return `${number} ${strong(shown(path))}${line == null ? "" : accent(`:${line}`)}  ${faint(score.toFixed(2))}`;
  }
  return `${number} ${strong(shown(name ?? ""))} ${faint(`<${shown(email ?? "")}>`)}  ${faint(score.toFixed(2))}`;
}
