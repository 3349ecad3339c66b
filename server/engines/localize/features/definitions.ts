import { CODE_DEFINITIONS, CODE_FIELDS } from "../../../index/build/codeDocument.ts";
import type { FileFeature } from "../FileFeature.ts";

const DEFINITIONS_ONLY = CODE_FIELDS.map((_, field) => (field === CODE_DEFINITIONS ? 1 : 0));

export const definitions = {
  id: "definitions",
  weight: 0.3,
  about: "BM25 of title and body over the names that the file defines",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "definition",
  isEvidence: false,
  compute: ({ index, question }) => index.codeGroup.score(question.terms, DEFINITIONS_ONLY),
  explain: (_, { evidence, ...ranked }) => ({ terms: evidence.words(ranked, true) }),
} as const satisfies FileFeature;

export const titleDefinitions = {
  id: "titleDefinitions",
  weight: 0.25,
  about: "BM25 of the title over the names that the file defines",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "definition",
  isEvidence: false,
  compute: ({ index, question }) => index.codeGroup.score(question.titleTerms, DEFINITIONS_ONLY),
} as const satisfies FileFeature;
