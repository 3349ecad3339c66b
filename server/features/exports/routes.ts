/** Tables of projects as files for other tools. The plan is checked where all calls are mounted. */
import { HOUR_MS } from "../../../contract/durations.ts";
import {
  EXPORT_LIMITS,
  EXPORT_TABLE_NAMES,
  EXPORT_TABLES,
  type ExportTable,
} from "../../../contract/insights/exportTables.ts";
import { mayInCompany } from "../../../contract/access/policy.ts";
import { actorOf, recordAuditEvent } from "../../access/auditLog.ts";
import { RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { mayExport } from "../../db/tables/operations/exportRows.ts";
import { Forbidden, NotFound, TooMany } from "../../errors.ts";
import { FileStream } from "../../http/FileStream.ts";
import type { RequestContext, RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { requestedProjects } from "../../project/requestedProjects.ts";
import { archiveOfTables, type ExportedScope } from "./archiveOfTables.ts";
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
  /** Begins the one file of a company, with its entry of the audit log. What `files` makes is sent while it is made. */
  const begin = async (
    { user, address, query, signal, setHeader }: Asked,
    file: { readonly table: string; readonly name: string },
    makeFile: (scope: ExportedScope) => AsyncGenerator<Uint8Array>,
  ): Promise<FileStream> => {
    const companyId = requireExporter(user);
    const projects = await requestedProjects(db, user, query.project);
    if (running.has(companyId)) throw new TooMany(RETRY_SECONDS, message("export.running"));
    running.add(companyId);
    const end = (): void => void running.delete(companyId);
    try {
      await limiter.take("", companyId);
      const { format, since = null } = query;
      const slugs = projects.map(({ slug }) => slug);
      await recordAuditEvent(db, actorOf(user, address), {
        action: "data.exported",
        after: { table: file.table, format, since, projects: slugs },
      });
      setHeader("content-disposition", `attachment; filename="${file.name}"`);
      const ids = projects.map(({ id }) => id);
      const mayGoOn = (): Promise<boolean> => mayExport(db, user.id, companyId, ids);
      const rows = (table: ExportTable) =>
        limited(rowsOfTable(db, table, projects, since === null ? null : momentOf(since), signal), mayGoOn);
      return new FileStream(makeFile({ format, since, projects: slugs, rows }), end);
    } catch (error) {
      end();
      throw error;
    }
  };
  mount("exportTable", ({ params: { table }, ...call }) => {
    requireExporter(call.user);
    if (!isTable(table)) throw new NotFound(message("export.no_table", { known: EXPORT_TABLE_NAMES.join(", ") }));
    return begin(call, { table, name: `clew-${table}.${call.query.format}` }, ({ format, rows }) =>
      fileOfRows(format, table, EXPORT_TABLES[table], rows(table)),
    );
  });
  mount("exportArchive", (call) =>
    begin(call, { table: "all", name: "clew-tables.zip" }, (scope) => archiveOfTables(scope, new Date())),
  );
}

type Asked = Pick<RequestContext<"exportArchive">, "user" | "address" | "query" | "signal" | "setHeader">;

/** @returns the company of an Admin. @throws Forbidden */
function requireExporter({ companyId, companyRole }: Asked["user"]): string {
  if (companyId !== null && mayInCompany(companyRole, "data.export")) return companyId;
  throw new Forbidden(message("export.admins_only"));
}

/** Years that the database cannot read become the first or the last of those that it can. */
const momentOf = (text: string): Date =>
  new Date(Math.min(Math.max(Date.parse(text), Date.parse("0001-01-01")), Date.parse("9999-12-31")));

/**
 * More rows than one file has end it without its end, so that no tool takes a part for the whole. So does the end of the right to it: a client
 * may take hours for a file.
 */
async function* limited(
  pages: AsyncIterable<ExportRow[]>,
  mayGoOn: () => Promise<boolean>,
): AsyncGenerator<ExportRow[]> {
  let count = 0;
  for await (const rows of pages) {
    count += rows.length;
    if (count > EXPORT_LIMITS.rows) throw new Error(`The export has more than ${EXPORT_LIMITS.rows} rows.`);
    if (!(await mayGoOn())) throw new Error("The user of the export may not read its projects any more.");
    yield rows;
  }
}
