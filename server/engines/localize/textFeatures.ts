import { CODE_DEFINITIONS, CODE_FIELDS } from "../../index/codeDocument.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";
import type { Question } from "../report/question.ts";
import type { FileValues } from "./weights.ts";

const DEFINITIONS_ONLY = CODE_FIELDS.map((_, field) => (field === CODE_DEFINITIONS ? 1 : 0));

/** Whole files against the words of the issue. */
export function textFeatures(
  index: OpenedIndex,
  question: Question,
): Record<"words" | "definitions" | "title" | "titleDefinitions", FileValues> {
  const { codeGroup } = index;
  return {
    words: codeGroup.score(question.terms),
    definitions: codeGroup.score(question.terms, DEFINITIONS_ONLY),
    title: codeGroup.score(question.titleTerms),
    titleDefinitions: codeGroup.score(question.titleTerms, DEFINITIONS_ONLY),
  };
}
