/** Tables of projects as files for other tools. The plan is checked where all calls are mounted. */
import { HOUR_MS } from "../../../contract/durations.ts";
import { EXPORT_LIMITS, EXPORT_TABLES, type ExportTable } from "../../../contract/exportTables.ts";
import { mayInCompany } from "../../../contract/policy.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { RateLimiter } from "../../access/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { Forbidden, NotFound, TooMany } from "../../errors.ts";
import { FileStream } from "../../http/FileStream.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { requestedProjects } from "../../project/requestedProjects.ts";
import { type ExportRow, fileOfRows } from "./fileOfRows.ts";
import { rowsOfTable } from "./rowsOfTable.ts";

const RETRY_SECONDS = 10;
const isTable = (name: string): name is ExportTable => Object.hasOwn(EXPORT_TABLES, name);

export function mountExports(mount: RouteRegistrar, db: Db): void {
  /** Companies whose file this process is sending. */
  const running = new Set<string>();
  const limiter = new RateLimiter(db, {
    name: "exports",
    windowMs: HOUR_MS,
    perAddress: null,
    perAccount: EXPORT_LIMITS.perHour,
    refusal: message("export.too_many"),
  });
  mount("exportTable", async ({ user, params: { table }, query, signal, address, setHeader }) => {
    const { companyId } = user;
    if (companyId === null || !mayInCompany(user.companyRole, "data.export"))
      throw new Forbidden(message("export.admins_only"));
    if (!isTable(table))
      throw new NotFound(message("export.no_table", { known: Object.keys(EXPORT_TABLES).join(", ") }));
    const projects = await requestedProjects(db, user, query.project);
    if (running.has(companyId)) throw new TooMany(RETRY_SECONDS, message("export.running"));
    running.add(companyId);
    try {
      await limiter.take("", companyId);
      const { format, since = null } = query;
      await recordAuditEvent(db, actorOf(user, address), {
        action: "data.exported",
        after: { table, format, since, projects: projects.map(({ slug }) => slug) },
      });
      setHeader("content-disposition", `attachment; filename="clew-${table}.${format}"`);
      const rows = rowsOfTable(db, table, projects, since === null ? null : new Date(since), signal);
      const file = fileOfRows(format, table, EXPORT_TABLES[table], limited(rows));
      // A client may leave before it takes the first part, and then the file is never begun.
      signal.addEventListener("abort", () => running.delete(companyId), { once: true });
      return new FileStream(endWith(file, () => running.delete(companyId)));
    } catch (error) {
      running.delete(companyId);
      throw error;
    }
  });
}

/** More rows than one file has end it without its end, so that no tool takes a part for the whole. */
async function* limited(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportRow[]> {
  let count = 0;
  for await (const rows of pages) {
    count += rows.length;
    if (count > EXPORT_LIMITS.rows) throw new Error(`The export has more than ${EXPORT_LIMITS.rows} rows.`);
    yield rows;
  }
}

async function* endWith(chunks: AsyncIterable<Uint8Array>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } finally {
    end();
  }
}
