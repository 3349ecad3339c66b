/** Webhooks by which hosts report changes: of sources, linked groups and apps. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { willSync } from "./sourceSync.ts";

interface SignedBy {
  readonly id: string;
  readonly provider: string;
  readonly secret_id: string;
  /** The sealed secret. */
  readonly cipher: Buffer;
}

/** What a delivery is about, with the secret that it is signed with. */
export type IncomingWebhook = SignedBy &
  (
    | {
        readonly of: "source";
        readonly kind: string;
        readonly is_paused: boolean;
        /** A sync begins after this was read. */
        readonly will_sync: boolean;
      }
    | { readonly of: "group" }
    | { readonly of: "app" }
  );

/** The webhook with this address, in one statement; undefined for none and for one without a secret. */
export async function findIncomingWebhook(db: Db, id: string): Promise<IncomingWebhook | undefined> {
  const { rows } = await sql<IncomingWebhook>`
    select hook.*, secrets.cipher from (
      select 'source' as of, id, provider, webhook_secret_id as secret_id, kind, paused_at is not null as is_paused, ${willSync} as will_sync
        from sources where id = ${id}
      union all
      select 'group', id, provider, webhook_secret_id, null, null, null from linked_groups where id = ${id}
      union all
      select 'app', id, provider, webhook_secret_id, null, null, null from host_apps where id = ${id} and removed_at is null
    ) as hook join secrets on secrets.id = hook.secret_id`.execute(db);
  return rows[0];
}
