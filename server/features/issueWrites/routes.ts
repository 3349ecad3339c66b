import type { RouteRegistrar } from "../../http/router.ts";
import { createIssue, readNewIssueForm } from "./createIssue.ts";
import { type IssueWritesDeps, readIssueActions, writeIssue } from "./service.ts";
import { discardWrite, holdWrites, readStoredWrites, retryWrite, undoWrites } from "./storedWrites.ts";
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
  mount("newIssueForm", async ({ user, query }) =>
    limits.read(user.id, () => readNewIssueForm(deps, user, query.project, query.tracker)),
  );
  mount("createIssue", async ({ user, params, body, address }) =>
    limits.write(user.id, () => createIssue(deps, user, address, params.id, body)),
  );
  mount("holdWrites", async ({ user, params, body, address }) =>
    limits.hold(user.id, () => holdWrites(deps, user, address, params.id, body)),
  );
  mount("listStoredWrites", async ({ user, query }) => readStoredWrites(deps.db, user, query.project, query.issue));
  mount("undoWrites", async ({ user, params, body }) => undoWrites(deps.db, user, params.id, body.batch));
  mount("retryWrite", async ({ user, params, body, address }) =>
    limits.write(user.id, () =>
      retryWrite(deps, user, address, { slug: params.id, id: params.writeId, account: body.account }),
    ),
  );
  mount("discardWrite", async ({ user, params }) => discardWrite(deps.db, user, params.id, params.writeId));
}
