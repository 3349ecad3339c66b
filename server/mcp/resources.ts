/** Issues, files and pages by address: `clew://project/<slug>/issue/<key>`, `…/file/<source>/<path>`, `…/page/<source>/<path>`. */
import type { ListResourcesResult, Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js";
import { mapConcurrent } from "../concurrency.ts";
import { toolRefusal } from "./toolErrors.ts";
import type { RequestScope } from "./RequestScope.ts";
import { DEFAULT_TOKENS, tokensOf } from "./tokenBudget.ts";
import { plainKey } from "./untrusted.ts";
import type { Tool } from "./Tool.ts";
import { getDocument, getFile } from "./tools/fileTools.ts";
import { getIssue } from "./tools/issueTools.ts";
import { projectInfo } from "./tools/projectInfoTool.ts";

const MARKDOWN = "text/markdown";
/** Issues of each project that a list begins with. */
const MAX_LISTED_ISSUES = 10;
const MAX_LISTED_PROJECTS = 10;
/** Projects that are read at a time. */
const CONCURRENCY = 4;
/** Tokens of one list, its cursor not counted. */
const LIST_TOKENS = DEFAULT_TOKENS - 20;

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    name: "issue",
    uriTemplate: "clew://project/{project}/issue/{issue}",
    description: "An issue by key or id",
    mimeType: MARKDOWN,
  },
  {
    name: "file",
    uriTemplate: "clew://project/{project}/file/{source}/{+path}",
    description: "A file of a repository",
    mimeType: "text/plain",
  },
  {
    name: "page",
    uriTemplate: "clew://project/{project}/page/{source}/{+path}",
    description: "A page of a wiki",
    mimeType: MARKDOWN,
  },
];

/** The projects of the token, and what has changed last in them. Everything else is found by the tools. */
export async function listResources(scope: RequestScope, cursor = "0"): Promise<ListResourcesResult> {
  if (!/^\d{1,6}$/.test(cursor)) throw toolRefusal("invalid_arguments", "cursor: No list gave it.");
  const listed = scope.slugs.slice(0, MAX_LISTED_PROJECTS);
  const issues = await mapConcurrent(listed, CONCURRENCY, async (slug): Promise<Resource[]> => {
    const { results } = await scope.project(slug).invoke("listIssues", { query: { limit: MAX_LISTED_ISSUES } });
    return results.map(({ id, key, state, updated_at: at }) => ({
      uri: `clew://project/${slug}/issue/${encodeURIComponent(id)}`,
      // Titles are untrusted text, and a list has no field that marks them.
      name: `${slug} ${plainKey(key)}`,
      description: `Issue, ${state}, updated ${at}`,
      mimeType: MARKDOWN,
    }));
  });
  const projects = scope.slugs.map((slug) => ({
    uri: `clew://project/${slug}`,
    name: slug,
    description: "Sources of the project and how fresh they are",
    mimeType: MARKDOWN,
  }));
  return pageOf([...projects, ...issues.flat()], Number(cursor));
}

/** As many of a list as fit into the limit together, from one place of it. */
function pageOf(all: readonly Resource[], from: number): ListResourcesResult {
  let tokens = 0;
  const rest = all.slice(from);
  const end = rest.findIndex((row) => (tokens += tokensOf(JSON.stringify([row]))) > LIST_TOKENS);
  return end === -1 ? { resources: rest } : { resources: rest.slice(0, end), nextCursor: String(from + end) };
}

/** The tool that reads the resource of an address, and its arguments. @throws ToolRefusal for an address of another form */
export function toolOfResource(uri: string): {
  readonly tool: Tool;
  readonly args: Record<string, string>;
  readonly type: string;
} {
  const match = /^clew:\/\/project\/([^/?#]+)(?:\/(issue|file|page)\/([^?#]+))?$/.exec(uri);
  const [, slug = "", kind, rest = ""] = match ?? [];
  if (!match)
    throw toolRefusal(
      "not_found",
      "There is no such resource. Addresses begin with clew://project/<slug>/issue, /file or /page.",
    );
  const project = decode(slug);
  if (kind === undefined) return { tool: projectInfo, args: { project }, type: MARKDOWN };
  if (kind === "issue") return { tool: getIssue, args: { project, issue: decode(rest) }, type: MARKDOWN };
  const cut = rest.indexOf("/");
  if (cut < 1 || cut === rest.length - 1) throw toolRefusal("not_found", "The address needs a source and a path.");
  const args = { project, source: decode(rest.slice(0, cut)), path: decode(rest.slice(cut + 1)) };
  return kind === "file" ? { tool: getFile, args, type: "text/plain" } : { tool: getDocument, args, type: MARKDOWN };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw toolRefusal("not_found", "The address is not encoded as addresses are.");
  }
}
