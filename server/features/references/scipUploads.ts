import type { LimitedUnit, ScipRefusal } from "../../index/scip/WireReader.ts";
import { MAX_SCIP_UNPACKED_BYTES, type ScipUpload } from "../../../contract/code/references.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { type ProjectAccess, projectFor } from "../../access/policy.ts";
import { isSignedIn } from "../../access/sessions/isSignedIn.ts";
import { requireScipRoom } from "../../access/limits/quotas.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  deleteScipIndex,
  hasReadCommit,
  listScipUploads,
  upsertScipIndex,
} from "../../db/tables/commits/scipIndexes.ts";
import { findSourceUrl, lockSourceAccess } from "../../db/tables/sources/sourceAccess.ts";
import { listRepositoryIds } from "../../db/tables/sources/sources.ts";
import { Invalid, NotFound, Unauthorized } from "../../errors.ts";
import { ConcurrencyLimiter } from "../../http/limits/ConcurrencyLimiter.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import type { CompileAnswer, CompileInput } from "../../index/scip/compileWorker.ts";
import { runInThread } from "../../threads/runInThread.ts";
import { type Message, message } from "../../messages/messages.ts";
import type { Quotas } from "../../settings.ts";
import { projectWithSource } from "../sources/service.ts";

const REFUSALS = {
  empty: "scip.empty",
  cut_off: "scip.cut_off",
  not_scip: "scip.not_scip",
  path: "scip.path",
  path_length: "scip.path_length",
  twice: "scip.twice",
  limit: "scip.limit",
  packed: "scip.packed",
} as const satisfies Record<ScipRefusal, string>;

const UNITS = {
  documents: "scip.limit_documents",
  occurrences: "scip.limit_occurrences",
  symbols: "scip.limit_symbols",
  bases: "scip.limit_bases",
  bytes: "scip.limit_bytes",
  megabytes: "scip.limit_megabytes",
} as const satisfies Record<LimitedUnit, string>;

const refusalOf = ({ refusal, details }: Extract<CompileAnswer, { readonly refusal: ScipRefusal }>): Message =>
  message(REFUSALS[refusal], { path: details.path, most: details.limit, unit: message(UNITS[details.unit]) });

export interface ScipDeps {
  readonly db: Db;
  /** The installation's defaults. */
  readonly quotas: Quotas;
  readonly blobs: Pick<Blobs, "put">;
}

/** Milliseconds for an index of the largest size. */
const MAX_COMPILE_MS = 120_000;

/** The queue before compilations. One at a time, because each may take a gigabyte; projects take turns. */
export const createCompilations = (): ConcurrencyLimiter =>
  new ConcurrencyLimiter({ concurrency: 1, maxQueued: 100, maxQueuedPerUser: 4, queueTimeoutMs: MAX_COMPILE_MS });

interface Upload {
  readonly user: Principal;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** @throws NotFound, Forbidden, Conflict; Invalid for what is no SCIP index or one beyond the limits, and for an unknown commit */
export async function storeScip(
  { db, blobs, quotas, compilations }: ScipDeps & { readonly compilations: ConcurrencyLimiter },
  { project: slug, source, revision }: QueryOf<"uploadScip">,
  { user, address, signal }: Upload,
  bytes: Uint8Array,
): Promise<ScipUpload> {
  const requirePlace = async (at: Db): Promise<ProjectAccess> => {
    const project = await projectFor(at, user, slug, "project.sync");
    if ((await listRepositoryIds(at, project.id)).includes(source)) return project;
    throw new NotFound(message("source.not_found"));
  };
  const project = await requirePlace(db);
  if (!(await hasReadCommit(db, source, revision)))
    throw new Invalid({ revision: [message("scip.revision", { revision: revision.slice(0, 10) })] });
  const answer = await compilations.run(project.id, signal, () => compile(bytes, signal));
  if ("refusal" in answer) throw new Invalid({ index: [refusalOf(answer)] });
  const { table, ...counts } = answer.compiled;
  const row = { revision, ...counts, bytes: table.byteLength, uploaded_at: new Date() };
  const requireStill = async (transaction: Db): Promise<void> => {
    if (!(await isSignedIn(transaction, user))) throw new Unauthorized(message("session.ended"));
    await requirePlace(transaction);
    await requireScipRoom(transaction, { companyId: project.companyId, sourceId: source, bytes: row.bytes }, quotas);
  };
  // The compilation takes up to minutes. Before the blob is stored, and again with the row: rights, source and room may be gone meanwhile.
  await db.transaction().execute(requireStill);
  const blob = await blobs.put(table);
  await db.transaction().execute(async (transaction) => {
    await requireStill(transaction);
    if (!(await lockSourceAccess(transaction, project.id, source))) throw new NotFound(message("source.not_found"));
    await upsertScipIndex(transaction, { source_id: source, blob, ...row });
    await recordAuditEvent(transaction, actorOf(user, address), {
      action: "scip.uploaded",
      subject: { kind: "repository", id: source, name: (await findSourceUrl(transaction, source)).url },
      after: { project: project.slug, revision, tool: counts.tool.slice(0, 200), documents: counts.documents },
    });
  });
  return presentUpload({ source, ...row });
}

/** @throws NotFound, Forbidden */
export async function removeScip(db: Db, user: Principal, source: string, address: string): Promise<void> {
  const project = await projectWithSource(db, user, source, "project.sync");
  await db.transaction().execute(async (transaction) => {
    const [scipUpload] = await listScipUploads(transaction, project.id, source);
    if (!scipUpload) throw new NotFound(message("scip.none"));
    await deleteScipIndex(transaction, source);
    await recordAuditEvent(transaction, actorOf(user, address), {
      action: "scip.removed",
      subject: { kind: "repository", id: source, name: scipUpload.url },
      before: { project: project.slug, revision: scipUpload.revision, tool: scipUpload.tool.slice(0, 200) },
    });
  });
}

type StoredUpload = Omit<Awaited<ReturnType<typeof listScipUploads>>[number], "url">;

export const presentUpload = (upload: StoredUpload): ScipUpload => ({
  source: upload.source,
  revision: upload.revision,
  tool: upload.tool,
  documents: upload.documents,
  occurrences: upload.occurrences,
  symbols: upload.symbols,
  bytes: Number(upload.bytes ?? 0),
  uploaded_at: upload.uploaded_at.toISOString(),
});

const compile = (bytes: Uint8Array, signal: AbortSignal): Promise<CompileAnswer> =>
  runInThread<CompileAnswer, CompileAnswer>(new URL("../../index/scip/compileWorker.ts", import.meta.url), {
    data: { bytes, maxBytes: MAX_SCIP_UNPACKED_BYTES } satisfies CompileInput,
    signal,
    idleTimeoutMs: MAX_COMPILE_MS,
    onMessage: (answer, { resolve }) => resolve(answer),
  });
