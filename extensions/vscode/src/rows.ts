/** Formats responses as rows of the editor's lists. Texts of users are stripped of invisible characters and of the editor's icon syntax. */
import type { Expert } from "../../../contract/experts.ts";
import type { DocumentRelated } from "../../../contract/documents.ts";
import type { IssueRow } from "../../../contract/issues.ts";
import type { LocalizedFile, Localization, Reason } from "../../../contract/localization.ts";
import type { SearchAnswer } from "../../../contract/search.ts";
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

/** The target of a row. */
export type Target =
  | { readonly kind: "file"; readonly source: string; readonly path: string; readonly line: number | null }
  | { readonly kind: "page"; readonly source: string; readonly path: string }
  | { readonly kind: "issue"; readonly id: string; readonly key: string }
  | { readonly kind: "address"; readonly url: string }
  | { readonly kind: "none" };

export interface Row {
  readonly label: string;
  readonly description: string;
  /** A second line, or the tooltip of the row. */
  readonly detail: string;
  /** Name of one of the editor's icons. */
  readonly icon: string;
  readonly target: Target;
}

export const issueRow = ({ id, key, title, state, labels, assignees, analysis }: IssueRow): Row => ({
  label: `${plain(key)} ${plain(title)}`,
  description: assignees.map(({ name }) => plain(name)).join(", "),
  detail: [labels.map(plain).join(", "), (analysis?.likely_files ?? []).slice(0, 3).map(plain).join(", ")]
    .filter((part) => part !== "")
    .join(" · "),
  icon: state === "open" ? "issues" : "pass",
  target: { kind: "issue", id, key },
});

/** The files of an issue, each with its reasons and the best matching function. */
export function localizedRows(words: ReasonWords, { files, repositories }: Localization): Row[] {
  const names = new Map(repositories.map(({ id, name }) => [id, plain(name)]));
  return files.map((file) => {
    const [best] = file.functions;
    const line = lineOf(file);
    const about = [
      ...(best ? [plain(best.name)] : []),
      ...(names.size > 1 ? [names.get(file.repository) ?? ""] : []),
    ].join(" · ");
    return {
      label: `${plain(file.path)}${line === null ? "" : `:${line}`}`,
      description: about,
      detail: reasonsLine(words.files, file.reasons),
      icon: "file-code",
      target: { kind: "file", source: file.repository, path: file.path, line },
    };
  });
}

const lineOf = ({ functions, snippet }: LocalizedFile): number | null =>
  functions[0]?.start_line ?? snippet?.match_lines[0] ?? snippet?.start_line ?? null;

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
  const standing = [
    ...(presence === "quiet" ? [t("recently quiet")] : presence === "gone" ? [t("has probably left")] : []),
    ...(load > 0 ? [t("{0} open", load)] : []),
    ...(deputy ? [t("ask {0} instead", plain(deputy.name))] : []),
  ];
  return {
    label: plain(person.name),
    description: standing.join(", "),
    detail: reasons
      .toSorted((a, b) => b.points - a.points)
      .slice(0, REASONS)
      .map(({ code, evidence }) => {
        const rests = evidence.slice(0, 2).map(({ text }) => plain(text));
        return [words.people[code] ?? code, ...rests].join(": ");
      })
      .join("\n"),
    icon: "person",
    target: person.email === null ? { kind: "none" } : { kind: "address", url: `mailto:${person.email}` },
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
  return results.map(({ kind, id, title, path, line, source, url, snippet, state }) => {
    const isFile = path !== null && source !== null && kinds.get(source) === "repository";
    const text = plain(snippet.map((one) => one.text).join(""));
    return {
      label: `${plain(title)}${isFile && line !== null && kind !== "commit" ? `:${line}` : ""}`,
      description: [
        ...(path !== null && path !== title ? [plain(path)] : []),
        ...(state === null ? [] : [plain(state)]),
        ...(source !== null && names.size > 1 ? [names.get(source) ?? ""] : []),
      ].join(" · "),
      detail: text === plain(title) ? "" : text,
      icon: ICONS[kind] ?? "circle",
      target: targetOf(kind, { id, title, path, line, source, url }, isFile),
    };
  });
}

type Result = Pick<SearchAnswer["results"][number], "id" | "title" | "path" | "line" | "source" | "url">;

function targetOf(kind: string, { id, title, path, line, source, url }: Result, isFile: boolean): Target {
  if (kind === "issue") return { kind: "issue", id, key: title.split(" ")[0] ?? title };
  if (isFile && path !== null && source !== null && kind !== "commit") return { kind: "file", source, path, line };
  if (kind === "document" && path !== null && source !== null) return { kind: "page", source, path };
  return url === null ? { kind: "none" } : { kind: "address", url };
}

const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** The address of a row in the web app, for what the editor cannot show. */
export function appPath(slug: string, target: Target): string | null {
  const project = `/projects/${encodeURIComponent(slug)}`;
  switch (target.kind) {
    case "issue":
      return `${project}/issues/${encodeURIComponent(target.id)}`;
    case "page": {
      const { source, path } = target;
      return `${project}/documents?${new URLSearchParams({ source, path }).toString()}`;
    }
    case "file": {
      const file = segments(target.path);
      const line = target.line === null ? "" : `#L${target.line}`;
      return `${project}/code/${segments(target.source)}/-/${file}${line}`;
    }
    case "address":
    case "none":
      return null;
  }
}

/** Addresses come from trackers and hosts: only web pages and mail addresses may be opened, and nothing that the editor would execute. */
export const isHarmless = (url: string): boolean => /^(?:https?|mailto):/i.test(url) && URL.canParse(url);
