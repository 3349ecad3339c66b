import { MINUTE_MS } from "../../../contract/durations.ts";
import type { CheckPreview } from "../../../contract/requests/requestChecks.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import { listNewestRequests } from "../../db/tables/requests/requestCheckRuns.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { requireRequest } from "../../project/requireRequest.ts";
import { requestRef, withRequestAddresses } from "../../project/requestRef.ts";
import { projectWithSource } from "../sources/service.ts";
import { composeCheck } from "./composeCheck.ts";
import type { ReportAccessDeps } from "./reportAccess.ts";
import { changeChecks, readChecks } from "./service.ts";

/** Requests of a preview. */
const PREVIEWED = 10;
/** The host is asked whose account it is. */
const SETTINGS_LIMITS: Limits = {
  name: "check settings",
  windowMs: 10 * MINUTE_MS,
  perAddress: null,
  perAccount: 100,
  refusal: message("limit.requests"),
};

/** Whether requests of a source are reported on. */
export function mountSourceChecks(mount: RouteRegistrar, deps: ReportAccessDeps): void {
  const { db } = deps;
  const settings = new RateLimiter(db, SETTINGS_LIMITS);
  mount("getSourceChecks", async ({ user, params }) => {
    const project = await projectWithSource(db, user, params.itemId);
    return readChecks(db, project.id, params.itemId, user);
  });
  mount("chooseSourceChecks", async ({ user, params, body, address }) => {
    const project = await projectWithSource(db, user, params.itemId);
    await settings.take("", user.id);
    await changeChecks(deps, project, params.itemId, body, { user, address });
    return readChecks(db, project.id, params.itemId, user);
  });
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
      const { title, summary, findings } = await composeCheck(
        deps,
        { project, request, language: user.language, log },
        signal,
      );
      if (ref) previews.push({ request: ref, title, summary, findings: [...findings] });
    }
    return previews;
  });
}
