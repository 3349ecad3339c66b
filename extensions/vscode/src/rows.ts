/** Formats responses as rows of the editor's lists. Texts of users are stripped of invisible characters and of the editor's icon syntax. */
import type { PageTarget } from "../../../contract/addresses/pageAddress.ts";
import type { Expert } from "../../../contract/people/experts.ts";
import type { DocumentRelated } from "../../../contract/documents/documents.ts";
import type { IssueCard, IssueRow } from "../../../contract/issues/issues.ts";
import type { LocalizedFile, Localization, Reason } from "../../../contract/issues/localization.ts";
import type { SearchAnswer } from "../../../contract/search/search.ts";
import type { ReasonWords, Words } from "./words.ts";

const REASONS = 3;
const TERMS = 4;
const LONGEST = 200;

/** A text of a user in one line, safe to show. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .replaceAll("$(", "$ (")
    .trim()
    .slice(0, LONGEST)
    // The first unit of a character that was cut in two.
    .replace(/[\uD800-\uDBFF]$/, "");

/** The parts that are not empty, in one line. */
export const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" · ");

/** The target of a row. */
export type Target = PageTarget;

export interface Row {
  readonly label: string;
  readonly description: string;
  /** A second line, or the tooltip of the row. */
  readonly detail: string;
  /** Name of one of the editor's icons. */
  readonly icon: string;
  readonly target: Target;
}

export const issueRow = ({
  id,
  key,
  title,
  state,
  labels,
  assignees,
  analysis,
}: IssueCard & Pick<IssueRow, "analysis">): Row => ({
  label: `${plain(key)} ${plain(title)}`,
  description: assignees.map(({ name }) => plain(name)).join(", "),
  detail: joined([labels.map(plain).join(", "), (analysis?.likely_files ?? []).slice(0, 3).map(plain).join(", ")]),
  icon: state === "open" ? "issues" : "pass",
  target: { kind: "issue", id, key },
});

/** The files of an issue, each with its reasons and the best matching function. */
export function localizedRows(words: ReasonWords, { files, repositories }: Localization): Row[] {
  const names = new Map(repositories.map(({ id, name }) => [id, plain(name)]));
  return files.map((file) => {
    const [best] = file.functions;
    const line = lineOf(file);
    const repository = names.size > 1 ? (names.get(file.repository) ?? "") : "";
    const about = joined([best ? plain(best.name) : "", repository]);
    return {
      label: `${plain(file.path)}${line === null ? "" : `:${line}`}`,
      description: about,
      detail: reasonsLine(words.files, file.reasons),
      icon: "file-code",
      target: { kind: "file", source: file.repository, path: file.path, line },
    };
  });
}

/** What the text names, else the best match. A server of an earlier version has no `line`. */
const lineOf = ({ line, functions, snippet }: LocalizedFile): number | null =>
  line ?? functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line ?? null;

const reasonsLine = (words: Readonly<Record<string, string>>, reasons: readonly Reason[]): string =>
  reasons
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, REASONS)
    .map(({ code, terms }) => {
      const rests = terms.slice(0, TERMS).map(plain).join(", ");
      return `${words[code] ?? code}${rests === "" ? "" : ` (${rests})`}`;
    })
    .join(" · ");

export function expertRow(t: Words, words: ReasonWords, { person, reasons, presence, load, deputy }: Expert): Row {
  const facts = [
    ...(presence === "quiet" ? [t("recently quiet")] : presence === "gone" ? [t("has probably left")] : []),
    ...(load > 0 ? [t("{0} open", load)] : []),
    ...(deputy ? [t("ask {0} instead", plain(deputy.name))] : []),
  ];
  return {
    label: plain(person.name),
    description: facts.join(", "),
    detail: reasons
      .toSorted((a, b) => b.points - a.points)
      .slice(0, REASONS)
      .map(({ code, evidence }) => {
        const rests = evidence.slice(0, 2).map(({ text }) => plain(text));
        return [words.people[code] ?? code, ...rests].join(": ");
      })
      .join("\n"),
    icon: "person",
    target: { kind: "person", id: person.id, name: person.name },
  };
}

/** @param isRepository whether a source contains files that this workspace may have as well */
export const pageRows = ({ pages }: DocumentRelated, isRepository: (source: string) => boolean): Row[] =>
  pages.map(({ source, path, title, mentions }) => ({
    label: plain(title),
    description: isRepository(source) ? plain(path) : "",
    detail: mentions
      .slice(0, TERMS)
      .map(({ text }) => plain(text))
      .join(", "),
    icon: "book",
    target: isRepository(source) ? { kind: "file", source, path, line: null } : { kind: "page", source, path },
  }));

export const relatedIssueRows = ({ issues }: DocumentRelated): Row[] =>
  issues.map(({ issue }) => issueRow({ ...issue, analysis: null }));

const ICONS: Readonly<Record<string, string>> = {
  code: "file-code",
  symbol: "symbol-method",
  issue: "issues",
  document: "book",
  commit: "git-commit",
  person: "person",
};

export function searchRows({ results, sources }: SearchAnswer): Row[] {
  const kinds = new Map(sources.map(({ id, kind }) => [id, kind]));
  const names = new Map(sources.map(({ id, name }) => [id, plain(name)]));
  return results.map((result) => {
    const { kind, title, path, line, source, snippet, state } = result;
    const isFile = path !== null && source !== null && kinds.get(source) === "repository";
    const text = plain(snippet.map((one) => one.text).join(""));
    return {
      label: `${plain(title)}${isFile && line !== null && kind !== "commit" ? `:${line}` : ""}`,
      description: joined([
        path === null || path === title ? "" : plain(path),
        plain(state ?? ""),
        source !== null && names.size > 1 ? (names.get(source) ?? "") : "",
      ]),
      detail: text === plain(title) ? "" : text,
      icon: ICONS[kind] ?? "circle",
      target: targetOf(result, isFile),
    };
  });
}

function targetOf(result: SearchAnswer["results"][number], isFile: boolean): Target {
  const { kind, id, title, path, line, source, hash, address } = result;
  if (kind === "issue") return { kind, id, key: title.split(" ")[0] ?? title };
  if (kind === "request") return { kind, id: address ?? id };
  if (kind === "person") return { kind, id, name: title };
  if (source === null) return { kind: "none" };
  if (kind === "commit") return hash === null ? { kind: "none" } : { kind, hash, source };
  if (path === null) return { kind: "none" };
  return isFile ? { kind: "file", source, path, line } : { kind: "page", source, path };
}
