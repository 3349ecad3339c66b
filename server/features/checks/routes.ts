import type { CheckPreview, SourceChecks } from "../../../contract/requestChecks.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  countCheckRuns,
  deleteSourceChecks,
  findSourceChecks,
  listNewestRequests,
  upsertSourceChecks,
} from "../../db/tables/requestCheckRuns.ts";
import { lockSourceAccess } from "../../db/tables/sourceAccess.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { formatStored, message } from "../../messages/messages.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { requireRequest } from "../../project/requireRequest.ts";
import { requestRef, withRequestAddresses } from "../../project/requestRef.ts";
import { appServiceOf } from "../../sources/providers/connectorRegistry.ts";
import { projectWithSource } from "../sources/service.ts";
import { composeCheck } from "./composeCheck.ts";

/** Requests of a preview. */
const PREVIEWED = 10;

/** Whether requests of a source are reported on. */
export function mountSourceChecks(mount: RouteRegistrar, db: Db): void {
  mount("getSourceChecks", async ({ user, params }) => {
    await projectWithSource(db, user, params.itemId);
    return readChecks(db, params.itemId, user);
  });
  mount("chooseSourceChecks", async ({ user, params, body, address }) => {
    const project = await projectWithSource(db, user, params.itemId);
    const blocking = [...new Set(body.blocking)].toSorted();
    await db.transaction().execute(async (tx) => {
      const source = await lockSourceAccess(tx, project.id, params.itemId);
      if (!source) throw new NotFound(message("source.not_found"));
      const before = await findSourceChecks(tx, params.itemId);
      if (body.enabled) {
        if (source.app_installation_id === null || appServiceOf(source.provider) === undefined)
          throw new Conflict(message("checks.unsupported"));
        const { drafts } = body;
        const row = { source_id: params.itemId, blocking, drafts, language: user.language, enabled_by: user.id };
        await upsertSourceChecks(tx, row);
      } else if (before) await deleteSourceChecks(tx, params.itemId);
      else return;
      await recordAuditEvent(tx, actorOf(user, address), {
        action: "source.checks_changed",
        subject: { kind: source.kind, id: params.itemId, name: source.url },
        before: { project: project.slug, enabled: before !== undefined, blocking: before?.blocking ?? [] },
        after: { project: project.slug, enabled: body.enabled, blocking: body.enabled ? blocking : [] },
      });
    });
    return readChecks(db, params.itemId, user);
  });
}

async function readChecks(db: Db, sourceId: string, { language }: Principal): Promise<SourceChecks> {
  const [checks, counts] = await Promise.all([findSourceChecks(db, sourceId), countCheckRuns(db, sourceId)]);
  const countOf = (state: string): number => Number(counts.find((row) => row.state === state)?.count ?? 0);
  const failure = checks?.failure ?? null;
  return {
    enabled: checks !== undefined,
    blocking: [...(checks?.blocking ?? [])],
    drafts: checks?.drafts ?? true,
    reported: countOf("reported"),
    waiting: countOf("waiting"),
    failure: failure === null ? null : formatStored(failure, language),
  };
}

/** What would have been reported, in an engine thread. */
export function mountCheckPreview(mount: RouteRegistrar, deps: CommitDeps): void {
  const { db } = deps;
  mount("previewSourceChecks", async ({ user, params, log, signal }) => {
    const project = await projectWithSource(db, user, params.itemId);
    const previews: CheckPreview[] = [];
    for (const { id } of await listNewestRequests(db, params.itemId, PREVIEWED)) {
      const request = await requireRequest(db, project.id, id);
      const [ref] = (await withRequestAddresses(db, [request])).map(requestRef);
      const check = await composeCheck(deps, { project, request, language: user.language, log }, signal);
      if (ref) previews.push({ request: ref, ...check, findings: [...check.findings] });
    }
    return previews;
  });
}
