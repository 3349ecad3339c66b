/** Files of the newest commit, by git itself. */
import { execFileSync } from "node:child_process";
import type { RecountStage } from "./recountStage.ts";

const git = (repository: string, ...args: string[]): string =>
  execFileSync("git", ["-C", repository, ...args], { encoding: "utf8" });

export interface CurrentFile {
  readonly path: string;
  readonly lines: number;
}

/** Each file with its lines. */
export const currentFiles = ({ repositoryPath }: RecountStage): CurrentFile[] =>
  git(repositoryPath, "ls-tree", "-r", "--name-only", "main")
    .trim()
    .split("\n")
    .map((path) => ({ path, lines: linesOf(git(repositoryPath, "show", `main:${path}`)) }));

const linesOf = (text: string): number => (text === "" ? 0 : text.trimEnd().split("\n").length);

/** The file that each path of the history is today: itself, else the only one of its name. As SQL: rows of `was` and `path`. */
export async function filesAsSql(stage: RecountStage): Promise<string> {
  const files = currentFiles(stage).map(({ path }) => path);
  const nameOf = (path: string): string => (path.split("/").at(-1) ?? "").toLowerCase();
  const rows = (await stage.query<{ path: string }>("select distinct path from git_paths")).flatMap(({ path }) => {
    const named = files.filter((file) => nameOf(file) === nameOf(path));
    const today = files.includes(path) ? path : named.length === 1 ? named[0] : undefined;
    return today === undefined ? [] : [`('${path}', '${today}')`];
  });
  return `select * from (values ${rows.join(", ")}) as moved (was, path)`;
}
