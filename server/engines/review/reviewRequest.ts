import type { PlaceKnowledge } from "../experts/placeKnowledge.ts";
import type { QuestionFile } from "../experts/personValues.ts";
import type { PeopleTable } from "../identities/peopleTable.ts";
import { readQuestion } from "../question/question.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { type AffectedPage, affectedPages } from "./affectedPages.ts";
import { type ChangedFile, type ChangedPlace, changedPlaces, filesInQuestion } from "./changedPlaces.ts";
import { type LikelyIssue, likelyIssues } from "./likelyIssues.ts";
import { type MissingFile, missingFiles } from "./missingFiles.ts";
import { type Reviewer, reviewersOf } from "./reviewers.ts";

/** A request with all that its findings depend on besides the index. */
export interface ReviewInput {
  /** Position of its repository in `index.code`. */
  readonly member: number;
  readonly title: string;
  readonly body: string;
  readonly files: readonly ChangedFile[];
  /** How many it changes, of which `files` may be the first. */
  readonly total: number;
  readonly excluded: ReadonlySet<number>;
  readonly load: ReadonlyMap<number, number>;
  /** Reviews of the files, and pages that name them. */
  readonly knowledge: Pick<PlaceKnowledge, "reviews" | "pages">;
  /** Seconds since 1970; history at or after it is ignored. */
  readonly beforeSeconds: number | null;
}

export interface ReviewFindings {
  readonly reviewers: readonly Reviewer[];
  readonly issues: readonly LikelyIssue[];
  readonly missing: readonly MissingFile[];
  readonly pages: readonly AffectedPage[];
}

/** What the files of a request are in the index, and by which files its people are ranked. */
export interface RequestPlaces {
  readonly places: readonly ChangedPlace[];
  readonly files: readonly QuestionFile[];
}

/** Finds the changed files of a request in the index. */
export function placesOfRequest(index: OpenedIndex, member: number, files: readonly ChangedFile[]): RequestPlaces {
  const places = changedPlaces(index, member, files);
  return { places, files: filesInQuestion(index, member, places, files) };
}

/** Who should review a request, which issues it probably closes, what it leaves out, and which pages name what it changes. */
export function reviewRequest(
  index: OpenedIndex,
  table: PeopleTable,
  input: ReviewInput,
  { places, files }: RequestPlaces = placesOfRequest(index, input.member, input.files),
): ReviewFindings {
  const { member, title, excluded, load, knowledge, beforeSeconds } = input;
  const query = {
    files,
    isAboutPath: true,
    terms: readQuestion(title, "").terms,
    beforeSeconds,
    issues: new Map<number, number>(),
    ...knowledge,
  };
  return {
    reviewers: files.length === 0 ? [] : reviewersOf(index, table, { query, member, places, excluded, load }),
    issues: likelyIssues(index, member, places, input, beforeSeconds),
    missing: missingFiles(index, member, places, input),
    pages: affectedPages(index, member, places, input.files),
  };
}
