/** One server of the generations with a handshake (to 2025-11-25), for one request of one token. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { CAPABILITIES, SERVER_INFO, type McpAnswers } from "./McpAnswers.ts";

export function createMcpServer(answers: McpAnswers): McpServer {
  const mcp = new McpServer(SERVER_INFO, { instructions: answers.instructions() });
  const { server } = mcp;
  server.registerCapabilities(CAPABILITIES);
  server.setRequestHandler(ListToolsRequestSchema, () => answers.listTools());
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => answers.callTool(params, signal));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => answers.listTemplates());
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { signal }) =>
    answers.listResources(params ?? {}, signal),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { signal }) => answers.readResource(params, signal));
  server.setRequestHandler(ListPromptsRequestSchema, () => answers.listPrompts());
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { signal }) => answers.getPrompt(params, signal));
  return mcp;
}
