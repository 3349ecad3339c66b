import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import type { SegmentReader } from "../../../index/segment/segment.ts";
import { normalizeIdentifier } from "../../../index/text/normalizeText.ts";
import { MAX_TOKEN_LENGTH, scanTokens } from "../../../index/text/tokenize.ts";
import { type AcceptedDocuments, intersectAccepted, uniteAccepted } from "../acceptedDocuments.ts";
import type { Pattern } from "./compilePattern.ts";
import type { PatternToken } from "./patternTokens.ts";
import { MIN_LITERAL_LENGTH } from "./requiredLiterals.ts";
import { eachTermContaining } from "./termScan.ts";

/**
 * Documents in which a pattern can match, by the terms of the index: those with terms for all pieces of one of its alternatives. Null
 * when the pattern requires no terms.
 */
export function documentsForPattern(group: MultiSegmentReader, pattern: Pattern): AcceptedDocuments[] | null {
  const alternatives = pattern.names ?? tokensOfLiterals(pattern.literals);
  return alternatives && group.members.map(({ segment }) => documentsWithTokens(segment, alternatives));
}

function documentsWithTokens(
  segment: SegmentReader,
  alternatives: readonly (readonly PatternToken[])[],
): AcceptedDocuments {
  const accepted = new Uint8Array(segment.documents);
  for (const tokens of alternatives) {
    const all = new Uint8Array(segment.documents).fill(1);
    for (const token of tokens) intersectAccepted(all, documentsWithToken(segment, token));
    uniteAccepted(accepted, all);
  }
  return accepted;
}

function documentsWithToken(segment: SegmentReader, { literal, test }: PatternToken): AcceptedDocuments {
  const accepted = new Uint8Array(segment.documents);
  eachTermContaining(segment, literal, (term) => {
    if (test && !test.test(segment.term(term))) return;
    segment.eachDocument(term, (document) => {
      accepted[document] = 1;
    });
  });
  return accepted;
}

/** The longest token of each literal; null where one of them has none that the index keeps. */
function tokensOfLiterals(literals: readonly string[]): PatternToken[][] | null {
  const longest = literals.map(longestToken);
  const isIndexed = longest.every(({ length }) => length >= MIN_LITERAL_LENGTH && length <= MAX_TOKEN_LENGTH);
  return longest.length > 0 && isIndexed ? longest.map((literal) => [{ literal, test: null }]) : null;
}

function longestToken(literal: string): string {
  let longest = "";
  scanTokens(literal, (token) => {
    const bare = normalizeIdentifier(token.replaceAll(/^[_$]+|[_$]+$/g, ""));
    if (bare.length > longest.length) longest = bare;
  });
  return longest;
}
