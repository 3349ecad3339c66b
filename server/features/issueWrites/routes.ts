import type { RouteRegistrar } from "../../http/router.ts";
import { type IssueWritesDeps, readIssueActions, writeIssue } from "./service.ts";

/** What members do to issues at their trackers. */
export function mountIssueWrites(mount: RouteRegistrar, deps: IssueWritesDeps): void {
  mount("issueActions", async ({ user, params }) => readIssueActions(deps, user, params.id, params.issueId));
  mount("writeIssue", async ({ user, params, body, address }) =>
    writeIssue(deps, user, address, { slug: params.id, id: params.issueId, body }),
  );
}
