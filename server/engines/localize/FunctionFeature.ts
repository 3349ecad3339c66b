import type { Reason } from "../../../contract/issues/localization.ts";
import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import type { termsOf } from "../../index/text/tokenize.ts";
import type { SymbolRow } from "../../index/tables/symbolTable.ts";
import type { Feature } from "../ranking/Feature.ts";
import type { Question } from "../question/question.ts";
import type { ReasonEvidence } from "./FileFeature.ts";
import type { RankedFunction } from "./functions.ts";
import type { RankedFile, Ranking } from "./rankFiles.ts";

/** One question over the functions of the best files. */
export interface FunctionContext {
  readonly index: OpenedIndex;
  readonly question: Question;
  readonly ranking: Ranking;
  /** The files whose functions are ranked, best first. */
  readonly best: readonly RankedFile[];
  /** Seconds since 1970; history at or after it is not read. Null reads all of it. */
  readonly beforeSeconds: number | null;
}

/** One of the best files, for values that all its functions share. */
export interface FunctionFile {
  readonly context: FunctionContext;
  readonly ranked: RankedFile;
  readonly code: OpenedCode;
  /** Position of the repository in the scores of `index.chunkGroup`. */
  readonly chunkMember: number;
}

export interface FunctionCandidate {
  readonly inFile: FunctionFile;
  /** Number in the symbol table, and the row. */
  readonly symbol: number;
  readonly row: SymbolRow;
  /** The words of its name, which two features read. */
  readonly nameTerms: ReturnType<typeof termsOf>;
  /** Numbers of its chunks in the chunk table. */
  readonly chunks: readonly number[];
  /** Score of the file divided by the best score, 0 to 1; 0 until the order of the files is final. */
  readonly relativeFileScore: number;
}

/** One signal of the ranking of functions, with all that is known of it. */
export interface FunctionFeature extends Feature {
  /** What its points are shown under. */
  readonly reason: Reason["code"];
  /** Values are divided by the largest of the question or by this floor; without it they are 0 to 1 already. */
  readonly floor?: number;
  readonly compute: (candidate: FunctionCandidate) => number;
  /** The evidence of the points. The first feature with evidence for a reason explains it. */
  readonly explain?: (
    context: Pick<FunctionContext, "index" | "question">,
    candidate: RankedFunction,
  ) => ReasonEvidence;
}
