import type { CodeDefinition, SymbolQuery } from "../../../contract/code/references.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listScipUploads } from "../../db/tables/commits/scipIndexes.ts";
import { callHierarchyOf } from "../../engines/references/calls.ts";
import { NO_IMPLEMENTATIONS, implementationsOf } from "../../engines/references/implementations.ts";
import { referencesTo } from "../../engines/references/findReferences.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { expertRanking } from "../experts/expertRanking.ts";
import { presentPerson } from "../../project/personAccounts.ts";
import type { CodeDeps } from "../../project/codeDeps.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { presentCalls, presentDefinitions, presentImplementations, presentReferences, UNINDEXED } from "./present.ts";
import { matchesInCode } from "./matchesInCode.ts";
import { openAtRevision, openNamed } from "./openNamed.ts";
import { type ScipDeps, createCompilations, presentUpload, removeScip, storeScip } from "./scipUploads.ts";

/** Who knows the file of a definition best. */
async function ownerOf(db: Db, index: OpenedIndex, project: ProjectAccess, definition: CodeDefinition | undefined) {
  if (!definition) return null;
  const { path, source } = definition;
  const { table, ranked, isFound } = await expertRanking(db, index, project, { path, repository: source });
  const [best] = ranked;
  return best && isFound ? presentPerson(table, best.person) : null;
}

/** What names in the code of a project mean. Each call names its place in the query, so that a page may ask in the background. */
export function mountReferences(mount: RouteRegistrar, deps: CodeDeps): void {
  const open = async (user: Principal, query: SymbolQuery, options: Parameters<typeof openNamed>[3]) => {
    const project = await projectFor(deps.db, user, query.project, "project.read");
    return openNamed(deps, project.id, query, options);
  };
  mount("definitions", async ({ user, query, log, signal }) => {
    const project = await projectFor(deps.db, user, query.project, "project.read");
    const opened = await openNamed(deps, project.id, query, { log, signal });
    if (!opened) return { ...UNINDEXED, definitions: [], is_cut: false, owner: null };
    const definitions = presentDefinitions(opened);
    return { ...definitions, owner: await ownerOf(deps.db, opened.index, project, definitions.definitions[0]) };
  });
  mount("references", async ({ user, query, log, signal }) => {
    const opened = await open(user, query, { log, signal });
    if (!opened) return { ...UNINDEXED, definitions: [], count: 0, files: [], candidates: 0, read: 0, next: null };
    const references = opened.named
      ? await referencesTo(opened.named, query.from)
      : { references: [], candidates: 0, read: 0 };
    return presentReferences(opened, references);
  });
  mount("implementations", async ({ user, query, log, signal }) => {
    const opened = await open(user, query, { log, signal });
    if (!opened) return { ...UNINDEXED, implementations: [], is_cut: false };
    return presentImplementations(opened, opened.named ? await implementationsOf(opened.named) : NO_IMPLEMENTATIONS);
  });
  mount("codeMatches", async ({ user, query, log, signal }) => {
    const project = await projectFor(deps.db, user, query.project, "project.search");
    return matchesInCode(await openAtRevision(deps, project.id, query, { log, signal }), query);
  });
  mount("callHierarchy", async ({ user, query, log, signal }) => {
    const opened = await open(user, query, { log, signal });
    if (!opened) return { ...UNINDEXED, definitions: [], callers: [], callees: [], candidates: 0, read: 0, next: null };
    return presentCalls(opened, opened.named ? await callHierarchyOf(opened.named, query.from) : null);
  });
}

/** Precise indexes that a build made: uploading, listing and removing them. */
export function mountScip(mount: RouteRegistrar, deps: ScipDeps): void {
  const compilations = createCompilations();
  mount("uploadScip", async ({ user, query, body, bytes, address, signal }) =>
    storeScip({ ...deps, compilations }, query, { user, address, signal }, bytes ?? Buffer.from(body.index, "base64")),
  );
  mount("listScip", async ({ user, query }) => {
    const { id } = await projectFor(deps.db, user, query.project, "project.read");
    return (await listScipUploads(deps.db, id)).map(presentUpload);
  });
  mount("removeScip", async ({ user, params, address }) => removeScip(deps.db, user, params.itemId, address));
}
