import { requireConfirmed } from "../access/confirmations.ts";
import { countMcpCall } from "../access/mcpUsage.ts";
import { whySessionEnded } from "../access/sessions.ts";
import { createSeal } from "../access/secrets.ts";
import { createCodeHash } from "../access/registrations.ts";
import { BackgroundTasks } from "../http/BackgroundTasks.ts";
import { withApiTokens } from "../http/apiTokenAuth.ts";
import { withImportTokens } from "../http/importTokenAuth.ts";
import { createMcpTokenAuth } from "../http/mcpTokenAuth.ts";
import { type AskDeps, TICKET_PURPOSE } from "../features/ask/askDeps.ts";
import { mountAsk } from "../features/ask/routes.ts";
import { mountModelOrder } from "../features/modelOrder/routes.ts";
import type { AppsDeps } from "../features/apps/appsDeps.ts";
import { mountAppCallbacks, mountApps } from "../features/apps/routes.ts";
import { mountApiTokens } from "../features/apiTokens/routes.ts";
import { mountAudit } from "../features/audit/routes.ts";
import { mountBacktest } from "../features/backtests/routes.ts";
import { type Invoker, createInvoker } from "../http/invoker.ts";
import { mountSourceChecks } from "../features/checks/routes.ts";
import { runStep, runTask } from "./engineTasks.ts";
import { mountOnThreads, principalOf } from "./mountOnThreads.ts";
import { mountCompanies } from "../features/companies/routes.ts";
import { mountPersonMerges } from "../features/persons/routes.ts";
import { mountDocumentStaleReferences } from "../features/documents/routes.ts";
import { mountDirectorySettings } from "../features/directory/routes.ts";
import { mountScim } from "../features/directory/scimRoutes.ts";
import { mountExpertPreferences } from "../features/experts/routes.ts";
import { mountCompanyHealth } from "../features/health/routes.ts";
import { mountInsightAnnotations, mountInsightTargets } from "../features/insights/routes.ts";
import { mountImports } from "../features/imports/routes.ts";
import { mountInstallation, mountSetup } from "../features/installation/routes.ts";
import { mountIssueWrites } from "../features/issueWrites/routes.ts";
import { mountIssueLists } from "../features/issues/routes.ts";
import { mountRequestLists } from "../features/requests/routes.ts";
import { clientAddress } from "../http/limits/clientAddress.ts";
import { ConcurrencyLimiter } from "../http/limits/ConcurrencyLimiter.ts";
import { limitQueuedCalls } from "../http/limits/limitQueuedCalls.ts";
import type { SetupDeps } from "../features/installation/setup.ts";
import { createSmtp } from "../mail/smtp.ts";
import { SYNC_OBJECTIVE_SECONDS } from "../sync/scheduling/schedule.ts";
import { createEgress } from "../sources/egress/egress.ts";
import { OAUTH_CALLBACK, mountOauth } from "../features/connections/routes.ts";
import { mountInvitations } from "../features/invitations/routes.ts";
import { mountMcpClients } from "../features/mcpClients/protocolRoutes.ts";
import { RESOURCE_METADATA_PATHS, resourceOf } from "../features/mcpClients/addresses.ts";
import { mountMcpConsent } from "../features/mcpClients/routes.ts";
import { mountMcpTokens } from "../features/mcpTokens/routes.ts";
import { mountNotices, mountUnsubscribe } from "../features/notices/routes.ts";
import { UNSUBSCRIBE_PURPOSE, unsubscribeTokens } from "../features/notices/unsubscribe.ts";
import { CHAT_LINK_PURPOSE, chatLinks } from "../features/chatActions/chatLinks.ts";
import { mountChatActions } from "../features/chatActions/routes.ts";
import { mountOutgoingWebhooks } from "../features/outgoingWebhooks/routes.ts";
import { mountMembers } from "../features/members/routes.ts";
import { SECOND_FACTOR_PURPOSE } from "../access/secondFactors.ts";
import { mountSecondFactors } from "../features/secondFactors/routes.ts";
import { mountSessions } from "../features/sessions/routes.ts";
import { mountProjects } from "../features/projects/routes.ts";
import { type RouteRegistrar, createRouter } from "../http/router.ts";
import { mountImportFiles } from "../http/openapi/importFiles.ts";
import { mountSchema } from "../http/openapi/routes.ts";
import { mountSearchOfAll } from "../features/search/routes.ts";
import { mountSavedSearches } from "../features/savedSearches/routes.ts";
import { mountReplies } from "../features/replies/routes.ts";
import type { ReplyDeps } from "../features/replies/writeReply.ts";
import { mountRules } from "../features/rules/routes.ts";
import { mountScip } from "../features/references/routes.ts";
import { mountGroups } from "../features/groups/routes.ts";
import { mountSources } from "../features/sources/routes.ts";
import { recordFirstSearch } from "../features/dashboard/firstSteps.ts";
import { mountDashboards } from "../features/dashboards/routes.ts";
import { mountExports } from "../features/exports/routes.ts";
import { mountOwnMetrics } from "../features/ownMetrics/routes.ts";
import { mountDashboard } from "../features/dashboard/routes.ts";
import { slackDepsOf } from "./startSlackSender.ts";
import { deliverDepsOf } from "./startWebhookSender.ts";
import { startReports } from "./startReports.ts";
import { mountSlack } from "../features/slack/routes.ts";
import { requireSlackChannel } from "../features/slack/slackChannels.ts";
import { mountSlackRequests } from "../features/slack/slackRequests.ts";
import { mountSsoCallbacks, mountSsoSettings, mountSsoSignIn } from "../features/sso/routes.ts";
import { mountSamlCallbacks } from "../features/sso/samlRoutes.ts";
import type { SsoDeps } from "../features/sso/ssoDeps.ts";
import { createReadRecords } from "../sources/oidc/domainRecords.ts";
import { mountUsers } from "../features/users/routes.ts";
import { mountWebhooks } from "../features/webhooks/routes.ts";
import { mountMcp } from "../mcp/mountMcp.ts";
import { askExpertsOf } from "./askExperts.ts";
import type { Engines } from "./engines.ts";
import type { Db } from "../db/openDb.ts";
import { hasEnabledSsoProvider } from "../db/tables/ssoProviders.ts";
import { modelDeps } from "./modelDeps.ts";
import type { Authenticate, WebDeps } from "./webDeps.ts";

/** For calls with long answers that are computed on the event loop. */
const QUEUED_CALLS = { concurrency: 16, maxQueued: 800, maxQueuedPerUser: 16, queueTimeoutMs: 20_000 };

/** Gives every call of the contract its handler, and agents access to the same ones. @returns what writes replies, which asks by the same calls */
export async function mountCalls(deps: WebDeps, engines: Engines, authenticate: Authenticate): Promise<ReplyDeps> {
  const { app, settings, publicUrl, onClose } = deps.server;
  const { secrets, database } = deps.storage;
  const { db } = database;
  const backgroundTasks = new BackgroundTasks((error) => app.log.error({ err: error }, "work after an answer failed"));
  onClose(() => backgroundTasks.drain());
  const { mount, invoke } = createMount(deps, authenticate, backgroundTasks);
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
  mountAccountCalls(mount, deps, backgroundTasks);
  mountProjectCalls(mount, deps, engines);
  mountEngineCalls(mount, db, engines);
  mountHealthCall(mount, deps);
  const askWith = askDeps(deps, invoke);
  mountAsk(mount, askWith);
  mountModelOrder(mount, { ...askWith, queue: deps.jobs.queue });
  mountOwnMetrics(mount, db);
  mountExports(mount, db);
  const { sources, connections, appTokens } = deps.connected;
  const replies = { db, secrets, sources, connections, appTokens, invoke };
  mountReplies(mount, replies);
  mountDashboards(mount, { db, invoke, now: deps.server.options.now ?? (() => new Date()) });
  const inBackground = (work: () => Promise<void>): void => backgroundTasks.add(work);
  await startReports(deps, { mount, invoke }, inBackground);
  const slack = slackDepsOf(deps.server, deps.storage, sources.egress);
  mountSlack(mount, slack);
  mountChatActions(mount, { db, invoke, links: chatLinks(createSeal(deps.storage.keys, CHAT_LINK_PURPOSE)) });
  await mountSlackRequests(app, { ...slack, invoke, inBackground });
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
  return replies;
}

/** Calls with long answers pass a limiter; each call is also given to agents. */
function createMount(
  { server, storage }: WebDeps,
  authenticate: Authenticate,
  backgroundTasks: BackgroundTasks,
): ReturnType<typeof createInvoker> {
  const { app, settings, metrics } = server;
  const { db } = storage.database;
  const agents = createMcpTokenAuth({
    db,
    callsPerMinute: settings.mcpRate,
    count: (tokenId, call) => backgroundTasks.add(() => countMcpCall(db, tokenId, call)),
  });
  const router = createRouter(app, {
    authenticate,
    whyEnded: (token) => whySessionEnded(db, token),
    agents: withApiTokens(db, settings.mcpRate, withImportTokens(db, agents)),
    requireConfirmed: (hash) => requireConfirmed(db, hash, settings.confirmMinutes),
    checkAnswers: settings.checkAnswers,
  });
  const { mount, invoke } = createInvoker(router, app.log);
  const limiter = new ConcurrencyLimiter({ ...QUEUED_CALLS, onRefused: () => metrics.refuse("queue") });
  const inBackground = (work: () => Promise<void>): void => backgroundTasks.add(work);
  return { mount: recordFirstSearch(limitQueuedCalls(mount, limiter), { db, inBackground }), invoke };
}

/** Calls about the installation, users and companies. */
function mountAccountCalls(mount: RouteRegistrar, deps: WebDeps, backgroundTasks: BackgroundTasks): void {
  const { server, storage, connected, mail } = deps;
  const { settings } = server;
  const { db } = storage.database;
  const announceInvitation = announcementOf(deps);
  mountInstallation(
    mount,
    settings,
    connected.connections.available,
    connected.listDemoPeople,
    () => hasEnabledSsoProvider(db, "Enterprise"),
    server.publicUrl,
  );
  mountSsoSignIn(mount, ssoDeps(deps));
  mountSsoSettings(mount, ssoDeps(deps));
  mountDirectorySettings(mount, { db, publicUrl: server.publicUrl });
  mountApps(mount, appsDeps(deps));
  mountSetup(mount, db, setupDeps(deps));
  mountSessions(mount, db);
  mountSecondFactors(mount, {
    db,
    mail,
    seal: createSeal(storage.keys, SECOND_FACTOR_PURPOSE),
    publicUrl: server.publicUrl,
  });
  mountMcpTokens(mount, db);
  mountMcpConsent(mount, { db, egress: connected.sources.egress, publicUrl: server.publicUrl });
  mountApiTokens(mount, { db, mail });
  mountDashboard(mount, db);
  mountNotices(mount, { db, sendsMail: mail.isSent });
  mountUsers(mount, { db, mail, codeHash: createCodeHash(storage.keys), backgroundTasks });
  mountAudit(mount, db);
  mountCompanies(mount, { db, quotas: settings.companyQuotas });
  mountInvitations(mount, { db, mail, announceInvitation });
  mountMembers(mount, { db, mail, announceInvitation });
}

function askDeps({ server, storage }: WebDeps, invoke: Invoker["invoke"]): AskDeps {
  return { ...modelDeps(server, storage), invoke, ticketSeal: createSeal(storage.keys, TICKET_PURPOSE) };
}

function ssoDeps({ server: { settings, publicUrl }, storage, connected, mail }: WebDeps): SsoDeps {
  return {
    mail,
    db: storage.database.db,
    secrets: storage.secrets,
    egress: connected.sources.egress,
    attemptSeal: createSeal(storage.keys, "sso"),
    readRecords: createReadRecords(settings.dnsServers),
    publicUrl,
    allowsPlainLdap: settings.allowsPlainLdap,
  };
}

function appsDeps({ server: { publicUrl }, storage, connected, jobs }: WebDeps): AppsDeps {
  return {
    db: storage.database.db,
    secrets: storage.secrets,
    egress: connected.sources.egress,
    // The same rows as those of sign-ins at providers.
    attemptSeal: createSeal(storage.keys, "oauth"),
    sync: jobs.sync,
    tokens: connected.appTokens,
    publicUrl,
  };
}

function setupDeps({ server: { settings, publicUrl }, connected }: WebDeps): SetupDeps {
  const { smtp } = settings;
  return {
    settings,
    publicUrl,
    callbackUrl: () => publicUrl() + OAUTH_CALLBACK,
    clientOf: connected.connections.clientOf,
    createTransport: smtp && (() => createSmtp(smtp)),
    createOwnEgress: (host) => createEgress({ allowed: [host] }),
  };
}

/** Calls about projects that read the database alone. */
function mountProjectCalls(mount: RouteRegistrar, deps: WebDeps, engines: Engines): void {
  const { settings, publicUrl } = deps.server;
  const { secrets, database } = deps.storage;
  const { sources, connections } = deps.connected;
  const { queue, sync, searchWatches } = deps.jobs;
  const { mail } = deps;
  const { db } = database;
  const announceInvitation = announcementOf(deps);
  const quotas = settings.companyQuotas;
  mountProjects(mount, { db, secrets, sources, sync, connections, mail, announceInvitation, quotas });
  mountSourceChecks(mount, { db, sources, secrets, connections });
  mountSources(mount, { db, sources, sync, secrets, publicUrl, connections });
  mountGroups(mount, { db, sources, sync, secrets, publicUrl, connections });
  mountImports(mount, { db, sync, quotas });
  mountScip(mount, { db, blobs: deps.storage.blobs, quotas });
  mountIssueLists(mount, db);
  mountIssueWrites(mount, { db, sources, secrets, connections, sync });
  mountRequestLists(mount, db);
  mountBacktest(mount, { db, queue });
  mountSavedSearches(mount, {
    db,
    requestComparison: ({ id, projectId }) =>
      projectId === null ? searchWatches.requestOverAll(id) : searchWatches.request(projectId),
  });
  const slack = slackDepsOf(deps.server, deps.storage, sources.egress);
  mountOutgoingWebhooks(mount, {
    ...deliverDepsOf(deps.server, deps.storage, sources.egress),
    channelName: requireSlackChannel.bind(null, slack),
    slackUrl: slack.slackUrl,
  });
  mountRules(mount, { db, sources, secrets, connections, askExperts: askExpertsOf(db, engines) });
  mountInsightTargets(mount, db);
  mountInsightAnnotations(mount, db);
  mountExpertPreferences(mount, db);
  mountPersonMerges(mount, db);
  mountDocumentStaleReferences(mount, db);
}

/** Calls that open indexes. */
function mountEngineCalls(mount: RouteRegistrar, db: Db, engines: Engines): void {
  mountOnThreads(mount, engines);
  mountSearchOfAll(mount, {
    db,
    searcher: {
      placeOf: (slug, user) => engines.placeOf(slug, principalOf(user).companyId),
      run: (name, task, { user, slug, signal }) =>
        runStep(engines, name, task, { principal: principalOf(user), key: slug, isSlice: true, signal }),
    },
    goToOne: (given, { user, slug, signal }) =>
      runTask(engines, "goToProject", given, { principal: principalOf(user), key: slug, signal }),
  });
}

function mountHealthCall(mount: RouteRegistrar, { server, storage, pool }: WebDeps): void {
  const { settings, metrics } = server;
  const { database, doesStoreAnswer } = storage;
  mountCompanyHealth(mount, {
    db: database.db,
    engine: database.engine,
    load: database.load,
    damage: database.damage,
    doesStoreAnswer,
    dataDir: settings.dataDir,
    sendsMail: settings.smtp !== undefined,
    objective: SYNC_OBJECTIVE_SECONDS,
    backupMaxHours: settings.backup.maxAgeHours,
    lag: () => metrics.loop.current,
    openBytes: () => pool.indexBytes,
  });
}

/** Without mail, the operator gives the link to the invited user. */
function announcementOf({ mail, server }: WebDeps): (email: string, path: string) => void {
  return (email, path) => {
    if (!mail.isSent) server.options.say(`Invitation for ${email}: ${mail.link(path)}`);
  };
}
