import type { Db } from "../db/openDb.ts";
import type { DocumentSourceRow } from "../db/tables/sources/sources.ts";
import type { Mirror, OpenMirror } from "../git/MirrorReads.ts";
import type { IndexCache } from "../index/IndexCache.ts";
import type { OpenedIndex } from "../index/OpenedIndex.ts";

export interface CodeDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
}

/** A repository of a project that a call is about. */
export interface CodeSource {
  readonly projectId: string;
  readonly index: OpenedIndex;
  readonly source: DocumentSourceRow;
  /** Null where no process has one. */
  readonly mirror: Mirror | null;
}
