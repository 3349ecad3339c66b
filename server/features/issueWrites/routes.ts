import type { RouteRegistrar } from "../../http/router.ts";
import { type IssueWritesDeps, readIssueActions, writeIssue } from "./service.ts";
import { createWriteLimits } from "./writeLimits.ts";

/** What members do to issues at their trackers. */
export function mountIssueWrites(mount: RouteRegistrar, deps: IssueWritesDeps): void {
  const limits = createWriteLimits(deps.db);
  mount("issueActions", async ({ user, params }) =>
    limits.read(user.id, () => readIssueActions(deps, user, params.id, params.issueId)),
  );
  mount("writeIssue", async ({ user, params, body, address }) =>
    limits.write(user.id, () => writeIssue(deps, user, address, { slug: params.id, id: params.issueId, body })),
  );
}
