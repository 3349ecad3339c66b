import { createSeal } from "../access/keys/secrets.ts";
import { mountAsk } from "../features/ask/routes.ts";
import { mountModelOrder } from "../features/modelOrder/routes.ts";
import { mountAppCallbacks } from "../features/apps/routes.ts";
import { mountScim } from "../features/directory/scimRoutes.ts";
import { clientAddress } from "../http/limits/clientAddress.ts";
import { mountOauth } from "../features/connections/routes.ts";
import { mountMcpClients } from "../features/mcpClients/protocolRoutes.ts";
import { RESOURCE_METADATA_PATHS, resourceOf } from "../features/mcpClients/addresses.ts";
import { mountUnsubscribe } from "../features/notices/routes.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../features/notices/unsubscribe.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../features/chatActions/chatLinks.ts";
import { mountChatActions } from "../features/chatActions/routes.ts";
import { mountImportFiles } from "../http/openapi/importFiles.ts";
import { mountSchema } from "../http/openapi/routes.ts";
import { mountReplies } from "../features/replies/routes.ts";
import { mountDashboards } from "../features/dashboards/routes.ts";
import { mountExports } from "../features/exports/routes.ts";
import { mountOwnMetrics } from "../features/ownMetrics/routes.ts";
import { mountReports } from "../features/reports/routes.ts";
import { mountReportUnsubscribe } from "../features/reports/reportUnsubscribe.ts";
import type { CallMount } from "./createMount.ts";
import type { Reports } from "./createReports.ts";
import { mountSlack } from "../features/slack/routes.ts";
import { mountSlackRequests } from "../features/slack/slackRequests.ts";
import { mountTeamsActivities } from "../features/teams/teamsActivities.ts";
import { mountTeams } from "../features/teams/routes.ts";
import { mountSsoCallbacks } from "../features/sso/routes.ts";
import { mountSamlCallbacks } from "../features/sso/samlRoutes.ts";
import { mountWebhooks } from "../features/webhooks/routes.ts";
import { mountMcp } from "../mcp/mountMcp.ts";
import type { Engines } from "./engines.ts";
import type { WebDeps } from "./webDeps.ts";
import { appsDeps, askDeps, replyDeps, ssoDeps } from "./integrationDeps.ts";
import { mountAccountCalls, mountHealthCall } from "./mountAccountCalls.ts";
import { mountEngineCalls, mountProjectCalls } from "./mountProjectCalls.ts";

/** Gives every call of the contract its handler, and agents access to the same ones. */
export async function mountCalls(deps: WebDeps, engines: Engines, calls: CallMount, reports: Reports): Promise<void> {
  const { app, settings, publicUrl } = deps.server;
  const { secrets, database } = deps.storage;
  const { db } = database;
  const { mount, invoke, inBackground } = calls;
  mountSchema(app, publicUrl);
  mountImportFiles(app);
  mountOauth(app, mount, { connections: deps.connected.connections, publicUrl });
  await mountSsoCallbacks(app, ssoDeps(deps));
  await mountSamlCallbacks(app, ssoDeps(deps));
  await mountScim(app, { db, publicUrl });
  await mountMcpClients(app, { db, publicUrl });
  mountAppCallbacks(app, appsDeps(deps));
  await mountWebhooks(app, { db, secrets, sync: deps.jobs.sync, egress: deps.connected.sources.egress });
  await mountUnsubscribe(app, { db, tokens: unsubscribeTokens(createSeal(deps.storage.keys, UNSUBSCRIBE_PURPOSE)) });
  mountAccountCalls(mount, deps, inBackground);
  mountProjectCalls(mount, deps, engines);
  mountEngineCalls(mount, db, engines);
  mountHealthCall(mount, deps);
  const askWith = askDeps(deps, invoke);
  mountAsk(mount, askWith);
  mountModelOrder(mount, { ...askWith, queue: deps.jobs.queue });
  mountOwnMetrics(mount, db);
  mountExports(mount, db);
  mountReplies(mount, replyDeps(deps, invoke));
  mountDashboards(mount, { db, invoke, now: deps.server.options.now ?? (() => new Date()) });
  await mountReportUnsubscribe(app, { db, seal: reports.seal });
  mountReports(mount, reports, () => inBackground(() => reports.runner.run()));
  const { slack, teams } = deps.chats;
  mountSlack(mount, slack);
  mountChatActions(mount, { db, invoke, links: chatLinks(createSeal(deps.storage.keys, CHAT_LINK_PURPOSE)) });
  await mountSlackRequests(app, { ...slack, invoke, inBackground });
  mountTeams(mount, teams);
  await mountTeamsActivities(app, { ...teams, invoke, inBackground });
  mountMcp(app, {
    db,
    invoke,
    publicUrl,
    resource: () => resourceOf(publicUrl()),
    resourceMetadata: () => new URL(RESOURCE_METADATA_PATHS[0], resourceOf(publicUrl())).href,
    callsPerMinute: settings.mcpRate,
    addressOf: clientAddress,
    inBackground,
  });
}
