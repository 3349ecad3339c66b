import type { ScipRefusal } from "../../index/scip/WireReader.ts";
import { MAX_SCIP_UNPACKED, type ScipUpload } from "../../../contract/references.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { upsertScipIndex } from "../../db/tables/scipIndexes.ts";
import { listRepositoryIds } from "../../db/tables/sources.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { ConcurrencyLimiter } from "../../http/limits/ConcurrencyLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { CompileAnswer, CompileInput } from "../../index/scip/compileWorker.ts";
import { runInThread } from "../../jobs/runInThread.ts";
import { message } from "../../messages/messages.ts";

const REFUSALS = {
  empty: "scip.empty",
  cut_off: "scip.cut_off",
  not_scip: "scip.not_scip",
  path: "scip.path",
  twice: "scip.twice",
  limit: "scip.limit",
  packed: "scip.packed",
} as const satisfies Record<ScipRefusal, string>;

export interface ScipDeps {
  readonly db: Db;
  readonly blobs: Pick<Blobs, "put">;
}

/** Milliseconds for an index of the largest size. */
const MAX_COMPILE_MS = 120_000;

/** Takes precise indexes that a build made. */
export function mountScip(mount: RouteRegistrar, deps: ScipDeps): void {
  // One at a time, because each may take a gigabyte; projects take turns.
  const compilations = new ConcurrencyLimiter({
    concurrency: 1,
    maxQueued: 100,
    maxQueuedPerUser: 4,
    queueTimeoutMs: MAX_COMPILE_MS,
  });
  mount("uploadScip", async ({ user, query, body, bytes, signal }) =>
    storeScip({ ...deps, compilations }, user, query, bytes ?? Buffer.from(body.index, "base64"), signal),
  );
}

/** @throws NotFound, Forbidden; Invalid for what is no SCIP index or one beyond the limits */
async function storeScip(
  { db, blobs, compilations }: ScipDeps & { readonly compilations: ConcurrencyLimiter },
  user: Principal,
  { project: slug, source, revision }: QueryOf<"uploadScip">,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ScipUpload> {
  const project = await projectFor(db, user, slug, "project.sync");
  if (!(await listRepositoryIds(db, project.id)).includes(source))
    throw new NotFound(message("document.source_not_found"));
  const answer = await compilations.run(project.id, signal, () => compile(bytes, signal));
  if ("refusal" in answer) throw new Invalid({ index: [message(REFUSALS[answer.refusal], { detail: answer.detail })] });
  const { table, ...counts } = answer.compiled;
  await upsertScipIndex(db, {
    source_id: source,
    revision,
    blob: await blobs.put(table),
    ...counts,
    uploaded_at: new Date(),
  });
  return { source, revision, ...counts };
}

const compile = (bytes: Uint8Array, signal: AbortSignal): Promise<CompileAnswer> =>
  runInThread<CompileAnswer, CompileAnswer>(new URL("../../index/scip/compileWorker.ts", import.meta.url), {
    data: { bytes, most: MAX_SCIP_UNPACKED } satisfies CompileInput,
    signal,
    idleTimeoutMs: MAX_COMPILE_MS,
    onMessage: (answer, { resolve }) => resolve(answer),
  });
