import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { hashOf } from "./hashOf.ts";

/** A heading of a document, as a question. */
export interface Heading {
  readonly query: string;
  readonly path: string;
}

const MAX_PER_FILE = 3;
/** A section of fewer lines says too little without its heading. */
const MIN_SECTION_LINES = 4;
const MIN_WORDS = 2;
const MAX_WORDS = 12;
const CHANGELOG = /(^|\/)(change|history|news|release|whatsnew|authors|contributors|code_of_conduct|license)/i;

/**
 * Takes headings of the documents of a working tree as questions, removes them from the documents and commits the rest. A heading that
 * occurs more than once in the tree is no question, because no page is its only answer.
 */
export function mineHeadings(folder: string, limit: number): Heading[] {
  const git = (...args: string[]): string =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  const paths = git("ls-files", "-z")
    .split("\0")
    .filter((path) => fileLanguageOf(path)?.family === "prose" && !CHANGELOG.test(path));
  const headings: (Heading & { readonly from: number; readonly to: number; readonly order: number })[] = [];
  const texts = new Map<string, string[]>();
  const times = new Map<string, number>();
  for (const path of paths) {
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    texts.set(path, lines);
    const all = headingsOf(lines);
    all.forEach(({ text, from, to }, at) => {
      const key = text.toLowerCase();
      times.set(key, (times.get(key) ?? 0) + 1);
      const next = all[at + 1]?.from ?? lines.length;
      const words = text.split(" ").length;
      if (next - to - 1 < MIN_SECTION_LINES || words < MIN_WORDS || words > MAX_WORDS) return;
      if (/[/=<>{}()[\]$@\\]|https?:|^\W*v?\d|\d\.\d/.test(text)) return;
      headings.push({ query: text, path, from, to, order: hashOf(`${path}\n${text}`) });
    });
  }
  const chosen = new Map<string, typeof headings>();
  let taken = 0;
  for (const heading of headings.toSorted((a, b) => a.order - b.order)) {
    if (taken >= limit) break;
    const ofFile = chosen.get(heading.path) ?? [];
    if ((times.get(heading.query.toLowerCase()) ?? 0) > 1 || ofFile.length >= MAX_PER_FILE) continue;
    chosen.set(heading.path, [...ofFile, heading]);
    taken++;
  }
  for (const [path, headings] of chosen) {
    const lines = texts.get(path) ?? [];
    for (const { from, to } of headings.toSorted((a, b) => b.from - a.from)) lines.splice(from, to - from + 1);
    writeFileSync(join(folder, path), lines.join("\n"));
  }
  git("add", "-A", "-f");
  git("-c", "user.name=bench", "-c", "user.email=b@example.org", "commit", "-q", "--allow-empty", "-m", "No headings");
  return [...chosen.values()].flat().map(({ query, path }) => ({ query, path }));
}

/** Headings of Markdown and reStructuredText, by their 0-based lines. */
function headingsOf(lines: readonly string[]): { readonly text: string; readonly from: number; readonly to: number }[] {
  const titles: { text: string; from: number; to: number }[] = [];
  let isCode = false;
  lines.forEach((line, at) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) return;
    const marked = /^(#{1,4})\s+(.*?)\s*#*\s*$/.exec(line)?.[2];
    if (marked !== undefined) titles.push({ text: plain(marked), from: at, to: at });
    else if (/^([=\-~^"+*])\1{3,}\s*$/.test(line)) {
      const above = lines[at - 1] ?? "";
      if (/^[\w`"'].*\S/.test(above) && above.length <= line.length + 2)
        titles.push({ text: plain(above), from: at - 1, to: at });
    }
  });
  return titles;
}

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)|<[^>]+>|[*`]|:\w+:/g, "$1")
    .replaceAll(/\{#.*?\}/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
