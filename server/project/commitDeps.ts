import type { Db } from "../db/openDb.ts";
import type { OpenMirror } from "../git/MirrorReads.ts";
import type { IndexCache } from "../index/IndexCache.ts";

export interface CommitDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
}
