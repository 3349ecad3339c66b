/** What a process with the role `web` does besides listening: answers calls, and delivers events to connected clients. */
import { HOUR_SECONDS } from "../../contract/durations.ts";
import type { FastifyInstance } from "fastify";
import { requireConfirmed } from "../access/confirmations.ts";
import { countMcpCall } from "../access/mcpUsage.ts";
import type { KeyRing } from "../access/KeyRing.ts";
import { createCodeHash } from "../access/registrations.ts";
import type { Secrets } from "../access/secrets.ts";
import { findPrincipal, type Principal } from "../access/sessions.ts";
import { redeemSocketTicket } from "../access/socketTickets.ts";
import { BackgroundTasks } from "../http/BackgroundTasks.ts";
import { createMcpTokenAuth } from "../http/mcpTokenAuth.ts";
import { mountAudit } from "../features/audit/routes.ts";
import { mountBacktest } from "../features/backtests/routes.ts";
import { createInvoker } from "../http/invoker.ts";
import type { EnginePool } from "../http/compute/EnginePool.ts";
import { askerOf, mountOnThreads, runInner } from "../http/compute/mountOnThreads.ts";
import { mountCompanies } from "../features/companies/routes.ts";
import { mountContributors } from "../features/persons/routes.ts";
import { mountExpertPreferences } from "../features/experts/routes.ts";
import { mountCompanyHealth } from "../features/health/routes.ts";
import { mountInstallation } from "../features/installation/routes.ts";
import { mountIssueLists } from "../features/issues/routes.ts";
import { ConcurrencyLimiter } from "../http/limits/ConcurrencyLimiter.ts";
import { limitEngines } from "../http/limits/limitEngines.ts";
import { SocketHub, type SocketLimits } from "../features/notifications/SocketHub.ts";
import { mountNotifications } from "../features/notifications/routes.ts";
import type { Connections } from "../features/connections/service.ts";
import { mountOauth } from "../features/connections/routes.ts";
import { isOriginAllowed } from "../http/cors.ts";
import { mountInvitations } from "../features/invitations/routes.ts";
import { mountMcpTokens } from "../features/mcpTokens/routes.ts";
import { mountMembers } from "../features/members/routes.ts";
import { mountSessions } from "../features/sessions/routes.ts";
import { mountProjects } from "../features/projects/routes.ts";
import { createRouter } from "../http/router.ts";
import { mountSchema } from "../http/openapi/routes.ts";
import { IndexWarmer } from "../features/search/IndexWarmer.ts";
import { mountSearchOfAll } from "../features/search/routes.ts";
import { mountSavedSearches } from "../features/savedSearches/routes.ts";
import { mountSources } from "../features/sources/routes.ts";
import { mountDashboard } from "../features/dashboard/routes.ts";
import { mountUsers } from "../features/users/routes.ts";
import { mountWebhooks } from "../features/webhooks/routes.ts";
import type { OpenDb } from "../db/openedDb.ts";
import { EventFeed } from "../events/EventFeed.ts";
import type { StoredEvent } from "../db/tables/events.ts";
import type { Queue } from "../jobs/Queue.ts";
import type { Mail } from "../mail/Mail.ts";
import { mountMcp } from "../mcp/mountMcp.ts";
import type { Settings } from "../settings.ts";
import type { Sources } from "../sources/createSources.ts";
import type { SearchWatchJobs } from "../sync/searchWatchJobs.ts";
import type { SyncService } from "../sync/SyncService.ts";
import { type Engines, routeEngines } from "./engines.ts";
import type { Metrics } from "../observability/Metrics.ts";

/** What is promised of a source: a tenth of those that are due is read in each minute, so all but one in a hundred are within the hour. */
const SYNC_OBJECTIVE_SECONDS = HOUR_SECONDS;
/** Calls with long answers that are made on the event loop: a few work, the others wait, each user in their own queue. */
const ENGINE_QUEUE = { concurrency: 16, maxQueued: 800, maxQueuedPerUser: 16, queueTimeoutMs: 20_000 };

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
type Authenticate = (token: string, address?: string) => Promise<Principal | undefined>;

export async function serveWeb(deps: WebDeps): Promise<void> {
  const { db } = deps.database;
  const engines = await routeEngines(deps);
  const authenticate: Authenticate = (token, address) => findPrincipal(db, token, new Date(), address);
  await mountCalls(deps, { engines, authenticate });
  await startEventDelivery(deps, { engines, authenticate });
}

/** Gives every call of the contract its handler, and agents access to the same ones. */
async function mountCalls(
  deps: WebDeps,
  { engines, authenticate }: { readonly engines: Engines; readonly authenticate: Authenticate },
): Promise<void> {
  const { app, settings, database, metrics, secrets, keys, sources, connections, queue, sync, searchWatches, mail } =
    deps;
  const { publicUrl, say, onClose } = deps;
  const { db } = database;
  const announceInvitation = (email: string, path: string): void => {
    if (!mail.isSent) say(`Invitation for ${email}: ${mail.link(path)}`);
  };
  const backgroundTasks = new BackgroundTasks((error) => app.log.error({ err: error }, "work after an answer failed"));
  onClose(() => backgroundTasks.drain());
  const agents = createMcpTokenAuth({
    db,
    callsPerMinute: settings.mcpRate,
    count: (tokenId, call) => backgroundTasks.add(() => countMcpCall(db, tokenId, call)),
  });
  const { mount: record, invoke } = createInvoker(
    createRouter(app, {
      authenticate,
      agents,
      requireConfirmed: (hash) => requireConfirmed(db, hash, settings.confirmMinutes),
      checkAnswers: settings.checkAnswers,
    }),
    app.log,
  );
  const gate = new ConcurrencyLimiter({ ...ENGINE_QUEUE, onRefused: () => metrics.refuse("engines") });
  const mount = limitEngines(record, gate);
  const codeHash = createCodeHash(keys);
  mountSchema(app, publicUrl);
  mountInstallation(mount, settings, connections.available);
  mountOauth(app, mount, { connections, publicUrl });
  await mountWebhooks(app, { db, secrets, sync });
  mountSessions(mount, db);
  mountMcpTokens(mount, db);
  mountDashboard(mount, db);
  mountUsers(mount, { db, mail, codeHash, backgroundTasks });
  mountAudit(mount, db);
  mountCompanies(mount, { db, quotas: settings.companyQuotas });
  mountInvitations(mount, { db, mail, announceInvitation });
  mountMembers(mount, { db, mail, announceInvitation });
  mountProjects(mount, {
    db,
    secrets,
    sources,
    sync,
    connections,
    mail,
    announceInvitation,
    quotas: settings.companyQuotas,
  });
  mountSources(mount, { db, sources, sync, secrets, publicUrl, connections });
  mountIssueLists(mount, db);
  mountBacktest(mount, { db, queue });
  mountSavedSearches(mount, {
    db,
    requestComparison: ({ id, projectId }) =>
      projectId === null ? searchWatches.requestOverAll(id) : searchWatches.request(projectId),
  });
  mountOnThreads(mount, engines);
  mountSearchOfAll(mount, {
    db,
    searcher: {
      placeOf: (slug, user) => engines.placeOf(slug, askerOf(user).company),
      run: (name, given, { user, slug, signal }) =>
        runInner(engines, name, given, { asker: askerOf(user), key: slug, isSlice: true, signal }),
    },
    goToOne: (given, { user, slug, signal }) =>
      runInner(engines, "goToProject", given, { asker: askerOf(user), key: slug, signal }),
  });
  mountCompanyHealth(mount, {
    db,
    engine: database.engine,
    load: database.load,
    damage: database.damage,
    doesStoreAnswer: deps.doesStoreAnswer,
    dataDir: settings.dataDir,
    sendsMail: settings.smtp !== undefined,
    objective: SYNC_OBJECTIVE_SECONDS,
    backupMaxHours: settings.backup.maxAgeHours,
    lag: () => metrics.loop.current,
    openBytes: () => deps.pool.indexBytes,
  });
  mountExpertPreferences(mount, db);
  mountContributors(mount, db);
  const inBackground = (work: () => Promise<void>): void => backgroundTasks.add(work);
  mountMcp(app, { db, invoke, publicUrl, callsPerMinute: settings.mcpRate, inBackground });
}

/** Opens the socket of notifications, and sends subscribers the events that any process stores. */
async function startEventDelivery(
  { app, settings, database, metrics, socketLimits, onClose }: WebDeps,
  { engines, authenticate }: { readonly engines: Engines; readonly authenticate: Authenticate },
): Promise<void> {
  const { db } = database;
  const onError = (error: unknown): void => {
    app.log.error({ err: error }, "an event could not be delivered");
  };
  const hub = new SocketHub(db, onError, {
    limits: socketLimits,
    onRefused: () => metrics.refuse("sockets"),
  });
  metrics.probe({ sockets: () => hub.size });
  mountNotifications(app, {
    hub,
    authenticate,
    redeem: (ticket) => redeemSocketTicket(db, ticket),
    isOriginAllowed: (origin, host) => isOriginAllowed(origin, host, settings.allowedOrigins),
  });
  const warmer = new IndexWarmer({
    db,
    log: app.log,
    warm: async ({ id, slug, company_id: company }, signal) => {
      await runInner(engines, "warm", { projectId: id }, { asker: null, key: slug, company, signal });
    },
  });
  onClose(() => warmer.stop());
  const onEvent = async (event: StoredEvent): Promise<void> => {
    warmer.onEvent(event);
    await hub.deliver(event);
  };
  const feed = new EventFeed({ database, onEvent, onError });
  await feed.start();
  await warmer.start();
  onClose(() => feed.stop());
  hub.start();
  onClose(() => hub.stop());
}
