import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { RequestContext, RouteRegistrar } from "../../http/router.ts";
import { requirePath } from "../../project/requirePath.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import type { CodeDeps, CodeSource } from "../../project/codeDeps.ts";
import { compareRevisions } from "./compare.ts";
import { blameFile, historyOfFile } from "./fileHistory.ts";
import { rawFile } from "./rawFile.ts";
import { listRepositories, presentRepository, requireRepository, searchRefs } from "../../project/repositories.ts";
import { readContent } from "./service.ts";

type CodeCall = "codeContent" | "codeRefs" | "codeBlame" | "codeHistory" | "codeCompare" | "codeRaw";
interface Asked {
  readonly user: Principal;
  readonly params: { readonly id: string };
  readonly query: { readonly repository: string };
  readonly log: RequestContext<CodeCall>["log"];
}

/** The files of the repositories of a project, at any revision. */
export function mountCode(mount: RouteRegistrar, { db, indexes, openMirror }: CodeDeps): void {
  /** The repository of a request, which must be of the project: a mirror is named by the source's id. */
  const openSource = async ({ user, params, query, log }: Asked): Promise<CodeSource> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const source = await requireRepository(db, project.id, query.repository);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return { projectId: project.id, index, source, mirror: await openMirror(source.id) };
  };

  mount("codeRepositories", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const all = await listRepositories(db, project.id);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return all.map((source) => presentRepository(source, all, index));
  });
  mount("codeContent", async (call) => {
    const { revision } = call.query;
    const path = requirePath(call.query.path);
    return readContent(db, await openSource(call), { path, revision }, call.signal);
  });
  mount("codeRefs", async (call) => {
    const { index, source } = await openSource(call);
    return searchRefs(db, index, source.id, call.query.q);
  });
  mount("codeBlame", async (call) => {
    const path = requirePath(call.query.path);
    return blameFile(db, await openSource(call), { ...call.query, path }, call.signal);
  });
  mount("codeHistory", async (call) => {
    const path = requirePath(call.query.path);
    return historyOfFile(db, await openSource(call), { ...call.query, path }, call.signal);
  });
  mount("codeCompare", async (call) => {
    const path = call.query.path === undefined ? undefined : requirePath(call.query.path);
    return compareRevisions(db, await openSource(call), { ...call.query, path }, call.signal);
  });
  mount("codeRaw", async (call) => {
    const path = requirePath(call.query.path);
    return rawFile(db, await openSource(call), { path, revision: call.query.revision }, call.signal);
  });
}
