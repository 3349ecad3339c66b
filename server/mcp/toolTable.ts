import type { Tool as OfferedTool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Tool } from "./Tool.ts";
import { getDocument, getFile } from "./tools/fileTools.ts";
import { connected } from "./tools/graphTools.ts";
import { getIssue, listIssues, similarIssues } from "./tools/issueTools.ts";
import { localizeIssue, recommendExperts } from "./tools/localizeTools.ts";
import { insights, projectInfo } from "./tools/overviewTools.ts";
import { findSymbol, search, searchDocuments } from "./tools/searchTools.ts";

/** All that an agent can do here. At most thirteen, and none of them changes anything. */
export const TOOLS: readonly Tool[] = [
  search,
  getIssue,
  listIssues,
  localizeIssue,
  recommendExperts,
  similarIssues,
  getFile,
  findSymbol,
  getDocument,
  searchDocuments,
  insights,
  projectInfo,
  connected,
];

/** As the protocol lists them; made once, for a server is made for each request. */
export const OFFERED: readonly OfferedTool[] = TOOLS.map(({ name, title, description, input }) => {
  const schema: Record<string, unknown> = z.toJSONSchema(input, { io: "input", target: "draft-2020-12" });
  delete schema["$schema"];
  return {
    name,
    description,
    inputSchema: { ...schema, type: "object" as const },
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
});
