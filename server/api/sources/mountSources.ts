import type { SourceValid } from "../../../contract/projects.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import type { Sources, ValidSource } from "../../sources/sources.ts";
import type { SyncService } from "../../sync/SyncService.ts";
import { readProject } from "../projects/readProjects.ts";
import type { Mount } from "../route.ts";
import { refusalOf } from "./refusalOf.ts";

export interface SourcesDeps {
  readonly db: Db;
  readonly sources: Pick<Sources, "validateRepository" | "validateTracker">;
  readonly sync: Pick<SyncService, "requestProject">;
}

/** Answers whether a repository or a tracker can be linked, before somebody does; and copies a project's sources anew when asked. */
export function mountSources(mount: Mount, { db, sources, sync }: SourcesDeps): void {
  mount("validateRepository", ({ body }) => valid(sources.validateRepository(body)));
  mount("validateTracker", ({ body }) => valid(sources.validateTracker(body)));
  mount("syncProject", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.sync");
    await sync.requestProject(project.id);
    return readProject(db, user, project.slug);
  });
}

async function valid(asked: Promise<ValidSource>): Promise<SourceValid> {
  try {
    const { name, visibility, defaultBranch, items, notes } = await asked;
    return {
      valid: true,
      name,
      visibility,
      ...(defaultBranch !== undefined && { default_branch: defaultBranch }),
      ...(items !== undefined && { items }),
      notes: [...notes],
    };
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}
