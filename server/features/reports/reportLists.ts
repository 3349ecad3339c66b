/** Rows of lists of results, pages and commits in a report. */
import { appPath, type PageTarget } from "../../../contract/addresses/pageAddress.ts";
import { isWikiPage } from "../../../contract/documents/isWikiPage.ts";
import type { CardContent, ListedResult } from "../../../contract/insights/cardContents.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import type { ReportCardRow, ReportRows } from "./reportContent.ts";

type ListContent = Extract<CardContent, { kind: "results" | "documents" | "commits" }>;

/** @param project the slug of the card's project; null: several */
export function listedRows(content: ListContent, project: string | null, max: number): ReportRows {
  switch (content.kind) {
    case "results":
      return {
        of: "search",
        count: content.count,
        isCapped: content.capped,
        rows: content.results.slice(0, max).map((result) => ({
          text: result.title,
          path: appPath(result.project.slug, targetOf(result)),
          note: joined([result.path === result.title ? null : result.path, project === null && result.project.name]),
        })),
      };
    case "documents":
      return {
        of: "documents",
        count: content.count,
        isCapped: content.capped,
        rows: content.results.slice(0, max).map((page) => ({
          text: project === null ? `${page.project.name}: ${page.name}` : page.name,
          path: appPath(page.project.slug, { kind: "page", source: page.source, path: page.path }),
          note: page.stale_references === null ? "" : { outdated: page.stale_references },
        })),
      };
    case "commits":
      return {
        of: "commits",
        count: content.count ?? content.results.length,
        isCapped: content.capped || content.count === null,
        rows: content.results.slice(0, max).map((commit): ReportCardRow => ({
          text: commit.title,
          path: `/projects/${commit.project.slug}/commits/${commit.hash}`,
          note: joined([shortHash(commit.hash), commit.author, project === null && commit.project.name]),
        })),
      };
  }
}

const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(", ");

/** The page of a result, as the app links it. */
function targetOf(result: ListedResult): PageTarget {
  const { kind, id, title, source, path, line, hash, address } = result;
  if (kind === "issue") return { kind, id: address ?? id, key: title };
  if (kind === "request") return { kind, id: address ?? id };
  if (kind === "person") return { kind, id, name: title };
  if (kind === "commit" && hash !== null && source !== null) return { kind, hash, source };
  if (source === null || path === null) return { kind: "none" };
  if (isWikiPage(result)) return { kind: "page", source, path };
  return { kind: "file", source, path, line, ...(hash !== null && { revision: hash }) };
}
