import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import type { LinkedGroupRow } from "../../db/tables/sources/linkedGroups.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { type Language, formatStored } from "../../messages/messages.ts";

export const presentGroup = (row: LinkedGroupRow, language: Language): LinkedGroup => ({
  id: row.id,
  // What a provider is called is checked when the group is linked.
  provider: row.provider as LinkedGroup["provider"],
  url: row.url,
  name: row.name,
  filter: {
    ...row.filter,
    include: [...row.filter.include],
    exclude: [...row.filter.exclude],
    topics: [...row.filter.topics],
  },
  with_issues: row.with_issues,
  access: row.access,
  state: row.state,
  error: row.error === null ? null : formatStored(row.error, language),
  error_code: row.error_code,
  compared_at: row.compared_at?.toISOString() ?? null,
  counts: row.counts,
  room: row.room === null ? null : formatStored(row.room, language),
  can_have_webhook: providerRulesOf(row.provider).webhooks?.groupEvents !== undefined,
  has_webhook: row.webhook_secret_id !== null,
});
