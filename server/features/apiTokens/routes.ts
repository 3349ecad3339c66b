import {
  type ApiTokenDeps,
  apiTokenOptions,
  createApiToken,
  currentApiToken,
  deleteApiToken,
  listApiTokens,
  rotateApiToken,
} from "../../access/tokens/apiTokens.ts";
import { actorOf } from "../../access/auditLog.ts";
import type { RouteRegistrar } from "../../http/router.ts";

/** The caller's personal tokens for the API. */
export function mountApiTokens(mount: RouteRegistrar, deps: ApiTokenDeps): void {
  const { db } = deps;
  mount("listApiTokens", ({ user }) => listApiTokens(db, user.id));
  mount("apiTokenOptions", ({ user }) => apiTokenOptions(db, user));
  mount("createApiToken", ({ user, body, address }) => createApiToken(deps, user, body, actorOf(user, address)));
  mount("rotateApiToken", ({ user, params, address }) =>
    rotateApiToken(db, user.id, params.tokenId, actorOf(user, address)),
  );
  mount("deleteApiToken", async ({ user, params, address }) => {
    await deleteApiToken(db, user.id, params.tokenId, actorOf(user, address));
  });
  mount("currentApiToken", ({ user }) => currentApiToken(db, user));
}
