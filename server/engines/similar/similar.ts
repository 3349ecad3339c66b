import { DAY_MS } from "../../../contract/durations.ts";
import { type OpenedIndex, type OpenedIssues, textOfIssue } from "../../index/OpenedIndex.ts";
import type { QueryTerm, MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { type Question, readQuestion } from "../question/question.ts";
import { fixFilesOf } from "./fixFiles.ts";
import { PairGains, pairsOf } from "./pairs.ts";
import { PARTS, type Part, SIMILAR_CONSTANTS, SIMILAR_WEIGHTS } from "./similarWeights.ts";
import { TopK } from "../ranking/TopK.ts";

/** The issue, or the text of a new one, to find similar issues of. */
export interface SimilarQuestion {
  readonly title: string;
  readonly body: string;
  readonly labels?: readonly string[];
  /** Milliseconds since 1970; null when unknown. */
  readonly createdAtMs?: number | null;
  /** Id of the issue itself, which is excluded. */
  readonly self?: string | null;
  /** Issues reported at or after this time are left out. Milliseconds since 1970. */
  readonly beforeMs?: number | null;
  /** Files that the question points at, by `fileKeyOf`, with how strongly (0 to 1). */
  readonly files?: ReadonlyMap<string, number>;
  /** Ids of issues that the tracker itself has as duplicates of this one. */
  readonly marked?: ReadonlySet<string>;
}

export interface SimilarHit {
  /** Document number in the index's issues. */
  readonly issue: number;
  /** 0 to 1: the share of what the text would reach against itself. */
  readonly score: number;
  readonly isDuplicate: boolean;
  /** The tracker has the two as duplicates. */
  readonly isMarked: boolean;
  /** Words that both have, the rarest first. */
  readonly terms: readonly string[];
  /** Labels that both have. */
  readonly labels: readonly string[];
  /** Files of its fix among those that the question points at, by `fileKeyOf`. */
  readonly files: readonly string[];
}

/** Candidates by words alone, and those of them whose texts are read. */
const MAX_ROUGH_CANDIDATES = 300;
const MAX_CANDIDATES = 60;
const MAX_TITLE_LENGTH = 2000;
const MAX_TEXT_LENGTH = 12_000;
const MAX_TERMS = 8;
const TITLE_ONLY: readonly number[] = [0, 1, 0, 0];

/**
 * Issues about the same subject, best first, over all trackers of the index; issues that share only frequent words are excluded. Those that the
 * tracker has as duplicates come first, however unlike their words are.
 *
 * A linear sum: BM25F in which the title counts more than once (the idea of REP, Sun et al. 2011), pairs of neighbouring words,
 * names of code, labels, shared files and time.
 */
export function findSimilar(index: OpenedIndex, report: SimilarQuestion, limit = 20): SimilarHit[] {
  const { issues } = index;
  if (!issues) return [];
  const question = readQuestion(report.title, report.body);
  const isMarked = ({ issue }: RankedSimilar): boolean => report.marked?.has(issues.table.id(issue)) === true;
  const ranked = rank(index, issues, report, question);
  const marked = report.marked?.size ? ranked.filter(isMarked) : [];
  const others = ranked.filter(
    (candidate) => candidate.score >= SIMILAR_CONSTANTS.similar.value && !isMarked(candidate),
  );
  return [...marked, ...others].slice(0, limit).map((hit) => {
    const { issue, score, labels, files } = hit;
    return {
      issue,
      score,
      isDuplicate: score >= SIMILAR_CONSTANTS.duplicate.value || isMarked(hit),
      isMarked: isMarked(hit),
      terms: sharedTerms(index, question, issue),
      labels,
      files,
    };
  });
}

/** Ids in rank order, however unlike: for measuring. */
export function rankSimilar(index: OpenedIndex, report: SimilarQuestion, limit: number): string[] {
  const { issues } = index;
  if (!issues) return [];
  const ranked = rank(index, issues, report, readQuestion(report.title, report.body));
  return ranked.slice(0, limit).map(({ issue }) => issues.table.id(issue));
}

export interface RankedSimilar {
  readonly issue: number;
  readonly score: number;
  readonly parts: Readonly<Record<Part, number>>;
  readonly labels: readonly string[];
  readonly files: readonly string[];
}

/** All candidates with the parts of their scores, best first. */
export function rank(
  index: OpenedIndex,
  issues: OpenedIssues,
  report: SimilarQuestion,
  question: Question,
): RankedSimilar[] {
  const { table } = issues;
  const scores = scoreAll(index.issueGroup, question);
  const isAllowed = (issue: number): boolean =>
    (report.beforeMs == null || table.createdAt(issue) < report.beforeMs) &&
    (report.self == null || table.id(issue) !== report.self);
  const gains = new PairGains(index.issueGroup);
  const titlePairs = pairsOf(report.title, MAX_TITLE_LENGTH);
  const allPairs = pairsOf(`${report.title}\n${report.body}`, MAX_TEXT_LENGTH);
  const questionGains = { phrases: gains.sum(titlePairs), passages: gains.sum(allPairs) };
  const questionLabels = new Set((report.labels ?? []).map((label) => label.toLowerCase()));

  const marked = [...(report.marked ?? [])].flatMap((id) => table.withId(id) ?? []).filter(isAllowed);
  const candidates = new Set([...marked, ...roughBest(scores, table.length, isAllowed)]);
  const ranked = [...candidates].map((issue, position): RankedSimilar => {
    const row = table.row(issue);
    const itsTitle = pairsOf(row.title, MAX_TITLE_LENGTH);
    const itsText =
      position < MAX_CANDIDATES
        ? pairsOf(`${row.title}\n${textOfIssue(issues, issue).slice(0, MAX_TEXT_LENGTH)}`, MAX_TEXT_LENGTH)
        : itsTitle;
    const labels = row.labels.filter((label) => questionLabels.has(label.toLowerCase()));
    const files = report.files?.size ? fixFilesOf(index, issue).filter((file) => report.files?.has(file)) : [];
    const days = report.createdAtMs == null ? null : Math.abs(report.createdAtMs - row.createdAt) / DAY_MS;
    const share = (pairs: ReadonlySet<string>, others: ReadonlySet<string>, maximum: number): number =>
      maximum === 0 ? 0 : gains.sum([...pairs].filter((pair) => others.has(pair))) / maximum;
    const parts: Record<Part, number> = {
      words: ratio(scores.words[issue], scores.attainable.words),
      title: ratio(scores.title[issue], scores.attainable.title),
      titleAnywhere: ratio(scores.titleAnywhere[issue], scores.attainable.titleAnywhere),
      phrases: share(titlePairs, itsTitle, questionGains.phrases),
      // Long texts never share most of their pairs: the root makes a fifth of them count for nearly half.
      passages: Math.sqrt(share(allPairs, itsText, questionGains.passages)),
      names: ratio(scores.names[issue], scores.attainable.names),
      labels: questionLabels.size === 0 ? 0 : labels.length / questionLabels.size,
      code: files.reduce((sum, file) => sum + (report.files?.get(file) ?? 0), 0),
      time: days === null ? 0 : Math.exp(-days / SIMILAR_CONSTANTS.timeDays.value),
    };
    return { issue, score: weigh(parts, scores, questionGains.phrases), parts, labels, files };
  });
  return ranked.sort((a, b) => b.score - a.score || a.issue - b.issue);
}

/** The weighted mean of what the question can have at all; labels, code and time only ever add. */
function weigh(parts: Readonly<Record<Part, number>>, { attainable }: Scores, phrases: number): number {
  let sum = 0;
  let possible = 0;
  for (const part of PARTS) {
    sum += SIMILAR_WEIGHTS[part].value * Math.min(1, parts[part]);
    const isExtra = part === "labels" || part === "code" || part === "time";
    const isAbsent = (part === "names" && attainable.names === 0) || (part === "phrases" && phrases === 0);
    if (!isExtra && !isAbsent) possible += SIMILAR_WEIGHTS[part].value;
  }
  return Math.min(1, sum / possible);
}

interface Scores {
  readonly words: Float32Array;
  readonly title: Float32Array;
  readonly titleAnywhere: Float32Array;
  readonly names: Float32Array;
  /** What the text would reach against itself. */
  readonly attainable: Readonly<Record<"words" | "title" | "titleAnywhere" | "names", number>>;
}

function scoreAll(group: MultiSegmentReader, question: Question): Scores {
  const empty = new Float32Array();
  const names: QueryTerm[] = question.identifiers
    .filter(({ certainty, isCompound }) => certainty >= SIMILAR_CONSTANTS.certainName.value && isCompound)
    .map(({ fullTerm, certainty }) => ({ term: fullTerm, weight: certainty }));
  return {
    words: group.score(question.terms)[0] ?? empty,
    title: group.score(question.titleTerms, TITLE_ONLY)[0] ?? empty,
    titleAnywhere: group.score(question.titleTerms)[0] ?? empty,
    names: group.score(names)[0] ?? empty,
    attainable: {
      words: mostOf(group, question.terms),
      title: mostOf(group, question.titleTerms),
      titleAnywhere: mostOf(group, question.titleTerms),
      names: mostOf(group, names),
    },
  };
}

/** What a text would score that contains each term once or twice. */
function mostOf(group: MultiSegmentReader, terms: readonly QueryTerm[]): number {
  let sum = 0;
  for (const { term, weight } of terms) {
    const count = group.documentCount(term);
    if (count > 0) sum += group.idf(count) * weight;
  }
  return sum * SIMILAR_CONSTANTS.reached.value;
}

const ratio = (value: number | undefined, maximum: number): number =>
  maximum === 0 ? 0 : Math.min(1, (value ?? 0) / maximum);

/** The best candidates by words and title alone. */
function roughBest(scores: Scores, length: number, isAllowed: (issue: number) => boolean): number[] {
  const { words, titleAnywhere, title, attainable } = scores;
  const best = new TopK(MAX_ROUGH_CANDIDATES);
  for (let issue = 0; issue < length; issue++) {
    const value =
      ratio(words[issue], attainable.words) +
      SIMILAR_CONSTANTS.roughTitle.value * ratio(titleAnywhere[issue], attainable.titleAnywhere) +
      SIMILAR_CONSTANTS.roughTitle.value * ratio(title[issue], attainable.title);
    // In the precision of the scores: what they do not tell apart stays in the order of the issues.
    if (value > 0 && value > best.least && isAllowed(issue)) best.offer(0, issue, Math.fround(value));
  }
  return best.sorted().map(({ documentRef }) => documentRef.document);
}

/** Words of the question that the issue holds, the rarest first, as the question writes them. */
function sharedTerms({ issueGroup, issues }: OpenedIndex, { terms, words }: Question, issue: number): string[] {
  const segment = issues?.segment;
  if (!segment) return [];
  const byRarity = terms
    .map(({ term }) => ({ term, count: issueGroup.documentCount(term) }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => a.count - b.count);
  const shared: string[] = [];
  for (const { term } of byRarity) {
    if (shared.length === MAX_TERMS) break;
    let isHeld = false;
    segment.eachDocument(segment.find(term), (document) => {
      if (document === issue) isHeld = true;
    });
    if (isHeld) shared.push(words.get(term) ?? term);
  }
  return shared;
}
