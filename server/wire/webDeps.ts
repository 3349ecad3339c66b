import type { FastifyInstance } from "fastify";
import type { KeyRing } from "../access/KeyRing.ts";
import type { Secrets } from "../access/secrets.ts";
import type { Principal } from "../access/sessions.ts";
import type { Blobs } from "../index/blobs/blobs.ts";
import type { EnginePool } from "../http/compute/EnginePool.ts";
import type { SocketLimits } from "../features/notifications/SocketHub.ts";
import type { Connections } from "../features/connections/service.ts";
import type { OpenDb } from "../db/openedDb.ts";
import type { Queue } from "../jobs/Queue.ts";
import type { Mail } from "../mail/Mail.ts";
import type { Settings } from "../settings.ts";
import type { Sources } from "../sources/sourceTypes.ts";
import type { SearchWatchJobs } from "../sync/searchWatchJobs.ts";
import type { SyncService } from "../sync/SyncService.ts";
import type { Metrics } from "../observability/Metrics.ts";

export interface WebDeps {
  readonly app: FastifyInstance;
  readonly settings: Settings;
  readonly database: OpenDb;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly keys: KeyRing;
  readonly sources: Sources;
  readonly connections: Connections;
  /** The own engine threads. */
  readonly pool: EnginePool;
  readonly blobs: Pick<Blobs, "put">;
  /** Whether that store answers, in time. */
  readonly doesStoreAnswer: () => Promise<boolean>;
  readonly queue: Queue;
  readonly sync: SyncService;
  readonly searchWatches: Pick<SearchWatchJobs, "request" | "requestOverAll">;
  readonly mail: Mail;
  /** Where people reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly socketLimits?: SocketLimits | undefined;
  /** Prints for the operator what belongs on the screen and in no log. */
  readonly say: (line: string) => void;
  /** To be called when the server stops, the last one first. */
  readonly onClose: (close: () => Promise<void> | void) => void;
}

/** The principal of a session's token. */
export type Authenticate = (token: string, address?: string) => Promise<Principal | undefined>;
