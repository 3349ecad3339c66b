import type { Reason } from "../../../contract/localization.ts";
import type { FileTable } from "../../index/fileTable.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/indexCache.ts";
import type { PastFix } from "./functionHistory.ts";
import type { RankedFunction } from "./functions.ts";
import { filesAtPath } from "./pathMatches.ts";
import type { Question } from "../report/question.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";
import { FEATURES, FEATURE_NAMES } from "./weights.ts";

type Code = Reason["code"];
const MAX_TERMS = 6;
const MAX_COMMITS = 3;
/** Less than this is not worth a line; such points are added to the largest reason, so that the sum stays exact. */
const MIN_POINTS = 0.02;

/** Which terms of the question each of the best files holds, by rarity. Read once for all of them. */
export class TermEvidence {
  readonly #terms = new Map<string, Evidence[]>();
  readonly #identifiers = new Map<string, Evidence[]>();

  constructor(index: OpenedIndex, question: Question, best: readonly RankedFile[]) {
    const wanted = index.code.map(
      (_, member) => new Set(best.filter((file) => file.member === member).map(({ file }) => file)),
    );
    const titleTerms = new Set(question.titleTerms.map(({ term }) => term));
    const collect = (into: Map<string, Evidence[]>, term: string, entry: Evidence): void => {
      index.code.forEach(({ segment }, member) => {
        const files = wanted[member];
        const number = segment.find(term);
        if (number < 0 || !files || files.size === 0) return;
        segment.eachDocument(number, (file) => {
          if (!files.has(file)) return;
          const key = `${member}:${file}`;
          const known = into.get(key);
          if (known) known.push(entry);
          else into.set(key, [entry]);
        });
      });
    };
    const gainOf = (term: string): number => index.codeGroup.idf(index.codeGroup.documentCount(term));
    for (const { term } of question.terms) {
      collect(this.#terms, term, {
        word: question.words.get(term) ?? term,
        gain: gainOf(term),
        inTitle: titleTerms.has(term),
      });
    }
    for (const { text, whole, certainty } of question.identifiers) {
      collect(this.#identifiers, whole, { word: text, gain: gainOf(whole) * certainty, inTitle: false });
    }
    for (const found of this.#identifiers.values()) found.sort((a, b) => b.gain - a.gain);
    for (const terms of this.#terms.values()) terms.sort((a, b) => b.gain - a.gain);
  }

  words({ member, file }: RankedFile, titleOnly = false): string[] {
    const terms = this.#terms.get(`${member}:${file}`) ?? [];
    return terms
      .filter(({ inTitle }) => !titleOnly || inTitle)
      .slice(0, MAX_TERMS)
      .map(({ word }) => word);
  }

  identifiers({ member, file }: RankedFile): string[] {
    return (this.#identifiers.get(`${member}:${file}`) ?? []).slice(0, MAX_TERMS).map(({ word }) => word);
  }
}

interface Evidence {
  readonly word: string;
  readonly gain: number;
  readonly inTitle: boolean;
}

/** The explanation of a file's score. The points of all reasons add up to it. */
export function reasonsOf(
  index: OpenedIndex,
  question: Question,
  ranking: Ranking,
  ranked: RankedFile,
  evidence: TermEvidence,
): Reason[] {
  const points = new Map<Code, number>();
  for (const feature of FEATURE_NAMES) {
    const code = FEATURES[feature].reason;
    points.set(code, (points.get(code) ?? 0) + ranking.points(feature, ranked.member, ranked.file));
  }
  points.set("chunk", (points.get("chunk") ?? 0) + ranked.functionPoints);
  points.set("penalty", (points.get("penalty") ?? 0) + ranked.penalty);
  return withoutTrivial(points).map(([code, value]) => ({
    code,
    points: value,
    ...evidenceOf(code, index, question, ranking, ranked, evidence),
  }));
}

/** The explanation of a function's score, in the same form. */
export function functionReasons(
  index: OpenedIndex,
  { parts, member, commits }: RankedFunction,
  question: Question,
  name: string,
): Reason[] {
  const points = new Map<Code, number>([
    ["chunk", parts.words + parts.message],
    ["title", parts.title],
    ["definition", parts.nameOverlap],
    ["identifier", parts.exactName + parts.qualified + parts.uses],
    ["trace", parts.frame],
    ["directory", parts.file],
    ["size", parts.length],
    ["history", parts.fixHistory],
    ["penalty", parts.test],
  ]);
  const isNamed = new Set<Code>(["definition", "identifier", "trace"]);
  const used = question.identifiers.length > 0;
  return withoutTrivial(points).map(([code, value]) => ({
    code,
    points: value,
    terms: code === "penalty" ? ["test"] : isNamed.has(code) && (used || code !== "identifier") ? [name] : [],
    commits: code === "history" ? commitsNamed(index, member, commits) : [],
  }));
}

function commitNamed(commits: OpenedCommits | undefined, commit: number): Reason["commits"] {
  if (!commits) return [];
  const at = new Date((commits.table.times[commit] ?? 0) * 1000).toISOString();
  return [{ hash: commits.table.hash(commit), title: commits.table.subject(commit), at }];
}

/** The commits that say most, of the repository whose code is `member` of the index. */
function commitsNamed(index: OpenedIndex, member: number, past: readonly PastFix[]): Reason["commits"] {
  const source = index.code[member]?.part.source;
  const commits = index.commits.find(({ part }) => part.source === source);
  return past
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_COMMITS)
    .flatMap(({ commit }) => commitNamed(commits, commit));
}

/** Drops what is too small to say, without changing the sum, and sorts by size. */
function withoutTrivial(points: ReadonlyMap<Code, number>): [Code, number][] {
  const said = [...points].filter(([, value]) => Math.abs(value) >= MIN_POINTS);
  said.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const rest =
    [...points.values()].reduce((sum, value) => sum + value, 0) - said.reduce((sum, [, value]) => sum + value, 0);
  const first = said[0];
  if (first) first[1] += rest;
  return said;
}

/** The name of the file, where the text spells it. */
function spelled({ titleNames, bodyNames }: Question, files: FileTable, file: number): string[] {
  const path = files.path(file);
  const isSpelled = [...titleNames, ...bodyNames].some(({ letters }) => files.spelled(letters).includes(file));
  return isSpelled ? [path.slice(path.lastIndexOf("/") + 1)] : [];
}

function evidenceOf(
  code: Code,
  index: OpenedIndex,
  question: Question,
  ranking: Ranking,
  ranked: RankedFile,
  evidence: TermEvidence,
): Pick<Reason, "terms" | "commits"> {
  const opened = index.code[ranked.member];
  if (!opened) return { terms: [], commits: [] };
  const { files } = opened;
  const names = (paths: readonly string[]): string[] =>
    paths.filter((path) => filesAtPath(files, path).some(({ file }) => file === ranked.file)).slice(0, MAX_TERMS);
  switch (code) {
    case "words":
    case "chunk":
      return { terms: evidence.words(ranked), commits: [] };
    case "title":
    case "definition":
      return { terms: evidence.words(ranked, true), commits: [] };
    case "identifier":
      return { terms: evidence.identifiers(ranked), commits: [] };
    case "path":
      return {
        terms: names([...new Set([...question.paths, ...question.linkedLines.map(({ path }) => path)])]),
        commits: [],
      };
    case "file_name":
      return { terms: spelled(question, files, ranked.file), commits: [] };
    case "trace":
      return { terms: names(question.frames.map(({ path }) => path)), commits: [] };
    case "history":
      return {
        terms: [],
        commits: ranking
          .commitsOf(ranked.member, ranked.file)
          .flatMap(({ member, commit }) => commitNamed(index.commits[member], commit)),
      };
    case "directory": {
      const path = files.path(ranked.file);
      return { terms: [path.slice(0, path.lastIndexOf("/") + 1) || "/"], commits: [] };
    }
    case "penalty":
      return { terms: [files.kind(ranked.file)], commits: [] };
    default:
      return { terms: [], commits: [] };
  }
}
