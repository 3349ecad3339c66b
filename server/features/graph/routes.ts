import { projectFor } from "../../access/policy.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { CodeDeps } from "../../project/codeDeps.ts";
import { requireRepository } from "../../project/repositories.ts";
import { requirePath } from "../../project/requirePath.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { connected } from "./connected.ts";
import { connectedWithLines } from "./connectedLines.ts";
import { findNode } from "./findNode.ts";
import { Graph } from "./Graph.ts";
import { namedThings } from "./namedThings.ts";

/** What is connected with a thing of a project: for the panels of the pages, and for agents. */
export function mountGraph(mount: RouteRegistrar, { db, indexes, openMirror }: CodeDeps): void {
  mount("connected", async ({ user, query, log }) => {
    const { id } = await projectFor(db, user, query.project, "project.read");
    const graph = await Graph.open(db, await openProjectIndex(db, indexes, id, log), id);
    return connected(graph, await findNode(graph, query), query);
  });
  mount("namedThings", async ({ user, query, log }) => {
    const { id } = await projectFor(db, user, query.project, "project.read");
    const graph = await Graph.open(db, await openProjectIndex(db, indexes, id, log), id);
    return namedThings(graph, query.name, query.source);
  });
  mount("connectedLines", async ({ user, query, log, signal }) => {
    const { id } = await projectFor(db, user, query.project, "project.read");
    const source = await requireRepository(db, id, query.source);
    const index = await openProjectIndex(db, indexes, id, log);
    const place = { projectId: id, index, source, mirror: await openMirror(source.id) };
    const path = requirePath(query.path);
    return connectedWithLines(await Graph.open(db, index, id), place, { ...query, path }, signal);
  });
}
