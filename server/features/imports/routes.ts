import { MINUTE_MS } from "../../../contract/durations.ts";
import { IMPORT_LIMITS } from "../../../contract/sources/importRules.ts";
import { actorOf } from "../../access/auditLog.ts";
import { createImportToken, readImportTokens, revokeImportToken } from "../../access/tokens/importTokens.ts";
import { projectFor } from "../../access/policy.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { updateCustomSource } from "../../db/tables/sources/customSources.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { applyBatch } from "./applyBatch.ts";
import { beginRun, endRun } from "./importRuns.ts";
import { createCustomSource, customSourceFor, importTokenFor, readCustomSource } from "./service.ts";

export interface ImportsDeps {
  readonly db: Db;
  readonly sync: Pick<SyncService, "request">;
  /** The installation's defaults. */
  readonly quotas: Quotas;
}

/** Limit of the batches of one source, for all callers together. */
const BATCH_RATE: Limits = {
  name: "imports",
  windowMs: MINUTE_MS,
  perAddress: null,
  perAccount: IMPORT_LIMITS.batches,
  refusal: message("import.rate", { max: IMPORT_LIMITS.batches }),
};

/** Custom sources: what importers send, and their tokens. */
export function mountImports(mount: RouteRegistrar, deps: ImportsDeps): void {
  const { db, sync, quotas } = deps;
  const limiter = new RateLimiter(db, BATCH_RATE);
  mount("createCustomSource", async ({ user, params, body, address }) => {
    const project = await projectFor(db, user, params.id, "sources.change");
    const id = await createCustomSource(deps, project, body, actorOf(user, address));
    await sync.request([id]);
    return readCustomSource(db, id);
  });
  mount("getImport", async ({ user, params }) => {
    await customSourceFor(db, user, params.itemId);
    return readCustomSource(db, params.itemId);
  });
  mount("keepImportMapping", async ({ user, params, body }) => {
    await customSourceFor(db, user, params.itemId);
    await updateCustomSource(db, params.itemId, { mapping: JSON.stringify(body) });
  });
  mount("importItems", async ({ user, params, body }) => {
    const { companyId } = await customSourceFor(db, user, params.itemId);
    await limiter.take("", params.itemId);
    const result = await applyBatch(db, { id: params.itemId, companyId }, body, quotas);
    if (!body.dry_run && result.new + result.changed + result.deleted > 0) await sync.request([params.itemId], false);
    return result;
  });
  mount("beginImportRun", async ({ user, params }) => {
    await customSourceFor(db, user, params.itemId);
    await beginRun(db, params.itemId);
    return readCustomSource(db, params.itemId);
  });
  mount("endImportRun", async ({ user, params, body, address }) => {
    const project = await customSourceFor(db, user, params.itemId);
    const source = { id: params.itemId, project: project.slug };
    const result = await endRun(db, source, body, actorOf(user, address));
    if (result.deleted > 0) await sync.request([params.itemId], false);
    return result;
  });
  mountImportTokens(mount, db);
}

function mountImportTokens(mount: RouteRegistrar, db: Db): void {
  mount("listImportTokens", async ({ user, params }) => {
    await customSourceFor(db, user, params.itemId);
    return readImportTokens(db, params.itemId);
  });
  mount("createImportToken", async ({ user, params, body, address }) => {
    const { slug } = await customSourceFor(db, user, params.itemId);
    return createImportToken(db, { id: params.itemId, project: slug }, user, body.name, actorOf(user, address));
  });
  mount("deleteImportToken", async ({ user, params, address }) => {
    await revokeImportToken(db, await importTokenFor(db, user, params.tokenId), actorOf(user, address));
  });
}
