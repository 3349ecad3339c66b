/** The composition root: the only module that imports all others. `main.ts` runs it, and tests run it on a temporary folder. */
import { chatDepsOf } from "./wire/integrationDeps.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { inviteFirstAdmin, invitationPath } from "./access/invitations.ts";
import { createSeal } from "./access/keys/secrets.ts";
import { createApp } from "./http/app.ts";
import { isDamaged } from "./db/databaseErrors.ts";
import { restoreAdvice } from "./db/knownBackups.ts";
import type { Db } from "./db/openDb.ts";
import type { OpenDb } from "./db/openedDb.ts";
import { CannotStart, errorMessage } from "./errors.ts";
import { createMail } from "./mail/Mail.ts";
import { createEngines } from "./wire/engines.ts";
import { serveMirrors } from "./wire/serveMirrors.ts";
import { serveSearch } from "./wire/serveSearch.ts";
import { serveWeb } from "./wire/serveWeb.ts";
import { cliCall } from "./productFiles.ts";
import { settingsForLog } from "./observability/settingsForLog.ts";
import type { Settings } from "./settings.ts";
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
import { BillingRunner } from "./access/billing/BillingRunner.ts";
import { AccessRunner } from "./features/hostAccess/AccessRunner.ts";
import { createHousekeeping } from "./wire/createHousekeeping.ts";
import { reportFailure, startTasks } from "./wire/processTasks.ts";
import type { ServerOptions, ServerProcess } from "./wire/ServerProcess.ts";
import { startWorkerTasks } from "./wire/startWorkerTasks.ts";

export interface RunningServer {
  /** `http://host:port`, as reached from this machine. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: OpenDb;
  /**
   * Reports that the server is not ready, and answers requests for `Settings.drainMs` more, so that a balancer has sent others elsewhere
   * before `stop` refuses connections.
   */
  drain(): Promise<void>;
  /** Finishes running requests, closes the sockets with a close frame, returns the jobs to the queue and closes the database. */
  stop(): Promise<void>;
}

/** @throws CannotStart with one sentence for the operator */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  const recentErrors = new RecentErrors();
  const engine = settings.databaseUrl === undefined ? "pglite" : "postgres";
  const metrics = new Metrics({ version: VERSION, engine, roles: settings.roles });
  const log = options.logStream ?? process.stdout;
  let isReady = false;
  let isDraining = false;
  const app = await createApp({
    settings,
    metrics,
    connections: options.connections,
    isDraining: () => isDraining,
    logStream: {
      write: (line) => {
        log.write(line);
        recentErrors.onLogLine(line);
      },
    },
  });
  app.log.info({ settings: settingsForLog(settings) }, "starting");
  const { onClose, closeAll } = createClosers((error) => app.log.error({ err: error }, "stopping failed"));
  metrics.loop.start();
  onClose(() => metrics.loop.stop());
  const stop = (): Promise<void> => {
    isReady = false;
    return closeAll();
  };
  const drain = async (): Promise<void> => {
    isReady = false;
    isDraining = true;
    if (settings.roles.includes("web")) await sleep(settings.drainMs);
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
    return { url: urlOf(app, settings), app, database, drain, stop };
  } catch (error) {
    await stop();
    throw isDamaged(error) ? damagedDatabase(error, settings) : error;
  }
}

/** Opens what all roles need, then starts each role of this process. @returns lines for the operator */
async function startRoles(
  server: ServerProcess,
): Promise<{ readonly database: OpenDb; readonly lines: readonly string[] }> {
  const { settings, options, app, publicUrl } = server;
  const [isWeb, isWorker, isSearch] = (["web", "worker", "search"] as const).map((role) =>
    settings.roles.includes(role),
  );
  const storage = await openStorage(server);
  const connected = await connectSources(server, storage);
  const jobs = createJobs(server, storage, connected);
  const readMetrics = await mountMonitoring(server, storage);
  const { database, keys } = storage;
  const seal = createSeal(keys, "mail");
  const mail = createMail({ isSent: settings.smtp !== undefined, seal, publicUrl });
  const pool = isWeb || isSearch ? createEngines(server, storage, connected) : undefined;
  const { egress } = connected.sources;
  const chats = chatDepsOf(server, storage, egress);
  if (isWeb && pool) await serveWeb({ server, storage, connected, jobs, pool, mail, chats });
  if (isWorker && database.engine === "postgres") await serveMirrors(server, storage, connected.sources);
  if (isWorker) await startWorkerTasks(server, storage, { egress, mail, seal, jobs, chats });
  if (isWeb || isWorker) {
    await startJobs(jobs, server.onClose);
    const { db } = database;
    const billing = new BillingRunner({ db, mail, onError: reportFailure(server, "billing") });
    const access = new AccessRunner(jobs.access, reportFailure(server, "access"));
    await startTasks(server, [createHousekeeping(server, db, mail), billing, access]);
  }
  const demoLines = await connected.seedDemo(jobs.sync);
  const { secrets } = storage;
  await options.prepare?.(app, { db: database.db, secrets, sources: connected.sources, sync: jobs.sync });
  await listen(app, settings);
  server.onClose(() => closeWithTimeout(app));
  await openOperatorSocket(server, { storage, mail, seal, readMetrics });
  if (isSearch && pool) {
    const address = await serveSearch(server, storage, pool);
    app.log.info({ address }, "tasks of web processes are taken");
  }
  const invitation = await firstInvitation(server, database.db, demoLines.length > 0);
  return { database, lines: [`Clew is at ${publicUrl()}`, ...demoLines, ...connected.problems, ...invitation] };
}

/** The line with which the first Admin registers. A demo has users already, and a process with the role `search` alone invites no one. */
async function firstInvitation(
  { settings, publicUrl }: ServerProcess,
  db: Db,
  hasDemo: boolean,
): Promise<readonly string[]> {
  const isWorker = settings.roles.includes("worker");
  // Without the role `worker`, another process sets up the demo.
  if (settings.demo && (!isWorker || hasDemo)) return [];
  if (!isWorker && !settings.roles.includes("web")) return [];
  const invitation = await inviteFirstAdmin(db);
  if (invitation === undefined) return [];
  return [`No user has an account yet. The first Admin registers at ${publicUrl()}${invitationPath(invitation)}`];
}

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
      : `Restore a backup into an empty PostgreSQL: CLEW_DATA=NEW DATABASE_URL=postgres://… ${cliCall("restore BACKUP")}.`;
  return new CannotStart(`The database is damaged: ${errorMessage(error)}. ${advice}`, { cause: error });
}
