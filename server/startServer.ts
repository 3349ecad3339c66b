/** The composition root: the only module that imports all others. `main.ts` runs it, and tests run it on a temporary folder. */
import type { FastifyInstance } from "fastify";
import { inviteFirstAdmin, invitationPath } from "./access/invitations.ts";
import { createSeal } from "./access/secrets.ts";
import { createApp, type ConnectionLimits } from "./http/app.ts";
import type { SocketLimits } from "./features/notifications/SocketHub.ts";
import { isDamaged } from "./db/databaseErrors.ts";
import { restoreAdvice } from "./db/knownBackups.ts";
import type { OpenDb } from "./db/openedDb.ts";
import { CannotStart, errorMessage } from "./errors.ts";
import { createMail } from "./mail/Mail.ts";
import { createEngines } from "./wire/engines.ts";
import { serveSearch } from "./wire/serveSearch.ts";
import { serveWeb } from "./wire/serveWeb.ts";
import { redactSettings, type Settings } from "./settings.ts";
import { RecentErrors } from "./observability/RecentErrors.ts";
import { Metrics } from "./observability/Metrics.ts";
import { VERSION } from "./observability/version.ts";
import { connectSources } from "./wire/connectSources.ts";
import { type Jobs, createJobs } from "./wire/createJobs.ts";
import { closeWithTimeout, listen, urlOf } from "./wire/listen.ts";
import { mountMonitoring } from "./wire/mountMonitoring.ts";
import { type OnClose, createClosers } from "./wire/onClose.ts";
import { openOperatorSocket } from "./wire/openOperatorSocket.ts";
import { openStorage } from "./wire/openStorage.ts";
import { startHousekeeping } from "./wire/startHousekeeping.ts";
import { startMailSender } from "./wire/startMailSender.ts";

export interface ServerOptions {
  /** False only in tests. */
  readonly isDurable?: boolean;
  /** What counts as now for Insights; only tests set it. */
  readonly now?: () => Date;
  /** Milliseconds after the first, second … failure to send a mail; only tests set it. */
  readonly mailRetryDelaysMs?: readonly number[];
  /** How patient the server is with slow clients, and how many sockets it keeps; only tests set them. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly socketLimits?: SocketLimits | undefined;
  /** Where log lines go; standard output when left out. */
  readonly logStream?: { write(line: string): void };
  /** Prints for the operator what belongs on the screen and in no log, such as an invitation's link. */
  readonly say: (line: string) => void;
  /** Called when the database is lost and the server has to end. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningServer {
  /** `http://host:port`, as reached from this machine. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: OpenDb;
  /** Finishes running requests, closes the sockets with a close frame, returns the jobs to the queue and closes the database. */
  stop(): Promise<void>;
}

/** @throws CannotStart with one sentence for the operator */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const recentErrors = new RecentErrors();
  const engine = settings.databaseUrl === undefined ? "pglite" : "postgres";
  const metrics = new Metrics({ version: VERSION, engine, roles: settings.roles });
  const log = options.logStream ?? process.stdout;
  const app = await createApp({
    settings,
    metrics,
    connections: options.connections,
    logStream: {
      write: (line) => {
        log.write(line);
        recentErrors.onLogLine(line);
      },
    },
  });
  app.log.info({ settings: redactSettings(settings) }, "starting");
  const { onClose, closeAll } = createClosers((error) => app.log.error({ err: error }, "stopping failed"));
  let isReady = false;
  metrics.loop.start();
  onClose(() => metrics.loop.stop());
  const stop = (): Promise<void> => {
    isReady = false;
    return closeAll();
  };
  const server: ServerProcess = {
    settings,
    options,
    app,
    metrics,
    recentErrors,
    onClose,
    isReady: () => isReady,
    publicUrl: () => settings.publicUrl ?? urlOf(app, settings),
  };
  try {
    const { database, lines } = await startRoles(server);
    isReady = true;
    for (const line of lines) options.say(line);
    return { url: urlOf(app, settings), app, database, stop };
  } catch (error) {
    await stop();
    throw isDamaged(error) ? damagedDatabase(error, settings) : error;
  }
}

interface ServerProcess {
  readonly settings: Settings;
  readonly options: ServerOptions;
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  readonly recentErrors: RecentErrors;
  readonly onClose: OnClose;
  readonly isReady: () => boolean;
  /** Where people reach this server. Its own port is known once it listens. */
  readonly publicUrl: () => string;
}

/** Opens what all roles need, then starts each role of this process. @returns lines for the operator */
async function startRoles(
  server: ServerProcess,
): Promise<{ readonly database: OpenDb; readonly lines: readonly string[] }> {
  const { settings, options, app, metrics, onClose, publicUrl } = server;
  const { log } = app;
  const isWeb = settings.roles.includes("web");
  const isWorker = settings.roles.includes("worker");
  const isSearch = settings.roles.includes("search");
  const { isDurable, onFatal: onLost } = options;
  const storage = await openStorage({ settings, metrics, log, isDurable, onLost, onClose });
  const { database, keys } = storage;
  const connected = await connectSources({ settings, storage, metrics, log, publicUrl, onClose });
  const jobs = createJobs({ settings, storage, connected, log });
  const readMetrics = await mountMonitoring({ app, settings, storage, metrics, isReady: server.isReady, onClose });
  const seal = createSeal(keys, "mail");
  const mail = createMail({ isSent: settings.smtp !== undefined, seal, publicUrl });
  const pool =
    isWeb || isSearch
      ? createEngines({ settings, storage, connected, metrics, log, now: options.now, onClose })
      : undefined;
  if (isWeb && pool) {
    const { socketLimits, say } = options;
    await serveWeb({
      ...storage,
      ...connected,
      ...jobs,
      app,
      settings,
      metrics,
      pool,
      mail,
      publicUrl,
      socketLimits,
      say,
      onClose,
    });
  }
  const retryDelaysMs = options.mailRetryDelaysMs;
  if (isWorker) await startMailSender({ settings, database, seal, mail, keys, retryDelaysMs, log, onClose });
  // A process with the role `search` alone neither sends nor runs jobs, and leaves the installation's chores to others.
  const isSearchAlone = isSearch && !isWeb && !isWorker;
  if (!isSearchAlone) {
    await startJobs(jobs, onClose);
    startHousekeeping({ db: database.db, settings, log, onClose });
  }
  const demoLines = await connected.seedDemo(jobs.sync);
  await listen(app, settings);
  onClose(() => closeWithTimeout(app));
  await openOperatorSocket({
    settings,
    storage,
    mail,
    seal,
    readMetrics,
    recentErrors: server.recentErrors,
    log,
    onClose,
  });
  if (isSearch && pool) {
    const address = await serveSearch({ settings, db: database.db, keys, pool, metrics, log, onClose });
    log.info({ address }, "tasks of web processes are taken");
  }
  // Where there is to be a demo, a worker makes its people.
  const isSeeded = settings.demo && (!isWorker || demoLines.length > 0);
  const invitation = isSeeded || isSearchAlone ? undefined : await inviteFirstAdmin(database.db);
  const first = `No user has an account yet. The first Admin registers at ${publicUrl()}`;
  return {
    database,
    lines: [
      `Clew is at ${publicUrl()}`,
      ...demoLines,
      ...connected.problems,
      ...(invitation === undefined ? [] : [first + invitationPath(invitation)]),
    ],
  };
}

/** The queue takes jobs, and sources are synced. */
async function startJobs({ queue, sync }: Jobs, onClose: OnClose): Promise<void> {
  await queue.start();
  onClose(() => queue.stop());
  await sync.start();
  onClose(() => sync.stop());
}

/** The reason why the server cannot start on a damaged database, with the way to restore it. */
function damagedDatabase(error: unknown, { dataDir, databaseUrl, masterKey }: Settings): CannotStart {
  const advice =
    databaseUrl === undefined
      ? restoreAdvice(dataDir, { hasKeyFile: masterKey === undefined })
      : "Restore a backup into an empty PostgreSQL: CLEW_DATA=NEW DATABASE_URL=postgres://… npm run --silent clew -- restore BACKUP.";
  return new CannotStart(`The database is damaged: ${errorMessage(error)}. ${advice}`, { cause: error });
}
