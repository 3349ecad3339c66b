import type { Reason } from "../../../contract/issues/localization.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { Feature } from "../ranking/Feature.ts";
import type { Question } from "../question/question.ts";
import type { Feedback } from "./features/feedback.ts";
import type { TermEvidence } from "./TermEvidence.ts";

/** A value for every file: one array per repository of the index, in its order. */
export type FileValues = readonly Float32Array[];

/** One question over one index. */
export interface FileContext {
  readonly index: OpenedIndex;
  /** Its terms are cut to those that decide most. */
  readonly question: Question;
  /** With all its terms. */
  readonly report: Question;
  /** Seconds since 1970; history at or after it is not read. Null reads all of it. */
  readonly beforeSeconds: number | null;
  /** Verdicts of users on files of earlier answers in this project. */
  readonly feedback: readonly Feedback[];
}

/** A file of the answer whose reasons are explained. */
export interface ExplainedFile {
  /** Position of the repository in `index.code`, and document number of the file. */
  readonly member: number;
  readonly file: number;
  readonly evidence: TermEvidence;
}

/** What a reason rests on. */
export type ReasonEvidence = Partial<Pick<Reason, "terms" | "commits">>;

/**
 * One signal of the ranking of files, with all that is known of it. Its points are `weight` times its value, divided by the largest value of
 * the question or its floor.
 */
export interface FileFeature extends Feature {
  /** What its points are shown under. */
  readonly reason: Reason["code"];
  /** A file is in the answer only if a feature that is evidence has a value above 0 for it. */
  readonly isEvidence: boolean;
  /** Values are divided by no less than this; without it a single weak value would get all points. */
  readonly floor?: (context: FileContext) => number;
  /** A factor on the weight that depends on the question alone. */
  readonly factor?: (question: Question) => number;
  /** Values of all files; not negative, except for feedback. */
  readonly compute: (context: FileContext) => FileValues;
  /** The evidence of one file's points. The first feature with evidence for a reason explains it. */
  readonly explain?: (context: FileContext, explained: ExplainedFile) => ReasonEvidence;
}

/** A column of zeros for each repository. */
export const emptyValues = ({ code }: OpenedIndex): Float32Array[] =>
  code.map(({ files }) => new Float32Array(files.length));

/** Most words, names or paths that one reason lists. */
export const MAX_REASON_TERMS = 6;
