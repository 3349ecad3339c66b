/**
 * Tokens for agents at the API (`Authorization: Bearer`): editors and scripts read what the MCP server reads, as data. Such a token opens
 * the reading calls of its projects and nothing else, regardless of its owner's rights.
 */
import { type Endpoint, type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { findMcpPrincipal, isMcpTokenExpired } from "../access/tokens/mcpTokens.ts";
import { agentLimits, type McpCall } from "../access/tokens/mcpUsage.ts";
import { requireFeature } from "../access/limits/planLimits.ts";
import { RateLimiter } from "../access/limits/RateLimiter.ts";
import type { Client, Principal } from "../access/sessions/sessions.ts";
import type { Db } from "../db/openDb.ts";
import { Forbidden, NotFound, Unauthorized } from "../errors.ts";
import { message } from "../messages/messages.ts";

export interface McpTokenAuthOptions {
  readonly db: Db;
  /** Calls of one token, over MCP and the API. */
  readonly callsPerMinute: number;
  readonly count: (tokenId: string, call: McpCall) => void;
}

export interface McpTokenCall {
  readonly caller: Principal;
  /** Writes the use down, once the answer is known. */
  readonly counted: (call: McpCall) => void;
}
/** @throws Unauthorized, TooMany, Forbidden beyond reading, PlanRequired beyond the plan, NotFound for a project that the token does not open */
export type McpTokenAuth = (
  secret: string,
  name: EndpointName,
  params: Readonly<Record<string, string>>,
  query: unknown,
  client: Client,
) => Promise<McpTokenCall>;

export function createMcpTokenAuth({ db, callsPerMinute, count }: McpTokenAuthOptions): McpTokenAuth {
  const limiter = new RateLimiter(db, agentLimits(callsPerMinute));
  return async (secret, name, params, query, { address }) => {
    const who = await findMcpPrincipal(db, secret, new Date(), address);
    if (!who) {
      throw new Unauthorized((await isMcpTokenExpired(db, secret)) ? message("token.expired") : message("token.wrong"));
    }
    const counted = (call: McpCall): void => count(who.tokenId, call);
    try {
      await limiter.take("", who.tokenId);
      requireFeature(who.caller, "mcp");
      if (!endpoints[name].agents) throw new Forbidden(message("token.read_only"));
      const project = projectOf(name, params, query);
      if (project !== null && !who.projects.some(({ slug }) => slug === project)) {
        // Another user's project and one that does not exist get the same message.
        throw new NotFound(message("token.project_not_allowed"));
      }
    } catch (error) {
      counted({ tokens: 0, failed: true });
      throw error;
    }
    return { caller: who.caller, counted };
  };
}

/** The project that a call is about: `:id` in its path, or its query; null for the one about the token itself. */
function projectOf(name: EndpointName, params: Readonly<Record<string, string>>, query: unknown): unknown {
  const endpoint: Endpoint = endpoints[name];
  if (endpoint.path.includes("/:id/")) return params["id"];
  if (!endpoint.query) return null;
  return typeof query === "object" && query !== null && "project" in query ? query.project : undefined;
}
