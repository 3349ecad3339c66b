import type { Db } from "../../db/openDb.ts";
import type { DocumentSourceRow } from "../../db/tables/sources.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";

export interface CodeDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  /** Where the mirror of a repository would be on this machine. */
  readonly mirrorFolder: (sourceId: string) => string;
}

/** A repository of a project that a call is about. */
export interface CodePlace {
  readonly projectId: string;
  readonly index: OpenedIndex;
  readonly source: DocumentSourceRow;
  /** The git directory of its mirror; null where this server has none. */
  readonly gitDir: string | null;
}
