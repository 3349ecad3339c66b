/** The composition root: the only module that imports all others. `main.ts` runs it, and tests run it on a temporary folder. */
import type { FastifyInstance } from "fastify";
import { inviteFirstAdmin, invitationPath } from "./access/invitations.ts";
import { createSeal } from "./access/secrets.ts";
import { createApp, type ConnectionLimits } from "./http/app.ts";
import type { SocketLimits } from "./features/notifications/SocketHub.ts";
import { openAdminSocket } from "./cli/operator/adminSocket.ts";
import { isDamaged } from "./db/databaseErrors.ts";
import { restoreAdvice } from "./db/knownBackups.ts";
import type { OpenDb } from "./db/openedDb.ts";
import { CannotStart, errorMessage } from "./errors.ts";
import { createMail } from "./mail/Mail.ts";
import { MailSender } from "./mail/MailSender.ts";
import { createSmtp } from "./mail/smtp.ts";
import { createEngines } from "./wire/engines.ts";
import { serveSearch } from "./wire/serveSearch.ts";
import { serveWeb } from "./wire/serveWeb.ts";
import { redactSettings, type Settings } from "./settings.ts";
import { RecentErrors } from "./observability/RecentErrors.ts";
import { Metrics } from "./observability/Metrics.ts";
import { VERSION } from "./observability/version.ts";
import { connectSources } from "./wire/connectSources.ts";
import { createJobs } from "./wire/createJobs.ts";
import { closeWithTimeout, listen, urlOf } from "./wire/listen.ts";
import { mountMonitoring } from "./wire/mountMonitoring.ts";
import { createClosers } from "./wire/onClose.ts";
import { openStorage } from "./wire/openStorage.ts";
import { startHousekeeping } from "./wire/startHousekeeping.ts";

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
  const { dataDir, databaseUrl } = settings;
  const isWeb = settings.roles.includes("web");
  const isWorker = settings.roles.includes("worker");
  const isSearch = settings.roles.includes("search");
  /** It neither sends nor runs jobs, and leaves the installation's chores to others. */
  const isSearchAlone = isSearch && !isWeb && !isWorker;
  const engine = databaseUrl === undefined ? "pglite" : "postgres";
  const lastErrors = new RecentErrors();
  const log = options.logStream ?? process.stdout;
  const metrics = new Metrics({ version: VERSION, engine, roles: settings.roles });
  const app = await createApp({
    settings,
    metrics,
    connections: options.connections,
    logStream: {
      write: (line) => {
        log.write(line);
        lastErrors.onLogLine(line);
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

  /** Where people reach this server. Its own port is known once it listens. */
  const publicUrl = (): string => settings.publicUrl ?? urlOf(app, settings);

  try {
    const storage = await openStorage({
      settings,
      metrics,
      log: app.log,
      isDurable: options.isDurable,
      onLost: options.onFatal,
      onClose,
    });
    const { database, keys, secrets, blobs, doesStoreAnswer } = storage;
    const { db } = database;
    const connected = await connectSources({ settings, storage, metrics, log: app.log, publicUrl, onClose });
    const { sources, connections } = connected;
    const { queue, sync, searchWatches } = createJobs({ settings, storage, connected, log: app.log });

    const readMetrics = await mountMonitoring({ app, settings, storage, metrics, isReady: () => isReady, onClose });
    const seal = createSeal(keys, "mail");
    const mail = createMail({ isSent: settings.smtp !== undefined, seal, publicUrl });
    const pool =
      isWeb || isSearch
        ? createEngines({ settings, storage, connected, metrics, log: app.log, now: options.now, onClose })
        : undefined;
    if (isWeb && pool) {
      await serveWeb({
        app,
        settings,
        database,
        metrics,
        secrets,
        keys,
        sources,
        connections,
        pool,
        doesStoreAnswer,
        queue,
        sync,
        searchWatches,
        mail,
        publicUrl,
        socketLimits: options.socketLimits,
        say: options.say,
        onClose,
      });
    }

    if (isWorker && settings.smtp) {
      const sender = new MailSender({
        database,
        transport: createSmtp(settings.smtp),
        seal,
        onError: (error, about) => app.log.warn({ err: error, ...about }, "a mail could not be sent"),
        ...(options.mailRetryDelaysMs && { retryDelaysMs: options.mailRetryDelaysMs }),
      });
      await sender.start();
      onClose(() => sender.stop());
    }
    if (!isSearchAlone) {
      await queue.start();
      onClose(() => queue.stop());
      await sync.start();
      onClose(() => sync.stop());
      startHousekeeping({ db, settings, log: app.log, onClose });
    }

    const lines = await connected.seedDemo(sync);
    await listen(app, settings);
    onClose(() => closeWithTimeout(app));
    onClose(
      await openAdminSocket({
        dataDir,
        context: {
          db,
          mail,
          seal,
          settings,
          quotas: settings.companyQuotas,
          rotation: { database, keys, dataDir, masterKey: settings.masterKey },
          running: { metrics: readMetrics, errors: () => lastErrors.list() },
        },
        backupTarget: () => ({ database, blobs, dataDir, masterKey: keys.current }),
        onError: (error) => app.log.error({ err: error }, "the operator's command failed"),
      }),
    );
    if (isSearch && pool) {
      const address = await serveSearch({ settings, db, keys, pool, metrics, log: app.log, onClose });
      app.log.info({ address }, "tasks of web processes are taken");
    }
    isReady = true;
    // Where there is to be a demo, a worker makes its people.
    const isSeeded = settings.demo && (!isWorker || lines.length > 0);
    const invitation = isSeeded || isSearchAlone ? undefined : await inviteFirstAdmin(db);
    options.say(`Clew is at ${publicUrl()}`);
    for (const line of [...lines, ...connected.problems]) options.say(line);
    if (invitation !== undefined) {
      options.say(
        `No user has an account yet. The first Admin registers at ${publicUrl()}${invitationPath(invitation)}`,
      );
    }
    return { url: urlOf(app, settings), app, database, stop };
  } catch (error) {
    await stop();
    throw isDamaged(error) ? damagedDatabase(error, settings) : error;
  }
}

/** The reason why the server cannot start on a damaged database, with the way to restore it. */
function damagedDatabase(error: unknown, { dataDir, databaseUrl, masterKey }: Settings): CannotStart {
  const advice =
    databaseUrl === undefined
      ? restoreAdvice(dataDir, { hasKeyFile: masterKey === undefined })
      : "Restore a backup into an empty PostgreSQL: CLEW_DATA=NEW DATABASE_URL=postgres://… npm run --silent clew -- restore BACKUP.";
  return new CannotStart(`The database is damaged: ${errorMessage(error)}. ${advice}`, { cause: error });
}
