import { actorOf } from "../../access/auditLog.ts";
import {
  createMcpToken,
  currentMcpToken,
  deleteMcpToken,
  listMcpTokens,
  mcpProjectOptions,
  rotateMcpToken,
} from "../../access/tokens/mcpTokens.ts";
import { readMcpUsage, testMcpToken } from "../../access/tokens/mcpUsage.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";

/** The caller's tokens for MCP clients. */
export function mountMcpTokens(mount: RouteRegistrar, db: Db): void {
  mount("listMcpTokens", ({ user }) => listMcpTokens(db, user.id));
  mount("createMcpToken", ({ user, body, address }) => createMcpToken(db, user.id, body, actorOf(user, address)));
  mount("deleteMcpToken", async ({ user, params, address }) => {
    await deleteMcpToken(db, user.id, params.id, actorOf(user, address));
  });
  mount("rotateMcpToken", ({ user, params, address }) =>
    rotateMcpToken(db, user.id, params.id, actorOf(user, address)),
  );
  mount("mcpTokenUsage", ({ user, params }) => readMcpUsage(db, user.id, params.id));
  mount("testMcpToken", ({ user, params }) => testMcpToken(db, user.id, params.id));
  mount("currentMcpToken", ({ user }) => currentMcpToken(db, user.id, user.sessionHash));
  mount("mcpProjectOptions", ({ user }) => mcpProjectOptions(db, user.id));
}
