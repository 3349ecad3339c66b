/** What is certain enough for a comment, which everyone who follows the issue gets. The pages of Clew show more. */
import type { Analysis, SimilarIssue } from "../../../contract/issues/analysis.ts";
import type { Localization } from "../../../contract/issues/localization.ts";

/** Similarity from which an issue is named: below it, of 28 real issues of one project, most that were named had other causes. Measured in engines-measured.md, 2026-11-30. */
const LEAST_SIMILARITY = 0.4;
const ENDS_AS_QUESTION = /[?？؟]["'”)\]\s]*$/u;
const BEGINS_AS_QUESTION = /^\W*(?:question|soru|how|why|what|nasıl|neden|niçin|ne zaman)(?=[\s:\]])/iu;

/** Whether an issue asks for something and reports no fault, by its title or by what the labels of the project taught. */
export const isQuestion = ({ title, type }: { readonly title: string; readonly type: Analysis["type"]["value"] }) =>
  type === "question" || ENDS_AS_QUESTION.test(title) || BEGINS_AS_QUESTION.test(title);

/** Whether the place of an issue is named. Of weak evidence a comment says nothing, and a question has a place only where it names it. */
export const namesPlace = (confidence: Localization["confidence"], asks: boolean): boolean =>
  confidence === "high" || (confidence === "medium" && !asks);

/** Whether a similar issue is named. */
export const namesSimilar = ({ score, is_marked: isMarked }: Pick<SimilarIssue, "score" | "is_marked">): boolean =>
  isMarked || score >= LEAST_SIMILARITY;
