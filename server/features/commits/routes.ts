import { isCommitHash } from "../../../contract/code/shortHash.ts";
import { projectFor } from "../../access/policy.ts";
import { Invalid } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { diffOfCommit } from "../../project/commitDiff.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { findCommitByHash, findCommitsByHashes } from "./service.ts";

/** The commits of a project, one by one. */
export function mountCommits(mount: RouteRegistrar, deps: CommitDeps): void {
  const { db, indexes } = deps;
  mount("findCommits", async ({ user, query, log }) => {
    const project = await projectFor(db, user, query.project, "project.read");
    return findCommitsByHashes(db, await openProjectIndex(db, indexes, project.id, log), project.id, query.hash);
  });
  mount("getCommit", async ({ user, params, query, log, signal }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    requireHash(params.hash);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return findCommitByHash(deps, index, project.id, { hash: params.hash, source: query.source }, signal);
  });
  mount("commitDiff", async ({ user, params, query, log, signal }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    requireHash(params.hash);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return diffOfCommit(deps, index, project.id, { ...query, hash: params.hash }, signal);
  });
}

/** @throws Invalid */
function requireHash(text: string): void {
  if (!isCommitHash(text)) throw new Invalid({ hash: [message("document.revision")] });
}
