/** Personal API tokens at the API (`Authorization: Bearer`): each opens the calls of its scope, in its projects. */
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { allowsScope } from "../../contract/access/tokenScopes.ts";
import { findApiTokenCaller, isApiToken } from "../access/tokens/apiTokens.ts";
import { agentLimits } from "../access/tokens/mcpUsage.ts";
import { RateLimiter } from "../access/limits/RateLimiter.ts";
import type { Db } from "../db/openDb.ts";
import { Forbidden, NotFound } from "../errors.ts";
import { message } from "../messages/messages.ts";
import type { McpTokenAuth } from "./mcpTokenAuth.ts";

/** Lets personal tokens in, and leaves other tokens to the next. @param callsPerMinute of one token */
export function withApiTokens(db: Db, callsPerMinute: number, next: McpTokenAuth): McpTokenAuth {
  const limiter = new RateLimiter(db, { ...agentLimits(callsPerMinute), name: "api-tokens" });
  return async (secret, name, params, query, client) => {
    if (!isApiToken(secret)) return next(secret, name, params, query, client);
    const who = await findApiTokenCaller(db, secret, client);
    await limiter.take("", who.tokenId);
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.scope === undefined) throw new Forbidden(message("api_token.never"));
    if (!allowsScope(who.scope, endpoint.scope)) throw new Forbidden(message("api_token.scope"));
    if (who.projects !== null && name !== "currentApiToken")
      requireProjects(who.projects, projectsOf(endpoint, params, query));
    return { caller: who.caller, counted: () => undefined };
  };
}

/** @param named undefined for a call that is about no project */
function requireProjects(opened: readonly string[], named: readonly unknown[] | undefined): void {
  if (named === undefined) throw new Forbidden(message("api_token.limited"));
  // Another user's project and one that does not exist get the same answer.
  if (named.length === 0 || named.some((slug) => typeof slug !== "string" || !opened.includes(slug)))
    throw new NotFound(message("token.project_not_allowed"));
}

/**
 * The projects that a call is about: `:id` in its path, or `project` of its query. Undefined for a call that names none by its schema: it may
 * answer from every project of its caller. So does a search of all projects, whose words can name others than its parameter.
 */
function projectsOf(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  query: unknown,
): readonly unknown[] | undefined {
  if (/^(?:projects|code)\/:id\//.test(endpoint.path)) return [params["id"]];
  if (endpoint.path.startsWith("search/") || !namesProject(endpoint)) return undefined;
  const project = typeof query === "object" && query !== null && "project" in query ? query.project : undefined;
  return project === undefined ? [] : [project].flat();
}

const namesProject = ({ query }: Endpoint): boolean => {
  const shape: unknown = query && "shape" in query ? query.shape : undefined;
  return typeof shape === "object" && shape !== null && "project" in shape;
};
