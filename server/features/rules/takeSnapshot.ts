/** What rules compare of a project, as an engine thread computes it. */
import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/openDb.ts";
import { findCompanyOfProject, findProject } from "../../db/tables/projects/projects.ts";
import { knowledgeOf } from "../../engines/experts/knowledge.ts";
import { partsOf } from "../../engines/experts/knowledgeMap.ts";
import type { ProjectSnapshot } from "../../engines/rules/watchedEvents.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { InsightsService } from "../insights/service.ts";

export interface SnapshotDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly insights: Pick<InsightsService, "judgedTargets">;
}

/** Null for a project that is gone. */
export async function takeSnapshot(
  { db, indexes, insights }: SnapshotDeps,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<ProjectSnapshot | null> {
  const [project, companyId] = await Promise.all([findProject(db, projectId), findCompanyOfProject(db, projectId)]);
  if (!project || companyId === undefined) return null;
  const index = await openProjectIndex(db, indexes, projectId, log);
  const people = await projectPeople(db, projectId, index);
  const parts = partsOf(knowledgeOf(index, people), null, "");
  const targets = await insights.judgedTargets({ ...project, companyId }, index);
  return {
    areas: parts.flatMap(({ member, path, holding }) => {
      const source = index.code[member]?.part.source;
      return source === undefined ? [] : [{ source, path, holding }];
    }),
    targets: targets.map(({ metric, value, verdict }) => ({
      metric,
      value,
      verdict: verdict === "met" || verdict === "missed" ? verdict : null,
    })),
  };
}
