import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Localization } from "../../../contract/issues/localization.ts";
import { rankIssuePlaces } from "../localize/localize.ts";
import type { Feedback } from "../localize/features/feedback.ts";
import { readQuestion } from "../question/question.ts";
import { fileKeyOf } from "../similar/fixFiles.ts";
import { findSimilar } from "../similar/similar.ts";
import { classifyIssue } from "./classifyIssue.ts";
import { type IssueType, type Severity, severityOfLabel, typeOfLabel } from "./labels.ts";
import { labelModelsOf } from "./labelModels.ts";

/** An issue of the list that is analysed. */
export interface RowQuestion {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
}

/** What the list shows of one issue. */
export interface RowAnswer {
  readonly id: string;
  readonly type: IssueType | null;
  readonly severity: Severity | null;
  readonly likelyFiles: readonly string[];
  readonly confidence: Localization["confidence"];
  readonly similar: number;
}

const MAX_FILES = 3;
const MAX_SIMILAR = 50;

/** Summary of the assistance screen: likely files, type, severity and number of similar issues. */
export function rowAnalysis(index: OpenedIndex, issue: RowQuestion, feedback: readonly Feedback[]): RowAnswer {
  const { id, title, body, labels, createdAtMs } = issue;
  const { places, confidence } = rankIssuePlaces(index, { title, body, beforeMs: createdAtMs, feedback }, MAX_FILES);
  const best = places[0]?.score ?? 1;
  const files = new Map(places.map(({ repository, path, score }) => [fileKeyOf(repository, path), score / best]));
  const question = readQuestion(title, body);
  const models = index.issues && labelModelsOf(index.issues);
  const type = models
    ? classifyIssue(index, models.type, question, labels).value
    : (labels.map(typeOfLabel).find(Boolean) ?? null);
  const severity = models
    ? classifyIssue(index, models.severity, question, labels).value
    : (labels.map(severityOfLabel).find(Boolean) ?? null);
  return {
    id,
    // What a model learned is one of the values that its labels stand for.
    type: type as IssueType | null,
    severity: severity as Severity | null,
    likelyFiles: places.map(({ path }) => path),
    confidence,
    similar: findSimilar(index, { title, body, labels, createdAtMs, self: id, files }, MAX_SIMILAR).length,
  };
}
