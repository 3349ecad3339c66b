/** The role `web`: answers calls, and delivers events to connected clients. */
import { findPrincipal } from "../access/sessions.ts";
import { redeemSocketTicket } from "../access/socketTickets.ts";
import { runTask } from "./engineTasks.ts";
import { CheckReporter } from "../features/checks/CheckReporter.ts";
import { checkLanguage } from "../features/checks/publishReport.ts";
import { HeldWriteSender } from "../features/issueWrites/HeldWriteSender.ts";
import { WriteReconciler } from "../features/issueWrites/WriteReconciler.ts";
import { ReplyRunner } from "../features/replies/ReplyRunner.ts";
import type { ReplyDeps } from "../features/replies/writeReply.ts";
import { RuleRunner } from "../features/rules/RuleRunner.ts";
import { SocketHub } from "../features/notifications/SocketHub.ts";
import { mountNotifications } from "../features/notifications/routes.ts";
import { isOriginAllowed } from "../http/cors.ts";
import { IndexWarmer } from "../features/search/IndexWarmer.ts";
import { EventFeed } from "../events/EventFeed.ts";
import type { StoredEvent } from "../db/tables/events.ts";
import { askExpertsOf } from "./askExperts.ts";
import { type Engines, routeEngines } from "./engines.ts";
import { mountCalls } from "./mountCalls.ts";
import type { Authenticate, WebDeps } from "./webDeps.ts";

export async function serveWeb(deps: WebDeps): Promise<void> {
  const { db } = deps.storage.database;
  const engines = await routeEngines(deps);
  const authenticate: Authenticate = (token, place) => findPrincipal(db, token, new Date(), place);
  const replies = await mountCalls(deps, engines, authenticate);
  await startEventDelivery(deps, engines, authenticate);
  startIssueWrites(deps, engines, replies);
  startCheckReporter(deps, engines);
}

/** Reports on requests at their host, with texts that engine threads compose. */
function startCheckReporter({ server, storage, connected }: WebDeps, engines: Engines): void {
  const { db } = storage.database;
  const reporter = new CheckReporter(
    {
      db,
      secrets: storage.secrets,
      egress: connected.sources.egress,
      sources: connected.sources,
      connections: connected.connections,
      compose: async (run, signal) => {
        const { id: requestId, project_id: id, slug, company_id: companyId } = run;
        const given = { project: { id, slug, companyId }, requestId, language: checkLanguage(run) };
        return runTask(engines, "composeCheck", given, { principal: null, key: slug, company: companyId, signal });
      },
      link: (path) => server.publicUrl() + path,
    },
    (error) => {
      server.app.log.error({ err: error }, "checks of requests could not be reported");
    },
  );
  reporter.start(server.options.pollMs);
  server.onClose(() => reporter.stop());
}

/** Sends changes of several issues and of rules, finds out what has become of changes whose answers were lost, and writes replies. */
function startIssueWrites({ server, storage, connected, jobs }: WebDeps, engines: Engines, replyDeps: ReplyDeps): void {
  const { sources, connections } = connected;
  const deps = { db: storage.database.db, secrets: storage.secrets, sources, connections, sync: jobs.sync };
  const reconciler = new WriteReconciler(deps, (error) => {
    server.app.log.error({ err: error }, "changes to trackers could not be looked for");
  });
  const sender = new HeldWriteSender(deps, (error) => {
    server.app.log.error({ err: error }, "changes of several issues could not be sent");
  });
  const runner = new RuleRunner({ ...deps, askExperts: askExpertsOf(deps.db, engines) }, (error) => {
    server.app.log.error({ err: error }, "rules could not be run");
  });
  const replies = new ReplyRunner(replyDeps, (error) => {
    server.app.log.error({ err: error }, "replies could not be written");
  });
  reconciler.start();
  for (const task of [sender, runner, replies]) task.start(server.options.pollMs);
  for (const task of [reconciler, sender, runner, replies]) server.onClose(() => task.stop());
}

/** Opens the socket of notifications, and sends subscribers the events that any process stores. */
async function startEventDelivery(
  { server, storage: { database } }: WebDeps,
  engines: Engines,
  authenticate: Authenticate,
): Promise<void> {
  const { app, settings, options, metrics, onClose } = server;
  const { db } = database;
  const onError = (error: unknown): void => {
    app.log.error({ err: error }, "an event could not be delivered");
  };
  const hub = new SocketHub(db, onError, {
    limits: options.socketLimits,
    onRefused: () => metrics.refuse("sockets"),
  });
  metrics.probe({ sockets: () => hub.size });
  mountNotifications(app, {
    hub,
    authenticate,
    redeem: (ticket, address) => redeemSocketTicket(db, ticket, address),
    isOriginAllowed: (origin, host) => isOriginAllowed(origin, host, settings.allowedOrigins),
  });
  const warmer = new IndexWarmer({
    db,
    log: app.log,
    warm: async ({ id, slug, company_id: company }, signal) => {
      await runTask(engines, "warm", { projectId: id }, { principal: null, key: slug, company, signal });
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
