/** The role `web`: answers calls, and delivers events to connected clients. */
import { findPrincipal } from "../access/sessions/sessions.ts";
import { redeemSocketTicket } from "../access/sessions/socketTickets.ts";
import { runTask } from "./engineTasks.ts";
import { SocketHub } from "../features/notifications/SocketHub.ts";
import { mountNotifications } from "../features/notifications/routes.ts";
import { isOriginAllowed } from "../http/cors.ts";
import { IndexWarmer } from "../features/search/IndexWarmer.ts";
import { EventFeed } from "../events/EventFeed.ts";
import type { StoredEvent } from "../db/tables/operations/events.ts";
import { type Engines, routeEngines } from "./engines.ts";
import { createMount } from "./createMount.ts";
import { createReports } from "./createReports.ts";
import { mountCalls } from "./mountCalls.ts";
import { startWebTasks } from "./startWebTasks.ts";
import type { Authenticate, WebDeps } from "./webDeps.ts";

export async function serveWeb(deps: WebDeps): Promise<void> {
  const { db } = deps.storage.database;
  const engines = await routeEngines(deps);
  const authenticate: Authenticate = (token, place) => findPrincipal(db, token, new Date(), place);
  const calls = createMount(deps, authenticate);
  const reports = createReports(deps, calls.invoke);
  await mountCalls(deps, engines, calls, reports);
  await startEventDelivery(deps, engines, authenticate);
  await startWebTasks(deps, engines, { invoke: calls.invoke, reports: reports.runner });
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
