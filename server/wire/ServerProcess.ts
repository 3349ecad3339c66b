import type { FastifyInstance } from "fastify";
import type { SourceDeps } from "../features/sources/projectSources.ts";
import type { OpenDb } from "../db/openedDb.ts";
import type { SocketLimits } from "../features/notifications/SocketHub.ts";
import type { ConnectionLimits } from "../http/app.ts";
import type { Metrics } from "../observability/Metrics.ts";
import type { RecentErrors } from "../observability/RecentErrors.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";

export interface ServerOptions {
  /** False in tests and in `clew ui`: the data is temporary. */
  readonly isDurable?: boolean;
  /** The embedded database where `run` opens it while modules are loaded. Left out: the server opens it. */
  readonly database?: Promise<OpenDb>;
  /** What counts as now for Insights; only tests set it. */
  readonly now?: () => Date;
  /** Milliseconds after the first, second … failure to send a mail; only tests set it. */
  readonly mailRetryDelaysMs?: readonly number[];
  /** Milliseconds between two looks of the tasks that write what is due to hosts; only tests set it. */
  readonly pollMs?: number;
  /** Timeouts of slow clients, and the maximum of open sockets; only tests set them. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly socketLimits?: SocketLimits | undefined;
  /** Where log lines go; standard output when left out. */
  readonly logStream?: { write(line: string): void };
  /** Prints to the operator's terminal what must not be logged, such as the link of an invitation. */
  readonly say: (line: string) => void;
  /** Fills the database and adds routes before the server listens; only `clew ui` sets it. */
  readonly prepare?: (app: FastifyInstance, deps: SourceDeps) => Promise<void>;
  /** Called when the database is lost and the server has to end. */
  readonly onFatal: (error: Error) => void;
}

/** What all parts of a server process are wired with. */
export interface ServerProcess {
  readonly settings: Settings;
  readonly options: ServerOptions;
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly recentErrors: RecentErrors;
  readonly onClose: OnClose;
  readonly isReady: () => boolean;
  /** Where people reach this server, without a slash at the end. Without the setting, the port is known once the server listens. */
  readonly publicUrl: () => string;
}
