/**
 * Prints docs/weights.md: today's weight of every signal of every ranker, and what set it.
 *
 *     npm run weights            writes docs/weights.md
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { NAME_SCORES } from "../contract/matching/nameMatch.ts";
import { TITLE_SCORES } from "../contract/matching/titleMatch.ts";
import { REVIEW_CONSTANTS } from "../server/engines/review/reviewConstants.ts";
import { ISSUE_PAGE_CONSTANTS, MENTION_POINTS } from "../server/engines/documents/documentWeights.ts";
import { EXPERT_CONSTANTS } from "../server/engines/experts/expertConstants.ts";
import { PEOPLE_SOURCE, ROLES_SOURCE } from "../server/engines/experts/ExpertFeature.ts";
import { EXPERT_FEATURES, EXPERT_WEIGHTS, ROLE_WEIGHTS } from "../server/engines/experts/expertFeatures.ts";
import {
  FILE_KIND_POINTS,
  GO_TO_CONSTANTS,
  NAME_KIND_POINTS,
  SYMBOL_KIND_POINTS,
} from "../server/engines/goTo/goToWeights.ts";
import { LABEL_CONSTANTS } from "../server/engines/analyze/naiveBayes.ts";
import { CONFIDENCE_CONSTANTS } from "../server/engines/localize/confidence.ts";
import { FILE_FEATURES } from "../server/engines/localize/fileFeatures.ts";
import type { FileFeature } from "../server/engines/localize/FileFeature.ts";
import { FUNCTION_FEATURES } from "../server/engines/localize/listedFunctionFeatures.ts";
import {
  BEST_FUNCTION_POINTS,
  FILE_CONSTANTS,
  FUNCTION_CONSTANTS,
  KIND_PENALTIES,
  REQUESTED_KIND_FACTOR,
} from "../server/engines/localize/localizeWeights.ts";
import type { RankingConstant } from "../server/engines/ranking/Feature.ts";
import { IDENTIFIER_CONSTANTS } from "../server/engines/question/identifierWeights.ts";
import { QUESTION_WEIGHTS } from "../server/engines/question/question.ts";
import { SEARCH_WEIGHTS } from "../server/engines/search/searchWeights.ts";
import { SIMILAR_CONSTANTS, SIMILAR_WEIGHTS } from "../server/engines/similar/similarWeights.ts";

const FILE = join(import.meta.dirname, "../docs/weights.md");

type Cell = string | number;
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const constantsTable = (constants: Readonly<Record<string, RankingConstant>>): string =>
  table(
    ["Constant", "Value", "Does", "Set by"],
    Object.entries(constants).map(([id, { value, about, source }]) => [id, value, about, source]),
  );

/** The sections of names, and of pages and issues. */
const namesAndPages = (): string[] => [
  "## Names of the palette (`server/engines/goTo/goToWeights.ts`)",
  "Names fit by a kind of match (`contract/matching/nameMatch.ts`), titles by another (`contract/matching/titleMatch.ts`). The points of kinds are added (ADR 0076).",
  table(["Match of a name", "Score"], Object.entries(NAME_SCORES)),
  table(["Match of a title", "Score"], Object.entries(TITLE_SCORES)),
  table(["Kind of name", "Points"], Object.entries(NAME_KIND_POINTS)),
  table(["Kind of file", "Points"], Object.entries(FILE_KIND_POINTS)),
  table(["Kind of symbol", "Points"], Object.entries(SYMBOL_KIND_POINTS)),
  constantsTable(GO_TO_CONSTANTS),
  "## Pages of an issue, and issues and pages of a document (`server/engines/documents/documentWeights.ts`)",
  "Pages of an issue are ordered by the sum of these points. Issues and pages of a document are ordered by the points of their mentions of it, open issues first.",
  constantsTable(ISSUE_PAGE_CONSTANTS),
  "## Findings about a request (`server/engines/review/reviewConstants.ts`)",
  "The people are ranked with the weights of reviewers; these numbers come on top.",
  constantsTable(REVIEW_CONSTANTS),
  table(["Mention", "Points"], Object.entries(MENTION_POINTS)),
];

/** The sections of the words of a report, and of the confidence. */
const wordsOfReport = (): string[] => [
  "## Words of a report (`server/engines/question/question.ts`)",
  constantsTable(QUESTION_WEIGHTS),
  "How certain it is that a word is a name of code (`server/engines/question/identifierWeights.ts`):",
  constantsTable(IDENTIFIER_CONSTANTS),
  "## Confidence of the first file (`server/engines/localize/confidence.ts`)",
  constantsTable(CONFIDENCE_CONSTANTS),
];

/** The page as it is checked in. */
export async function weightsPage(): Promise<string> {
  const files: readonly FileFeature[] = FILE_FEATURES;
  const text = [
    "# Weights of the rankers",
    "Printed by `npm run weights`; a test fails if it is out of date. A section is one of `docs/engines-measured.md`, an ADR one of `docs/adr/`.",
    "## Files of an issue (`server/engines/localize/fileFeatures.ts`)",
    "The sum of all features, each divided by its largest value of the question or its floor. A file without any evidence is left out.",
    table(
      ["Feature", "Weight", "Shown as", "Evidence", "Floor", "Measures", "Set by"],
      files.map(({ id, weight, reason, isEvidence, floor, about, source }) => [
        id,
        weight,
        reason,
        isEvidence ? "yes" : "",
        floor ? "yes" : "",
        about,
        source,
      ]),
    ),
    `The best function of the first files adds up to ${BEST_FUNCTION_POINTS} points (\`rankIssue.ts\`, ADR 0042). A file loses a share of its points by its kind:`,
    table(["Kind", "Share"], Object.entries(KIND_PENALTIES)),
    `For a report about pages or tests, ${REQUESTED_KIND_FACTOR} of that share. These and the constants are in \`server/engines/localize/localizeWeights.ts\`.`,
    constantsTable(FILE_CONSTANTS),
    ...wordsOfReport(),
    "## Functions of an issue (`server/engines/localize/listedFunctionFeatures.ts`)",
    table(
      ["Feature", "Weight", "Shown as", "Measures", "Set by"],
      FUNCTION_FEATURES.map(({ id, weight, reason, about, source }) => [id, weight, reason, about, source]),
    ),
    constantsTable(FUNCTION_CONSTANTS),
    "## People (`server/engines/experts/expertFeatures.ts`)",
    `The list of people: ${PEOPLE_SOURCE}. The lists of a role: ${ROLES_SOURCE}. Where a path is asked for, the points of work on the whole project are multiplied by the share in its files (ADR 0164).`,
    table(
      ["Feature", "People", "Fixer", "Reviewer", "Shown as", "Measures"],
      EXPERT_FEATURES.map(({ id, reason, about }) => [
        id,
        EXPERT_WEIGHTS[id],
        ROLE_WEIGHTS.fixer[id],
        ROLE_WEIGHTS.reviewer[id],
        reason,
        about,
      ]),
    ),
    constantsTable(EXPERT_CONSTANTS),
    "## Similar issues (`server/engines/similar/similarWeights.ts`)",
    "The weighted mean of the parts that the question can have; labels, code and time only add.",
    constantsTable(SIMILAR_WEIGHTS),
    constantsTable(SIMILAR_CONSTANTS),
    "## Labels of an issue (`server/engines/analyze/naiveBayes.ts`)",
    constantsTable(LABEL_CONSTANTS),
    "## Search (`server/engines/search/searchWeights.ts`)",
    table(
      ["Weight", "Value", "Does", "Set by"],
      Object.entries(SEARCH_WEIGHTS).map(([id, { weight, about, source }]) => [id, weight, about, source]),
    ),
    ...namesAndPages(),
  ].join("\n\n");
  return format(text, { ...(await resolveConfig(FILE)), parser: "markdown" });
}

if (import.meta.main) writeFileSync(FILE, await weightsPage());
