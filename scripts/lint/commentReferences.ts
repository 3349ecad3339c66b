/**
 * Finds files and identifiers that a comment or a document names and that do not exist: a rename leaves such names behind.
 *
 *     node scripts/lint/commentReferences.ts
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** Names that are examples of a user's code, or belong to another program. */
const EXAMPLES = new Set(
  (
    "a.ts a.md b.ts docs/b.md f2.ts z.ts foo.ts hot.ts input.js src/a.ts src/main.ts src/sync/queue.ts shed.ts segment-writer.js " +
    "KeepAlive.ts GitHubClient KeepAlive PositionEncoding SymbolRole WebSocketHandler readFileName"
  ).split(" "),
);
/** Texts of demo and sample projects and of other people. */
const LEFT_OUT = /^(?:server\/demo\/data\/(?:issues|tern)\/|docs\/LICENCES|tests\/.*(?:recordings|corpus))/;

/** A literal, so that `//` in it does not begin a comment; or a comment, captured. */
const COMMENTS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*:\/\/[^`\n]*`|(\/\*[\s\S]*?\*\/|(?<![:\w\\])\/\/[^\n]*)/g;
const QUOTED = /`([^`\n]+)`/g;
const QUOTED_FILE = /`([\w@][\w./@-]*\.(?:tsx?|css|js|mdx?))(?::\d+)?`/g;
/** A file without quotes, as comments name it; a longer path (file:///srv/a.ts:1) is a line of a trace. */
const PLAIN_FILE = /(?<![\w./`-])(\w[\w/.-]*\.tsx?)\b(?![:\w])/g;
/** An identifier whose capitals or underscores distinguish it from a word of prose. */
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
const isDistinctive = (name: string): boolean => /[a-z][A-Z]|^[A-Z]+_[A-Z_]+$/.test(name) && !name.startsWith("CLEW_");

export interface Sources {
  /** Tracked paths. */
  readonly files: readonly string[];
  readonly read: (file: string) => string;
}

const trackedSources = (): Sources => ({
  files: execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean),
  read: (file) => readFileSync(join(ROOT, file), "utf8"),
});

/** One line for each name without a file or an identifier. */
export function danglingReferences({ files, read }: Sources = trackedSources()): string[] {
  const paths = new Set(files.flatMap((file) => file.split("/").map((_, at, parts) => parts.slice(at).join("/"))));
  const identifiers = new Set<string>();
  const texts: { readonly file: string; readonly text: string; readonly isDocument: boolean }[] = [];
  for (const file of files) {
    if (LEFT_OUT.test(file)) continue;
    if (/\.mdx?$/.test(file)) texts.push({ file, text: read(file), isDocument: true });
    else if (/\.(?:tsx?|js|json|css|sh|yml)$/.test(file)) {
      const comments: string[] = [];
      const code = read(file).replace(COMMENTS, (text: string, comment: string | undefined) => {
        if (comment !== undefined) comments.push(comment);
        return comment === undefined ? text : " ";
      });
      for (const [name] of code.matchAll(IDENTIFIER)) identifiers.add(name);
      texts.push({ file, text: comments.join("\n"), isDocument: false });
    }
  }
  for (const part of files.join("/").split(/[/.]/)) identifiers.add(part);
  return texts.flatMap(({ file, text, isDocument }) => {
    const named = [...text.matchAll(QUOTED_FILE), ...(isDocument ? [] : text.matchAll(PLAIN_FILE))];
    const lost = named.map(([, path = ""]) => path).filter((path) => !paths.has(path) && !EXAMPLES.has(path));
    const isOwn = !isDocument && /^(?:server|contract|scripts|bench)\//.test(file);
    const quoted = isOwn
      ? [...text.replace(QUOTED_FILE, "").matchAll(QUOTED)].flatMap(([, code = ""]) => code.match(IDENTIFIER) ?? [])
      : [];
    const unknown = quoted.filter((name) => isDistinctive(name) && !identifiers.has(name) && !EXAMPLES.has(name));
    return [...new Set([...lost, ...unknown])].map((name) => `${file}: ${name}`);
  });
}

if (import.meta.main) {
  const problems = danglingReferences();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
