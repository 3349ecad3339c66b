/** The composition root: the only module that knows all others. `main.ts` runs it, and tests run it on a folder of their own. */
import { MINUTE_MS, HOUR_MS } from "../contract/durations.ts";
import { availableParallelism } from "node:os";
import type { FastifyInstance } from "fastify";
import { inviteFirstAdmin, invitationPath } from "./access/invitations.ts";
import { checkMasterKey } from "./access/masterKeyFingerprint.ts";
import { readKeyRing } from "./access/KeyRing.ts";
import { watchKey } from "./access/keyRotation.ts";
import { createSeal, createSecrets } from "./access/secrets.ts";
import { createApp, type ConnectionLimits } from "./api/app.ts";
import { withTimeout } from "./api/withTimeout.ts";
import { mountHealth } from "./api/health/mountHealth.ts";
import { mountMetrics, openOperatorPort, readMetrics } from "./api/metrics/mountMetrics.ts";
import type { SocketLimits } from "./api/notifications/SocketHub.ts";
import { createConnections } from "./api/oauth/connections.ts";
import { OAUTH_CALLBACK } from "./api/oauth/mountOauth.ts";
import { openAdminSocket } from "./cli/operator/adminSocket.ts";
import { prepareDataFolder } from "./db/dataFolder.ts";
import { isDamaged, isOutage } from "./db/databaseErrors.ts";
import { ClockTrust } from "./db/ClockTrust.ts";
import { deleteExpiredRows } from "./db/housekeeping.ts";
import { restoreAdvice } from "./db/knownBackups.ts";
import { migrate } from "./db/migrate.ts";
import { withAdvisoryLock } from "./db/withAdvisoryLock.ts";
import { openDb } from "./db/openDb.ts";
import type { OpenDb } from "./db/openedDb.ts";
import { openDemo } from "./demo/openDemo.ts";
import { CannotStart, errorMessage } from "./errors.ts";
import { doesStoreAnswer } from "./index/blobs/storeFailure.ts";
import { createIndexBuilder } from "./index/builder.ts";
import { checkBlobs, locateBlobs, openBlobs } from "./index/openBlobs.ts";
import { createQueue } from "./jobs/createQueue.ts";
import { createMail } from "./mail/Mail.ts";
import { MailSender } from "./mail/MailSender.ts";
import { createSmtp } from "./mail/smtp.ts";
import { serveWeb } from "./serveWeb.ts";
import { redactSettings, type Settings } from "./settings.ts";
import { createOauthClients } from "./sources/oauth/oauthClients.ts";
import { createSources } from "./sources/createSources.ts";
import { createBacktestJobs } from "./sync/backtestJobs.ts";
import { createSync } from "./sync/createSync.ts";
import { createDiskReserve } from "./sync/diskReserve.ts";
import { createIssueAnalysisJobs } from "./sync/issueAnalysisJobs.ts";
import { createLineCountJobs } from "./sync/lineCountJobs.ts";
import { backupWarning, readBackupAge } from "./observability/backupAge.ts";
import { RecentErrors } from "./observability/RecentErrors.ts";
import { Metrics } from "./observability/Metrics.ts";
import { VERSION } from "./observability/version.ts";

/** Milliseconds that the blob store has to answer a health check. */
const STORE_TIMEOUT_MS = 3000;
/** The interval at which sources are synced without a request. */
const RESYNC_INTERVAL_MS = 15 * MINUTE_MS;
/** How long active requests may continue after the signal to stop. */
const STOP_TIMEOUT_MS = 10_000;

export interface ServerOptions {
  /** False only in tests. */
  readonly isDurable?: boolean;
  /** What counts as now for Insights; only tests set it. */
  readonly now?: () => Date;
  /** Milliseconds after the first, second … failure to send a mail; only tests set it. */
  readonly mailRetryAfter?: readonly number[];
  /** How patient the server is with slow clients, and how many sockets it keeps; only tests set them. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly socketLimits?: SocketLimits | undefined;
  /** Where log lines go; standard output when left out. */
  readonly logStream?: { write(line: string): void };
  /** Tells the operator something that belongs on the screen and in no log, such as an invitation's link. */
  readonly say: (line: string) => void;
  /** Called when the database is lost and the server has to end. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningServer {
  /** `http://host:port`, as reached from this machine. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: OpenDb;
  /** Finishes what is being answered, says goodbye to the sockets, puts the jobs back and closes the database. */
  stop(): Promise<void>;
}

/** @throws CannotStart with one sentence for the operator */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const { dataDir, databaseUrl } = settings;
  const isWeb = settings.roles.includes("web");
  const isWorker = settings.roles.includes("worker");
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
  /** What has been opened, to be closed in the opposite order. */
  const closers: (() => Promise<void> | void)[] = [];
  let isReady = false;
  metrics.loop.start();
  closers.push(() => metrics.loop.stop());
  const stop = async (): Promise<void> => {
    isReady = false;
    for (let close = closers.pop(); close; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        app.log.error({ err: error }, "stopping failed");
      }
    }
  };

  try {
    prepareDataFolder(dataDir);
    const database = await openDb({
      dataDir,
      databaseUrl,
      onLost: options.onFatal,
      ...(options.isDurable !== undefined && { isDurable: options.isDurable }),
    });
    const { db } = database;
    closers.push(() => database.close());
    database.load.onWaited = (seconds) => metrics.databaseWaited(seconds);
    for (const warning of database.warnings) app.log.warn(warning);
    await migrate(db);

    /** What the operator is shown of a demo that could not be set up: the server itself needs none of it. */
    const problems: string[] = [];
    const withoutDemo = (error: unknown): undefined => {
      if (isOutage(error) || isDamaged(error)) throw error;
      app.log.error({ err: error }, "the demo could not be set up");
      problems.push(`The demo could not be set up: ${errorMessage(error)}. The server runs without it.`);
    };
    const demo = settings.demo && isWorker ? await openDemo(db, dataDir).catch(withoutDemo) : undefined;
    if (demo) closers.push(() => demo.stop());
    const keys = readKeyRing(settings);
    await checkMasterKey(db, keys);
    closers.push(await watchKey({ database, keys, dataDir, onWarning: (warning) => app.log.warn(warning) }));
    const secrets = createSecrets(keys);
    const sources = createSources({
      dataDir,
      allowedNetworks: [...settings.allowedNetworks, ...(demo?.allowedNetworks ?? [])],
      allowedPaths: [...settings.allowedPaths, ...(demo?.allowedPaths ?? [])],
      onResponse: (status) => metrics.egressResponse(status),
    });
    closers.push(() => sources.close());
    const connections = createConnections({
      db,
      secrets,
      roundSeal: createSeal(keys, "oauth"),
      clients: createOauthClients(settings.oauth, sources.egress),
      redirectUri: () => publicUrl() + OAUTH_CALLBACK,
    });
    await connections.adoptOrigins();
    const location = locateBlobs(settings);
    await checkBlobs(location);
    if (location.driver === "files" && databaseUrl !== undefined) {
      app.log.warn(
        `The index is kept in ${location.folder}: every process on this database must see that folder. CLEW_BLOBS=database or s3 need none.`,
      );
    }
    const blobs = openBlobs(location);
    const storeAnswers = async (): Promise<boolean> =>
      (await withTimeout(doesStoreAnswer(blobs), STORE_TIMEOUT_MS)) === true;
    const builder = createIndexBuilder({ blobs: location, threads: Math.max(1, availableParallelism() - 1) });
    closers.push(() => builder.close());

    const queue = createQueue({
      database,
      databaseUrl,
      isWorker,
      onError: (error, about) => app.log.error({ err: error, ...about }, "job failed"),
    });
    const issueRows = createIssueAnalysisJobs({ db, queue, blobs: location });
    const mirrorOf = (id: string, signal: AbortSignal): Promise<string> => sync.mirrorOf(id, signal);
    const lineCounts = createLineCountJobs({ db, queue, mirrorOf });
    const sync = createSync({
      db,
      queue,
      sources,
      builder,
      blobs,
      maxFiles: settings.mostFiles,
      quotas: settings.companyQuotas,
      openCredential: (secretId) => secrets.openCredential(db, secretId),
      connectionToken: (connectionId, isForced) => connections.token(connectionId, isForced),
      onError: (error, about) => app.log.error({ err: error, ...about }, "sync failed"),
      onSynced: async (projectId) => {
        await issueRows.request(projectId);
        await lineCounts.request(projectId);
      },
      isWorker,
      checkDisk: createDiskReserve(dataDir, settings.diskReserve),
      resyncIntervalMs: RESYNC_INTERVAL_MS,
    });
    sync.register();
    lineCounts.register();
    issueRows.register();
    const onBacktestError = (error: unknown): void => app.log.error({ err: error }, "a backtest failed");
    createBacktestJobs({ db, queue, blobs: location, mirrorOf, onError: onBacktestError }).register();

    mountHealth(app, { db, isReady: () => isReady });
    const onMetricsError = (error: unknown): void =>
      app.log.warn({ err: error }, "the metrics could not be read whole");
    mountMetrics(app, { db, metrics, token: settings.metricsToken, onError: onMetricsError });
    metrics.probe({
      database: () => database.load,
      isDamaged: () => database.damage.metAt !== null,
      doesStoreAnswer: storeAnswers,
    });
    if (settings.operatorPort) {
      const opened = await openOperatorPort({
        ...settings.operatorPort,
        db,
        metrics,
        onError: onMetricsError,
        isReady: () => isReady,
      });
      closers.push(() => opened.close());
      app.log.info({ port: opened.port }, "the operator's port is open");
    }
    const publicUrl = (): string => settings.publicUrl ?? urlOf(app, settings);
    const seal = createSeal(keys, "mail");
    const mail = createMail({ isSent: settings.smtp !== undefined, seal, publicUrl });
    if (isWeb) {
      await serveWeb({
        app,
        settings,
        database,
        metrics,
        secrets,
        keys,
        sources,
        connections,
        blobs: location,
        doesStoreAnswer: storeAnswers,
        queue,
        sync,
        mail,
        publicUrl,
        now: options.now,
        socketLimits: options.socketLimits,
        say: options.say,
        onClose: (close) => closers.push(close),
      });
    }

    if (isWorker && settings.smtp) {
      const sender = new MailSender({
        database,
        transport: createSmtp(settings.smtp),
        seal,
        onError: (error, about) => app.log.warn({ err: error, ...about }, "a mail could not be sent"),
        ...(options.mailRetryAfter && { retryAfter: options.mailRetryAfter }),
      });
      await sender.start();
      closers.push(() => sender.stop());
    }
    await queue.start();
    closers.push(() => queue.stop());
    await sync.start();
    closers.push(() => sync.stop());
    const lookAtBackups = async (): Promise<void> => {
      const warning = backupWarning(await readBackupAge(db, new Date()), settings.backup.maxAgeHours);
      if (warning !== undefined) app.log.warn(warning);
    };
    const clock = new ClockTrust();
    const hourly = async (): Promise<void> => {
      if (clock.isTrusted()) await deleteExpiredRows(db);
      else app.log.warn("The clock was set forward. What is old by this clock is deleted a day after that.");
      await lookAtBackups();
    };
    const sweeper = setInterval(() => void hourly().catch((error: unknown) => app.log.error({ err: error })), HOUR_MS);
    closers.push(() => clearInterval(sweeper));

    const lines = demo
      ? await withAdvisoryLock(database, "seed", () => demo.seed({ db, secrets, sources, sync })).catch(withoutDemo)
      : undefined;
    await listen(app, settings);
    closers.push(() => closeWithTimeout(app));
    closers.push(
      await openAdminSocket({
        dataDir,
        context: {
          db,
          mail,
          seal,
          settings,
          quotas: settings.companyQuotas,
          rotation: { database, keys, dataDir, masterKey: settings.masterKey },
          running: { metrics: () => readMetrics(db, metrics, onMetricsError), errors: () => lastErrors.list() },
        },
        keep: {
          database,
          blobs,
          dataDir,
          get masterKey() {
            return keys.current;
          },
        },
        onError: (error) => app.log.error({ err: error }, "the operator's command failed"),
      }),
    );
    isReady = true;
    // Where there is to be a demo, a worker makes its people.
    const isSeeded = settings.demo && (!isWorker || (lines ?? []).length > 0);
    const invitation = isSeeded ? undefined : await inviteFirstAdmin(db);
    options.say(`Clew is at ${publicUrl()}`);
    for (const line of [...(lines ?? []), ...problems]) options.say(line);
    if (invitation !== undefined) {
      options.say(
        `Nobody has an account yet. The first Admin registers at ${publicUrl()}${invitationPath(invitation)}`,
      );
    }
    return { url: urlOf(app, settings), app, database, stop };
  } catch (error) {
    await stop();
    if (!isDamaged(error)) throw error;
    const hasKeyFile = settings.masterKey === undefined;
    throw new CannotStart(
      `The database is damaged: ${errorMessage(error)}. ${
        databaseUrl === undefined
          ? restoreAdvice(dataDir, { hasKeyFile })
          : "Restore a backup into an empty PostgreSQL: CLEW_DATA=NEW DATABASE_URL=postgres://… npm run --silent clew -- restore BACKUP."
      }`,
      { cause: error },
    );
  }
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") {
      throw new CannotStart(`Port ${port} of ${host} is in use. Set PORT to another one.`, { cause: error });
    }
    if (code === "EACCES")
      throw new CannotStart(`Port ${port} needs rights that this user does not have.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
      throw new CannotStart(`HOST is ${host}, which is no address of this machine.`, { cause: error });
    }
    throw error;
  }
}

function urlOf(app: FastifyInstance, settings: Settings): string {
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  const host = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function closeWithTimeout(app: FastifyInstance): Promise<void> {
  const force = setTimeout(() => {
    app.server.closeAllConnections();
  }, STOP_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(force);
  }
}
