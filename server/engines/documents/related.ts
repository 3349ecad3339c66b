import {
  codeOf,
  commitsOf,
  type OpenedIndex,
  type OpenedIssues,
  textOfFile,
  textOfIssue,
  textOfPage,
} from "../../index/OpenedIndex.ts";
import type { IssueTable } from "../../index/tables/issueTable.ts";
import { collectionOf, documentCollectionsOf } from "./documentCollections.ts";
import { commitsOfPath } from "./documentHistory.ts";
import { linkedAddresses } from "./linkedAddresses.ts";
import { MAX_TEXTS, issuesMentioning } from "./fileMentions.ts";
import { type Mention, aliasesOf, titleAliases, mayMention, mentionPoints, mentionReader } from "./mentions.ts";
import { linkedPath } from "./codeReferences.ts";
import { linkedPageOf, linksIn } from "./wikiLinks.ts";
import { memoize } from "../../memoize.ts";

const MAX_RELATED = { issues: 20, pages: 12, commits: 12, fixed: 12 } as const;

export interface RelatedIssue {
  /** Id of the issue in the database. */
  readonly id: string;
  readonly mentions: readonly Mention[];
}
export interface RelatedPage {
  readonly source: string;
  readonly path: string;
  readonly title: string;
  readonly mentions: readonly Mention[];
}
export interface RelatedThings {
  readonly issues: readonly RelatedIssue[];
  readonly pages: readonly RelatedPage[];
  /** Numbers of the last commits in the repository's table, newest first. */
  readonly commits: readonly number[];
  /** The same of all that changed it. */
  readonly changed: readonly number[];
  readonly fixed: readonly { readonly id: string; readonly commit: string }[];
  readonly hasHistory: boolean;
}

/** What belongs to a document: `path` of the source, a file, a folder or a wiki's page. All from the index. */
export function relatedTo(index: OpenedIndex, source: string, path: string): RelatedThings {
  const commits = commitsOf(index, source);
  const changed = commits ? commitsOfPath(commits, path) : [];
  const code = codeOf(index, source) ?? null;
  return {
    issues: issuesOn(index, source, path),
    pages: pagesOn(index, source, path),
    commits: changed.slice(0, MAX_RELATED.commits),
    changed,
    fixed: commits
      ? fixedBy(
          index,
          changed.map((commit) => commits.table.hash(commit)),
        )
      : [],
    hasHistory: code === null || commits !== undefined,
  };
}

function nameOfDocument(index: OpenedIndex, source: string, path: string) {
  const code = codeOf(index, source) ?? null;
  if (code) return aliasesOf(path, code, code.files.find(path));
  const wiki = collectionOf(index, source);
  const page = wiki?.find(path) ?? -1;
  const { pages } = index;
  if (page < 0 || !pages) return aliasesOf(path, null, -1);
  const { title, url } = pages.table.row(page);
  return titleAliases(title, url, (text) => linksIn(text).some((href) => linkedPageOf(pages, href) === page));
}

function issuesOn(index: OpenedIndex, source: string, path: string): RelatedIssue[] {
  const { issues } = index;
  if (!issues || path === "") return [];
  const member = index.code.findIndex(({ part }) => part.source === source);
  const file = index.code[member]?.files.find(path) ?? -1;
  const relatedIssues =
    file >= 0 ? issuesMentioning(index, { member, file }) : issuesOnPage(index, issues, source, path);
  const { table } = issues;
  const isOpen = (issue: number) => (table.state(issue) === "open" ? 1 : 0);
  return relatedIssues
    .sort(
      (a, b) =>
        isOpen(b.issue) - isOpen(a.issue) ||
        mentionPoints(b.mentions) - mentionPoints(a.mentions) ||
        table.createdAt(b.issue) - table.createdAt(a.issue),
    )
    .slice(0, MAX_RELATED.issues)
    .map(({ issue, mentions }) => ({ id: table.id(issue), mentions }));
}

/** Issues that mention a folder, or a wiki page by its title. */
function issuesOnPage(index: OpenedIndex, issues: OpenedIssues, source: string, path: string) {
  const called = nameOfDocument(index, source, path);
  const read = mentionReader(called);
  return [...mayMention(issues.segment, called, MAX_TEXTS)].flatMap((issue) => {
    const mentions = read(`${issues.table.title(issue)}\n${textOfIssue(issues, issue)}`);
    return mentions.length > 0 ? [{ issue, mentions }] : [];
  });
}

function pagesOn(index: OpenedIndex, source: string, path: string): RelatedPage[] {
  if (path === "") return [];
  const called = nameOfDocument(index, source, path);
  const read = mentionReader(called);
  const relatedPages: RelatedPage[] = [];
  const look = (page: { source: string; path: string; title: string }, text: string): void => {
    if (page.source === source && page.path === path) return;
    const mentions = read(text);
    if (page.source === source && linksTo(page.path, text, path)) mentions.unshift({ kind: "link", text: path });
    if (mentions.length > 0) relatedPages.push({ ...page, mentions });
  };
  for (const collection of documentCollectionsOf(index)) {
    const code = codeOf(index, collection.source);
    const may = code ? mayMention(code.segment, called, MAX_TEXTS * 5) : null;
    for (const page of collection.pages()) {
      if (may && !may.has(page.document)) continue;
      const place = { source: page.source, path: page.path, title: page.title };
      if (code) look(place, textOfFile(code, page.document));
      else if (index.pages) look(place, textOfPage(index.pages, page.document));
    }
  }
  return relatedPages.sort((a, b) => mentionPoints(b.mentions) - mentionPoints(a.mentions)).slice(0, MAX_RELATED.pages);
}

const linksTo = (from: string, text: string, path: string): boolean =>
  linkedAddresses(text).some((target) => linkedPath(from, target) === path);

/** Numbers of the issues that each commit fixed, by hash. */
const fixedIssuesOf = memoize((table: IssueTable): ReadonlyMap<string, readonly number[]> => {
  const fixes = new Map<string, number[]>();
  for (let issue = 0; issue < table.length; issue++) {
    for (const hash of table.fixCommits(issue)) fixes.set(hash, [...(fixes.get(hash) ?? []), issue]);
  }
  return fixes;
});

/** Issues that these commits fixed, in the order of the commits. */
function fixedBy(index: OpenedIndex, hashes: readonly string[]): { id: string; commit: string }[] {
  if (!index.issues) return [];
  const { table } = index.issues;
  const fixes = fixedIssuesOf(table);
  const seen = new Set<number>();
  const result: { id: string; commit: string }[] = [];
  for (const commit of hashes) {
    for (const issue of fixes.get(commit) ?? []) {
      if (seen.has(issue)) continue;
      seen.add(issue);
      result.push({ id: table.id(issue), commit });
      if (result.length >= MAX_RELATED.fixed) return result;
    }
  }
  return result;
}
