/** Tables of projects as files for other tools. */
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { EXPORT_FORMATS } from "./exportTables.ts";
import { repeated, Slug } from "../fieldSchemas.ts";

/** No project: all that the caller is a member of. `since`: only what has changed or was read since. */
export const ExportQuery = z.object({
  project: repeated(Slug),
  format: z.enum(EXPORT_FORMATS),
  since: z.iso.datetime({ offset: true }).optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

// A table: one call, one row.
// prettier-ignore
export const EXPORT_ENDPOINTS = {
  exportArchive: { method: "GET", path: "exports/", auth: "user", query: ExportQuery, status: 200, response: null, type: "application/octet-stream", runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  exportTable: { method: "GET", path: "exports/:table/", auth: "user", query: ExportQuery, status: 200, response: null, type: "application/octet-stream", runs: "main", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
