import type { Db } from "../../db/openDb.ts";
import type { IndexCache } from "../../index/IndexCache.ts";

export interface CommitDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** Where the mirror of a repository would be on this machine. */
  readonly mirrorFolder: (sourceId: string) => string;
}
