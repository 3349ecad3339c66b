import type { FastifyBaseLogger } from "fastify";
import type { SymbolQuery } from "../../../contract/code/references.ts";
import { findGeneration } from "../../db/tables/searches/artifacts.ts";
import { listScipIndexes } from "../../db/tables/commits/scipIndexes.ts";
import { type NamedPlace, definitionsOf } from "../../engines/references/findDefinitions.ts";
import type { UploadedIndex } from "../../engines/references/precise.ts";
import { DamagedIndexError, IndexFormatError } from "../../index/indexErrors.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { CodeDeps } from "../../project/codeDeps.ts";
import { listRepositories } from "../../project/repositories.ts";
import { resolveRevision } from "../../project/revisions.ts";
import { openGeneration } from "../../project/projectIndex.ts";

/** Where a call writes its log, and what ends it. */
interface Asked {
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

export interface OpenedName {
  readonly index: OpenedIndex;
  /** Null where there is no such file, or no name at the position. */
  readonly named: NamedPlace | null;
}

/** The name that a query is about, in the index of its revision; null where the files of the revision are in no index. */
export async function openNamed(
  deps: CodeDeps,
  projectId: string,
  { source, path, line, column, revision }: SymbolQuery,
  options: Asked,
): Promise<OpenedName | null> {
  const index = await openAtRevision(deps, projectId, { source, revision }, options);
  if (!index) return null;
  const uploaded = await openUploaded(deps, projectId, options.log);
  return { index, named: await definitionsOf(index, { source, path, line, column }, uploaded) };
}

/**
 * The index of a revision: of its name, or of the commit that it resolves to. Null where its files are in none.
 * @param about `source`: the repository of the revision, any where left out
 */
export async function openAtRevision(
  { db, indexes, openMirror }: CodeDeps,
  projectId: string,
  { source, revision }: { readonly source?: string | undefined; readonly revision?: string | undefined },
  { log, signal }: Asked,
): Promise<OpenedIndex | null> {
  const generation = await findGeneration(db, projectId);
  const current = await openGeneration(db, indexes, projectId, generation, log);
  const isOurs = (code: OpenedIndex["code"][number]): boolean => source === undefined || code.part.source === source;
  if (revision === undefined || current.code.some((code) => isOurs(code) && isHead(code.part, revision)))
    return current;
  const index = await openGeneration(db, indexes, projectId, generation, log, revision);
  if (index.code.some(isOurs)) return index;
  for (const repository of await listRepositories(db, projectId)) {
    if (source !== undefined && repository.id !== source) continue;
    const place = { projectId, index: current, source: repository, mirror: await openMirror(repository.id) };
    const { revision: resolved } = await resolveRevision(db, place, revision, signal);
    if (resolved?.is_head === true) return current;
    const isFound = (upload: { readonly source: string; readonly commit: string }): boolean =>
      upload.source === repository.id && upload.commit === resolved?.hash;
    const ref = current.manifest.refs.find(isFound);
    if (ref) return openGeneration(db, indexes, projectId, generation, log, ref.ref);
  }
  return null;
}

/** The uploaded indexes of a project. One that cannot be read is as one that was not uploaded. */
async function openUploaded(
  { db, indexes }: Pick<CodeDeps, "db" | "indexes">,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<UploadedIndex[]> {
  const opened: UploadedIndex[] = [];
  for (const { source, revision, blob } of await listScipIndexes(db, projectId)) {
    try {
      opened.push({ source, revision, table: await indexes.scip(blob) });
    } catch (error) {
      if (!(error instanceof DamagedIndexError || error instanceof IndexFormatError)) throw error;
      log.warn({ source, err: error }, "an uploaded index cannot be used");
    }
  }
  return opened;
}

/** Whether a revision is the head by its name or whole hash. Other names need to be resolved. */
const isHead = ({ branch, commit }: OpenedIndex["code"][number]["part"], revision: string): boolean =>
  revision === commit || (branch !== null && [branch, `refs/heads/${branch}`].includes(revision));
