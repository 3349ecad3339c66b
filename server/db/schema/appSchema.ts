/** Tables of apps at code hosts. */
import type { ColumnType } from "kysely";
import type { Created, Time } from "../columns.ts";

/** An app that a company has registered at a code host. A removed one keeps its row: its sources show what happened. */
export interface HostAppsTable {
  id: string;
  company_id: string;
  provider: string;
  /** Where its tokens are valid. */
  origin: string;
  /** Root of the API, without a slash at the end. */
  api: string;
  /** Its number at the host. */
  host_id: string;
  slug: string;
  name: string;
  /** The account that owns it at the host. */
  owner: string;
  page_url: string;
  settings_url: string;
  /** The private key; null once the app is removed. */
  key_secret_id: string | null;
  webhook_secret_id: string | null;
  last_delivery_at: ColumnType<Date | null, never, Date>;
  removed_at: ColumnType<Date | null, never, Date>;
  created_at: Created;
}

/** An account at the host that has installed an app. */
export interface AppInstallationsTable {
  id: string;
  app_id: string;
  /** Its number at the host. */
  host_id: string;
  account: string;
  page_url: string;
  /** It has chosen repositories alone. */
  is_selective: boolean;
  suspended_at: Time | null;
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Created;
}

/** Deliveries that an app's webhook has received: a repeated one is ignored. */
export interface AppDeliveriesTable {
  app_id: string;
  delivery_id: string;
  received_at: Time;
}
