import type { z } from "zod";
import type { Connected, ConnectedQuery } from "../../../contract/graph.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { connected } from "./connected.ts";
import { findNode } from "./findNode.ts";
import { Graph } from "./Graph.ts";

export interface GraphDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
}

type Log = Parameters<typeof openProjectIndex>[3];

/** What is connected with a thing of a project: for the panels of the pages, and for agents. */
export function mountGraph(mount: RouteRegistrar, { db, indexes }: GraphDeps): void {
  const answer = async (
    project: ProjectAccess,
    query: z.output<typeof ConnectedQuery>,
    log: Log,
  ): Promise<Connected> => {
    const graph = await Graph.open(db, await openProjectIndex(db, indexes, project.id, log), project.id);
    return connected(graph, await findNode(graph, query), query);
  };
  mount("connected", async ({ user, query, log }) =>
    answer(await projectFor(db, user, query.project, "project.read"), query, log),
  );
  mount("connectedOfProject", async ({ user, params, query, log }) =>
    answer(await projectFor(db, user, params.id, "project.read"), query, log),
  );
}
