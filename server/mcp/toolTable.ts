/** All tools, and their definitions as the protocol lists them. */
import type { Tool as OfferedTool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Tool } from "./Tool.ts";
import { getCommit } from "./tools/commitTool.ts";
import { listDirectory } from "./tools/directoryTool.ts";
import { findDefinition, findReferences } from "./tools/codeTools.ts";
import { compare } from "./tools/compareTool.ts";
import { getDocument, getFile } from "./tools/fileTools.ts";
import { connectedTool } from "./tools/graphTools.ts";
import { grep } from "./tools/grepTool.ts";
import { blame, log } from "./tools/historyTools.ts";
import { getIssue, listIssues, similarIssuesTool } from "./tools/issueTools.ts";
import { localizeIssue } from "./tools/localizeTool.ts";
import { recommendExperts } from "./tools/expertsTool.ts";
import { insightsTool } from "./tools/insightsTool.ts";
import { projectInfo } from "./tools/projectInfoTool.ts";
import { getRequest } from "./tools/requestTools.ts";
import { reviewRequestTool } from "./tools/reviewTool.ts";
import { createIssueTool } from "./tools/createIssueTool.ts";
import {
  addComment,
  assignIssue,
  changeLabels,
  changeMilestone,
  changeState,
  linkDuplicate,
  setPriority,
} from "./tools/writeTools.ts";
import { findSymbol, searchTool, searchDocuments } from "./tools/searchTools.ts";

/** What every agent can do; none of them changes anything. */
export const TOOLS: readonly Tool[] = [
  searchTool,
  getIssue,
  listIssues,
  localizeIssue,
  recommendExperts,
  similarIssuesTool,
  getFile,
  findSymbol,
  findDefinition,
  findReferences,
  grep,
  listDirectory,
  getCommit,
  getRequest,
  reviewRequestTool,
  compare,
  blame,
  log,
  getDocument,
  searchDocuments,
  insightsTool,
  projectInfo,
  connectedTool,
];

/** What an agent can do besides with a token that may change issues. */
export const WRITE_TOOLS: readonly Tool[] = [
  addComment,
  changeLabels,
  assignIssue,
  changeMilestone,
  setPriority,
  changeState,
  linkDuplicate,
  createIssueTool,
];

function schemaOf(schema: z.ZodObject, io: "input" | "output"): OfferedTool["inputSchema"] {
  const jsonSchema: Record<string, unknown> = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    override: ({ jsonSchema }) => {
      // These parts allow everything that is allowed without them, and all descriptions together have a limit of size.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { additionalProperties: others } = jsonSchema;
      // Entries of an answer may get further fields.
      if (io === "output" || (typeof others === "object" && Object.keys(others).length === 0))
        delete jsonSchema.additionalProperties;
    },
  });
  delete jsonSchema["$schema"];
  return { ...jsonSchema, type: "object" as const };
}

const definitionOf = ({ name, title, description, input, output, writes }: Tool): OfferedTool => ({
  name,
  description,
  inputSchema: schemaOf(input, "input"),
  outputSchema: schemaOf(output, "output"),
  annotations: writes
    ? // The key of a change makes the same call again harmless; a tracker is outside of this server.
      { title, readOnlyHint: false, destructiveHint: writes.isDestructive, idempotentHint: true, openWorldHint: true }
    : { title, readOnlyHint: true, openWorldHint: false },
});

/** As the protocol lists them; made once, for a server is made for each request. */
export const TOOL_DEFINITIONS: readonly OfferedTool[] = TOOLS.map(definitionOf);
export const WRITE_TOOL_DEFINITIONS: readonly OfferedTool[] = WRITE_TOOLS.map(definitionOf);
