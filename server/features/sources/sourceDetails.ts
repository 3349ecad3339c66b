import type { RefStatus, SourceDetail } from "../../../contract/sources/sources.ts";
import type { Db } from "../../db/openDb.ts";
import type { SourceRefState } from "../../db/schema/sourceSchema.ts";
import { listSourceDetails } from "../../db/tables/sources/sourceDetails.ts";
import { updateSourcePaused } from "../../db/tables/sources/sources.ts";
import { NotFound } from "../../errors.ts";
import { fieldNames, hasChosenFields } from "./chosenFields.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { type Language, formatText, message } from "../../messages/messages.ts";

/** The status of a project's sources, in the order in which they were linked. */
export async function readSourceDetails(
  db: Db,
  projectId: string,
  language: Language,
  sourceId?: string,
): Promise<SourceDetail[]> {
  const rows = await listSourceDetails(db, projectId, sourceId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    paused_at: row.paused_at?.toISOString() ?? null,
    is_connected: row.connection_id !== null,
    installed_by: row.installed_by,
    can_report:
      row.installed_by !== null || (row.kind !== "wiki" && providerRulesOf(row.provider).requestReports !== undefined),
    // Other folders were chosen since: the note is of the earlier ones.
    notes: row.notes
      .filter(({ code }) => row.has_read_folders || code !== "missing_folders")
      .map(({ code, text }) => ({ code, text: formatText(text, language) })),
    left_out: row.left_out,
    restricted_role: row.restricted_role,
    allows_writing: row.allows_writing,
    can_be_written: row.kind === "tracker" && providerRulesOf(row.provider).takesChanges === true,
    ...(hasChosenFields(row) && { custom_fields: fieldNames(row.custom_fields) }),
    can_have_webhook: providerRulesOf(row.provider).webhooks?.events[row.kind] !== undefined,
    has_webhook: row.webhook_secret_id !== null,
    links: { linked: Number(row.linked), total: Number(row.total) },
    requests: { total: Number(row.requests), reviewed: Number(row.reviewed) },
    refs: { patterns: row.ref_patterns, found: row.ref_states.map((state) => presentRef(state, language)) },
    ...(row.folders.length > 0 && { folders: row.folders }),
    group:
      row.group_id === null
        ? null
        : {
            group_id: row.group_id,
            leaves_at: row.leaves_at?.toISOString() ?? null,
            leaves_because: row.leaves_because,
          },
    releases: { total: Number(row.releases), latest: row.latest_release },
  }));
}

function presentRef({ name, state, commit, files, text }: SourceRefState, language: Language): RefStatus {
  const [, kind, short] = /^refs\/(heads|tags)\/(.+)$/s.exec(name) ?? [];
  return {
    name: short ?? name,
    kind: kind === "heads" ? "branch" : kind === "tags" ? "tag" : "pattern",
    state,
    commit,
    files,
    text: text === null ? null : formatText(text, language),
  };
}

/** @throws NotFound */
export async function readSourceDetail(
  db: Db,
  projectId: string,
  sourceId: string,
  language: Language,
): Promise<SourceDetail> {
  const [detail] = await readSourceDetails(db, projectId, language, sourceId);
  if (!detail) throw new NotFound(message("source.not_found"));
  return detail;
}

/**
 * Pauses or resumes a source; a resumed one is synced at once.
 * @throws NotFound
 */
export async function setPaused(db: Db, projectId: string, sourceId: string, isPaused: boolean): Promise<void> {
  if (!(await updateSourcePaused(db, projectId, sourceId, isPaused ? new Date() : null)))
    throw new NotFound(message("source.not_found"));
}
