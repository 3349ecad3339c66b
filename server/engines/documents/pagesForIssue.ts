import type { RelatedDocument } from "../../../contract/documents/documents.ts";
import { codeOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../index/segment/MultiSegmentReader.ts";
import { readQuestion } from "../question/question.ts";
import { documentCollectionsOf } from "./documentCollections.ts";
import type { DocumentCollection, PageDocument } from "./DocumentCollection.ts";
import { aliasesOf, mentionReader } from "./mentions.ts";
import { ISSUE_PAGE_CONSTANTS } from "./documentWeights.ts";
import { isHistoricalPage } from "./codeReferences.ts";

const MAX_PAGES = 10;
/** Pages whose text is read for mentions: the best by their words. */
const MAX_PAGES_READ = 60;
const MAX_TERMS = 8;

export interface PlaceOfIssue {
  readonly source: string;
  readonly path: string;
}

/** `url`: where a wiki has the page; null for a file, whose host has it under a commit. */
export type PageForIssue = Omit<RelatedDocument, "url"> & Pick<PageDocument, "url">;

interface Candidate {
  readonly collection: DocumentCollection;
  readonly page: PageDocument;
  readonly words: number;
}

/**
 * Pages that may help with an issue, best first: those that share its rare words (BM25F, as search scores them), those that it names
 * itself, and those that mention the code that it is about.
 * @param places the likely files of the issue, best first
 */
export function pagesForIssue(
  index: OpenedIndex,
  issue: { readonly title: string; readonly body: string },
  places: readonly PlaceOfIssue[],
): PageForIssue[] {
  const question = readQuestion(issue.title, issue.body);
  const issueText = `${issue.title}\n${issue.body}`;
  const candidates = candidatesOf(index, question.terms);
  const maximum = candidates[0]?.words ?? 0;
  const readers = places.slice(0, 5).map(({ source, path }) => {
    const code = codeOf(index, source) ?? null;
    return mentionReader(aliasesOf(path, code, code?.files.find(path) ?? -1));
  });
  return candidates
    .flatMap(({ page, words }) => {
      const text = page.text();
      const reasons: RelatedDocument["reasons"] = [];
      if (words >= maximum * ISSUE_PAGE_CONSTANTS.minShareOfWords.value) {
        const terms = sharedWords(question, `${page.title}\n${text}`);
        if (terms.length > 1) reasons.push({ code: "words", points: words, terms });
      }
      const named = mentionReader(aliasesOf(page.path, null, -1))(issueText);
      if (named.length > 0)
        reasons.push({
          code: "path",
          points: ISSUE_PAGE_CONSTANTS.path.value,
          terms: named.map((mention) => mention.text),
        });
      const code = [...new Set(readers.flatMap((read) => read(text).map((mention) => mention.text)))].slice(
        0,
        MAX_TERMS,
      );
      if (code.length > 0)
        reasons.push({ code: "code", points: ISSUE_PAGE_CONSTANTS.code.value * Math.sqrt(code.length), terms: code });
      if (reasons.length === 0) return [];
      const factor = isHistoricalPage(page.path) && named.length === 0 ? ISSUE_PAGE_CONSTANTS.historical.value : 1;
      const scaled = reasons.map((reason) => ({ ...reason, points: reason.points * factor }));
      const score = scaled.reduce((sum, { points }) => sum + points, 0);
      const { section, line } = sectionOf(text, question.terms);
      const { source, path, title, url } = page;
      return [{ id: `${source}:${path}`, title, source, path, url, section, line, score, reasons: scaled }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PAGES);
}

/** Pages by how well their words fit, best first. */
function candidatesOf(index: OpenedIndex, terms: readonly QueryTerm[]): Candidate[] {
  const code = index.codeGroup.score(terms);
  const wiki = index.pageGroup.score(terms);
  const candidates = documentCollectionsOf(index).flatMap((collection): Candidate[] => {
    const member = index.code.findIndex(({ part }) => part.source === collection.source);
    const scores = member >= 0 ? code[member] : wiki[0];
    return collection.pages().map((page) => ({ collection, page, words: scores?.[page.document] ?? 0 }));
  });
  // Files and pages are scored in separate groups, so each kind is measured by its best.
  const bestOf = (kind: DocumentCollection["kind"]) =>
    candidates.reduce(
      (maximum, { collection, words }) => (collection.kind === kind ? Math.max(maximum, words) : maximum),
      0,
    );
  const best = { repository: bestOf("repository"), wiki: bestOf("wiki") };
  return candidates
    .map((candidate) => {
      const top = best[candidate.collection.kind];
      return { ...candidate, words: top > 0 ? (ISSUE_PAGE_CONSTANTS.words.value * candidate.words) / top : 0 };
    })
    .sort((a, b) => b.words - a.words)
    .slice(0, MAX_PAGES_READ);
}

function sharedWords({ terms, words }: ReturnType<typeof readQuestion>, text: string): string[] {
  const lower = text.toLowerCase();
  return terms
    .map(({ term }) => words.get(term) ?? term)
    .filter((word) => word.length > 2 && lower.includes(word.toLowerCase()))
    .slice(0, MAX_TERMS);
}

/** The heading above the lines that have most of the words. */
function sectionOf(text: string, terms: readonly QueryTerm[]): { section: string | null; line: number | null } {
  const stems = terms.slice(0, 40).map(({ term }) => term);
  let best = { section: null as string | null, line: null as number | null, count: 0 };
  let here = { section: null as string | null, line: null as number | null, count: 0 };
  text
    .slice(0, 200_000)
    .split("\n")
    .forEach((content, index) => {
      const heading = /^#{1,6}\s+(.{1,200}?)\s*#*$/.exec(content)?.[1];
      if (heading !== undefined) {
        if (here.count > best.count) best = here;
        here = { section: heading.replaceAll(/[`*_]/g, ""), line: index + 1, count: 0 };
      }
      const lower = content.toLowerCase();
      here.count += stems.filter((stem) => lower.includes(stem)).length;
    });
  if (here.count > best.count) best = here;
  return { section: best.section, line: best.line };
}
