/** Tables of linked groups. */
import type { z } from "zod";
import type { GROUP_STATES, GroupCounts, LEAVING_REASONS } from "../../../contract/sources/linkedGroups.ts";
import type { GroupFilter } from "../../../contract/matching/groupFilter.ts";
import type { ColumnType } from "kysely";
import type { Created, Json, Time } from "../columns.ts";

export type LeavingReason = (typeof LEAVING_REASONS)[number];
export type StoredGroupCounts = z.infer<typeof GroupCounts>;

/** An organisation, a group, a workspace or a folder whose repositories follow into a project. */
export interface LinkedGroupsTable {
  id: string;
  project_id: string;
  provider: string;
  url: string;
  name: string;
  filter: Json<GroupFilter>;
  with_issues: boolean;
  /** `repository:` or `tracker:` with the id at the host, of sources that were removed by hand: they are not linked again. */
  removed_repositories: ColumnType<string[], string | undefined, string>;
  /** What it was given. Where the credential of `token`, `account` or `app` is gone, it is not read: a visitor would see fewer repositories. */
  access: "none" | "token" | "account" | "app";
  /** Its sources refer to the same secret. */
  secret_id: string | null;
  connection_id: string | null;
  app_installation_id: ColumnType<string | null, string | null | undefined, string | null>;
  access_by: string | null;
  webhook_secret_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** `queued` while a comparison runs: its host has reported a change since it began. */
  state: (typeof GROUP_STATES)[number];
  /** Why it waits or has failed, or why the last list was not believed, a serialized message; and the code of a failure. */
  error: ColumnType<string | null, string | null | undefined, string | null>;
  error_code: ColumnType<string | null, string | null | undefined, string | null>;
  /** When it is compared with its host next. */
  due_at: Time;
  /** End of the last complete comparison, and its result. */
  compared_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  counts: ColumnType<StoredGroupCounts | null, string | null | undefined, string | null>;
  /** Why some repositories have no room, a serialized message. */
  room: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Created;
}
