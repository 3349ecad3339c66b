/** Answers as lines for people. Everything that others wrote passes through `shown`. */
import { shortHash } from "../../contract/code/shortHash.ts";
import type { SimilarIssue } from "../../contract/issues/analysis.ts";
import type { Expert } from "../../contract/people/experts.ts";
import type { Localization } from "../../contract/issues/localization.ts";
import type { SearchAnswer } from "../../contract/search/search.ts";
import { unsearchedWords } from "../messages/unsearchedWords.ts";
import { accent, faint, good, match, shown, shownCode, strong } from "./terminal.ts";

const MAX_REASONS = 3;
const MAX_TERMS = 4;
const MAX_FUNCTIONS = 3;
const SNIPPET_LINES = 3;
const MAX_LINE_LENGTH = 160;

const cut = (text: string): string => (text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text);

/** @param text of the question, whose words are highlighted in the lines of code; empty for an issue of a server */
export function localizeLines(
  { files, confidence, repositories }: Localization,
  limit: number,
  text: string,
): string[] {
  if (files.length === 0) return ["No file fits."];
  const names = new Map(repositories.map(({ id, name }) => [id, shown(name)]));
  const rows = files.slice(0, limit).flatMap(({ path, repository, score, reasons, functions, snippet }, rank) => {
    const line = functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line;
    const why = reasons
      .toSorted((a, b) => b.points - a.points)
      .slice(0, MAX_REASONS)
      .map(({ code, terms, commits }) => {
        const rests = [...terms.slice(0, MAX_TERMS), ...commits.slice(0, 1).map(({ hash }) => shortHash(hash))].map(
          shown,
        );
        return rests.length > 0 ? `${code} (${rests.join(", ")})` : code;
      });
    const source = names.size > 1 ? faint(` [${names.get(repository) ?? ""}]`) : "";
    return [
      `${String(rank + 1).padStart(2)}. ${strong(shown(path))}${line === undefined ? "" : accent(`:${line}`)}${source}  ${faint(score.toFixed(1))}`,
      ...(why.length > 0 ? [`    ${faint(cut(why.join("; ")))}`] : []),
      ...functions
        .slice(0, MAX_FUNCTIONS)
        .map(
          ({ name, kind, start_line: start, end_line: end }) =>
            `    ${kind} ${shown(name)} ${accent(`${start}-${end}`)}`,
        ),
      ...(snippet?.match_lines.slice(0, SNIPPET_LINES) ?? []).map((at) =>
        codeLine(at, withMatches(snippet?.lines[at - (snippet?.start_line ?? at)] ?? "", text)),
      ),
    ];
  });
  return [...rows, ...(confidence === "low" ? [faint("Not sure: little in the text points at code.")] : [])];
}

/** A line of code with its number, as grep prints it. */
export const codeLine = (at: number | null, text: string): string =>
  at === null ? `         ${text}` : `    ${good(String(at).padStart(5))}: ${text}`;

/** Characters of a word that is highlighted, at least: shorter ones are in nearly each line. */
const MIN_MATCH_LENGTH = 3;

/** A line of code with the words of a text highlighted, also where they are part of a name. */
export function withMatches(line: string, text: string): string {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{Nd}_]+/gu))].filter(
    (word) => word.length >= MIN_MATCH_LENGTH,
  );
  const shownLine = cut(shownCode(line));
  if (words.length === 0) return shownLine;
  // The longest first: an alternative that begins another one would hide it. The words have no character that a pattern would read.
  const pattern = words.toSorted((a, b) => b.length - a.length).join("|");
  return shownLine.replaceAll(new RegExp(pattern, "giu"), (text) => match(text));
}

export function searchLines({
  results,
  total,
  total_capped: isCapped,
  missing,
  mistakes,
  unsearched,
  sources,
}: SearchAnswer): string[] {
  const names = new Map(sources.map(({ id, name }) => [id, shown(name)]));
  const notes = [
    ...mistakes.map(({ detail, fix }) => `In the query: ${shown(detail)}${fix === null ? "" : ` Try: ${shown(fix)}`}`),
    ...missing.map(
      ({ word, suggestion }) =>
        `Nothing has the word ${shown(word)}.${suggestion === null ? "" : ` Near: ${shown(suggestion)}`}`,
    ),
    ...unsearched.map((repository) => unsearchedWords(repository, shown(repository.repository))),
  ].map(faint);
  if (results.length === 0) return ["Nothing found.", ...notes];
  const rows = results.flatMap(({ kind, title, path, line, source, state, snippet, symbol }) => {
    const place = path === null ? "" : ` ${accent(`${shown(path)}${line === null ? "" : `:${line}`}`)}`;
    const isPath = path !== null && (title === path || path.endsWith(`/${title}`)) && kind !== "symbol";
    const name = isPath ? "" : ` ${strong(shown(title))}`;
    const text = snippet.map((part) => (part.match ? match(shownCode(part.text)) : shownCode(part.text))).join("");
    return [
      `${faint((symbol?.kind ?? kind).padEnd(8))}${name}${place}${state === null ? "" : ` (${shown(state)})`}${source === null || names.size < 2 ? "" : faint(` [${names.get(source) ?? ""}]`)}`,
      ...text
        .split("\n")
        .map((content, below) => ({ content, at: path === null || line === null ? null : line + below }))
        .filter(({ content }) => content.trim() !== "")
        .slice(0, SNIPPET_LINES)
        .map(({ content, at }) => codeLine(at, content)),
    ];
  });
  const more =
    isCapped || total > results.length ? `${isCapped ? "at least " : ""}${total} found, ${results.length} shown.` : "";
  return [...rows, ...notes, ...(more === "" ? [] : [faint(more)])];
}

export function expertLines(people: readonly Expert[], limit: number): string[] {
  if (people.length === 0) return ["No person can be recommended."];
  return people.slice(0, limit).flatMap(({ person, score, reasons, presence, load, deputy }, rank) => {
    const address = person.email === null ? "" : faint(` <${shown(person.email)}>`);
    const about = [
      presence,
      ...(load > 0 ? [`${load} open issue${load === 1 ? "" : "s"}`] : []),
      ...(deputy ? [`ask ${shown(deputy.name)} instead`] : []),
    ].join(", ");
    return [
      `${String(rank + 1).padStart(2)}. ${strong(shown(person.name))}${address}  ${faint(score.toFixed(1))}  ${about}`,
      ...reasons
        .toSorted((a, b) => b.points - a.points)
        .slice(0, MAX_REASONS)
        .map(
          ({ code, points, evidence }) =>
            `    ${code} ${faint(points.toFixed(1))} ${cut(
              evidence
                .slice(0, 2)
                .map(({ text }) => shown(text))
                .join("; "),
            )}`,
        ),
    ];
  });
}

export function similarLines(similarIssues: readonly SimilarIssue[], limit: number): string[] {
  if (similarIssues.length === 0) return ["No similar issue."];
  return similarIssues
    .slice(0, limit)
    .flatMap(({ issue, score, is_duplicate: isSame, terms, fixes }) => [
      `${strong(shown(issue.key))} ${shown(issue.title)} ${faint(`(${issue.state}, ${Math.round(score * 100)} %${isSame ? ", duplicate" : ""})`)}`,
      ...(terms.length > 0 ? [`    ${faint(`shares ${terms.slice(0, 8).map(shown).join(", ")}`)}`] : []),
      ...fixes.slice(0, 3).map(({ hash, title }) => `    fixed by ${accent(shortHash(hash))} ${cut(shown(title))}`),
    ]);
}
