/** Import tokens at the API (`Authorization: Bearer`): each opens the importing calls of its own source and nothing else. */
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { findImportPrincipal, isImportToken } from "../access/tokens/importTokens.ts";
import type { Db } from "../db/openDb.ts";
import { Forbidden, NotFound, Unauthorized } from "../errors.ts";
import { message } from "../messages/messages.ts";
import type { McpTokenAuth } from "./mcpTokenAuth.ts";

/** Lets import tokens in, and leaves other tokens to those for agents. */
export function withImportTokens(db: Db, agents: McpTokenAuth): McpTokenAuth {
  return async (secret, name, params, query, client) => {
    if (!isImportToken(secret)) return agents(secret, name, params, query, client);
    const who = await findImportPrincipal(db, secret, client.address);
    if (!who) throw new Unauthorized(message("import.token_wrong"));
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.imports !== true) throw new Forbidden(message("import.token_only"));
    // Another source and one that does not exist get the same answer.
    if (params["itemId"] !== who.sourceId) throw new NotFound(message("source.not_found"));
    return { caller: who.caller, counted: () => undefined };
  };
}
