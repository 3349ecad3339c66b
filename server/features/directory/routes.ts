import { actorOf } from "../../access/auditLog.ts";
import { requireCompany } from "../../access/policy.ts";
import { createScimToken, revokeScimToken } from "../../access/tokens/scimTokens.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { ScimDeps } from "./scimRoutes.ts";
import { readDirectory, removeMapping, setMapping } from "./directorySettings.ts";

/** A company's settings of its directory, for its Admins. */
export function mountDirectorySettings(mount: RouteRegistrar, deps: ScimDeps): void {
  const { db } = deps;
  mount("getDirectory", ({ user, params }) =>
    readDirectory(deps, requireCompany(user, params.id, "directory.read"), user),
  );
  mount("createDirectoryToken", ({ user, params, body, address }) =>
    createScimToken(db, requireCompany(user, params.id, "directory.change"), body, actorOf(user, address)),
  );
  mount("revokeDirectoryToken", ({ user, params, address }) =>
    revokeScimToken(db, requireCompany(user, params.id, "directory.change"), params.tokenId, actorOf(user, address)),
  );
  mount("setDirectoryMapping", ({ user, params, body, address }) =>
    setMapping(deps, requireCompany(user, params.id, "directory.change"), user, body, actorOf(user, address)),
  );
  mount("removeDirectoryMapping", ({ user, params, address }) =>
    removeMapping(
      deps,
      requireCompany(user, params.id, "directory.change"),
      user,
      params.mappingId,
      actorOf(user, address),
    ),
  );
}
