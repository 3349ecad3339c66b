import { termsOf } from "../../../index/text/tokenize.ts";
import { memoize } from "../../../memoize.ts";
import type { FunctionContext, FunctionFeature } from "../FunctionFeature.ts";
import { FUNCTION_CONSTANTS } from "../localizeWeights.ts";

const namesOf = memoize(({ question }: FunctionContext) => ({
  terms: new Set(question.terms.map(({ term }) => term)),
  identifiers: new Map(question.identifiers.map(({ fullTerm, certainty }) => [fullTerm, certainty])),
  qualified: new Map(
    question.qualified.map(({ owner, name, certainty }) => [`${owner}.${name}`.toLowerCase(), certainty]),
  ),
}));

export const nameOverlap = {
  id: "nameOverlap",
  weight: 0.25,
  about: "share of the words of its name that the issue contains",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "definition",
  compute: ({ inFile, nameTerms: { stems } }) => {
    const { terms } = namesOf(inFile.context);
    return stems.length === 0 ? 0 : stems.filter((stem) => terms.has(stem)).length / stems.length;
  },
  explain: (_, { name }) => ({ terms: [name] }),
} as const satisfies FunctionFeature;

export const exactName = {
  id: "exactName",
  weight: 0.65,
  about: "the issue names the function; the full weight requires its class as well",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "identifier",
  compute: ({ inFile, row, nameTerms }) => {
    const { identifiers } = namesOf(inFile.context);
    const certainty = identifiers.get(nameTerms.fullTerm) ?? 0;
    if (certainty === 0) return 0;
    const isClassNamed = row.container !== "" && identifiers.has(termsOf(row.container).fullTerm);
    return certainty * (isClassNamed ? 1 : FUNCTION_CONSTANTS.withoutClass.value);
  },
  explain: ({ question }, { name }) => ({ terms: question.identifiers.length > 0 ? [name] : [] }),
} as const satisfies FunctionFeature;

export const qualifiedName = {
  id: "qualified",
  weight: 0.45,
  about: "the issue names the function with its class in front",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "identifier",
  compute: ({ inFile, row }) =>
    namesOf(inFile.context).qualified.get(`${row.container}.${row.name}`.toLowerCase()) ?? 0,
} as const satisfies FunctionFeature;
