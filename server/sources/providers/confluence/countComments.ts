import type { HostCount } from "../../connector/ledgerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import type { ConfluenceComments } from "./ConfluenceComments.ts";
import { SEARCH_REFUSALS } from "./confluenceRestrictions.ts";

/**
 * Counts the comments of a wiki by the page that each is on, because those on pages that are left out are counted apart.
 * @param maxCalls lists that may be read
 */
export async function countComments(
  comments: ConfluenceComments,
  maxCalls: number,
  signal: AbortSignal,
): Promise<HostCount> {
  const pageOf = new Map<string, string>();
  let calls = 0;
  let isCut = maxCalls <= 0;
  try {
    if (!isCut)
      for await (const entries of comments.entries(null, signal)) {
        calls += 1;
        // One more than may be read shows whether the list ends here.
        isCut = calls > maxCalls;
        if (isCut) break;
        for (const { externalId, pageId } of entries) pageOf.set(externalId, pageId);
      }
  } catch (error) {
    if (!(error instanceof SourceError) || !SEARCH_REFUSALS.has(error.code)) throw error;
    return { kind: "comments", count: null, precision: "exact" };
  }
  const byPage = new Map<string, number>();
  for (const page of pageOf.values()) byPage.set(page, (byPage.get(page) ?? 0) + 1);
  return { kind: "comments", count: pageOf.size, precision: isCut ? "at_least" : "exact", byPage };
}
