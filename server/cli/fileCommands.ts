/** `clew blame` and `clew log`: who wrote the lines of a file, and which commits changed it. */
import { z } from "zod";
import { shortHash } from "../../contract/code/shortHash.ts";
import { answerLines } from "./answerLines.ts";
import { STATUS, type Status } from "./CliError.ts";
import type { Format } from "./CommandSpec.ts";
import { printAnswer } from "./formats.ts";
import { wrong, type RequestOf } from "./readArguments.ts";
import { accent, faint, good, shown, shownCode, strong } from "./terminal.ts";

export type FileCommand = "blame" | "log";
export const isFileCommand = (name: string): name is FileCommand => name === "blame" || name === "log";

/** A file, or lines of it from 1. */
export interface FileQuestion {
  readonly path: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A commit as both commands name it. Issues and requests are known to a server only. */
export interface NamedCommit {
  readonly hash: string;
  readonly author: string;
  readonly at: string;
  readonly title: string;
  readonly path: string;
  readonly issues?: readonly string[];
  readonly requests?: readonly string[];
}
export interface BlamedLine extends NamedCommit {
  readonly line: number;
  readonly original_line: number;
  readonly text: string;
}
export interface LoggedChange extends NamedCommit {
  readonly old_path: string | null;
  readonly change: string | null;
}

/** A repository of this machine, or of a project of a server. */
export interface FileReader {
  readonly blame: (question: FileQuestion) => Promise<readonly BlamedLine[]>;
  readonly log: (question: FileQuestion, limit: number) => Promise<readonly LoggedChange[]>;
}

const Line = z.object({
  path: z.string().min(1),
  from: z.number().int().positive().optional(),
  to: z.number().int().positive().optional(),
});
const DEFAULT_COMMITS = 20;
const MAX_COMMITS = 999;

interface Answered {
  readonly data: object;
  readonly rows: readonly object[];
  /** The same for people. */
  readonly lines: readonly string[];
}

/** @throws CliError for each refusal and failure, with a status of its kind */
export async function runFileCommand(
  request: RequestOf<"blame" | "log">,
  environment: NodeJS.ProcessEnv,
  format: Format,
): Promise<Status> {
  const { command, text, limit } = request;
  if (!isFileCommand(command)) throw wrong(`clew ${command} is not about a file.`);
  const reader = await openReader(request, environment);
  const answer = async (line: unknown, maximum: number): Promise<Answered> => {
    const question = Line.parse(line);
    if (command === "log") {
      const commits = await reader.log(question, maximum);
      return { data: { commits }, rows: commits, lines: commits.map(commitLine) };
    }
    const { from = 1, to = question.from ?? Number.MAX_SAFE_INTEGER } = question;
    const lines = (await reader.blame(question)).filter(({ line: at }) => at >= from && at <= to);
    return { data: { lines }, rows: lines, lines: blameLines(lines) };
  };
  if (text === "") return answerLines(async (line) => (await answer(line, limit ?? MAX_COMMITS)).data, format);
  const maximum = limit ?? (format === "text" ? DEFAULT_COMMITS : MAX_COMMITS);
  const { data, rows, lines } = await answer(questionOf(text), maximum);
  const nothing = command === "log" ? "No commit changed this file." : "The file has no such lines.";
  await printAnswer(format, command, { data, rows, lines: lines.length === 0 ? [nothing] : lines });
  return lines.length === 0 ? STATUS.nothing : STATUS.ok;
}

/** Loaded on demand: a server needs no git, and a repository no contract. */
async function openReader(request: RequestOf<"blame" | "log">, environment: NodeJS.ProcessEnv): Promise<FileReader> {
  if (request.repo !== undefined) {
    if (request.repository !== undefined) throw wrong("--repository is for a server.");
    return (await import("./local/localFiles.ts")).openLocalFiles(request.repo, request.rev);
  }
  return (await import("./remote/remoteFiles.ts")).openRemoteFiles(request, environment);
}

/** `src/a.ts`, `src/a.ts:12` and `src/a.ts:12-20`. */
export function questionOf(text: string): FileQuestion {
  const [, path = text, from, to] = /^(.+?):(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  if (from === undefined) return { path };
  const ends = [Number(from), Number(to ?? from)];
  return { path, from: Math.max(1, Math.min(...ends)), to: Math.max(...ends) };
}

const day = (at: string): string => at.slice(0, 10);
const keysOf = ({ issues = [], requests = [] }: NamedCommit): string => [...issues, ...requests].map(shown).join(" ");

/** One line for each of the file; what a line has in common with the one before is left out. */
function blameLines(lines: readonly BlamedLine[]): string[] {
  const width = Math.min(18, Math.max(0, ...lines.map(({ author }) => shown(author).length)));
  const digits = String(lines.at(-1)?.line ?? 1).length;
  return lines.map((line, at) => {
    const isSame = lines[at - 1]?.hash === line.hash;
    const who = `${shortHash(line.hash)} ${day(line.at)} ${shown(line.author).slice(0, width).padEnd(width)}`;
    const keys = keysOf(line).slice(0, 8).padEnd(8);
    const head = isSame ? " ".repeat(who.length + 9) : `${faint(who)} ${good(keys)}`;
    return `${head} ${accent(String(line.line).padStart(digits))} ${shownCode(line.text)}`;
  });
}

function commitLine(commit: LoggedChange): string {
  const keys = keysOf(commit);
  const moved = commit.old_path === null ? "" : faint(` ${shown(commit.old_path)} -> ${shown(commit.path)}`);
  const who = faint(`${day(commit.at)} ${shown(commit.author)}`);
  return `${accent(shortHash(commit.hash))} ${strong(shown(commit.title))} ${who}${keys === "" ? "" : ` ${good(keys)}`}${moved}`;
}
