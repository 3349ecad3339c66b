import { mountBacktest } from "../features/backtests/routes.ts";
import { mountSourceChecks } from "../features/checks/routes.ts";
import { runStep, runTask } from "./engineTasks.ts";
import { mountOnThreads, computePrincipalOf } from "./mountOnThreads.ts";
import { mountPersonMerges } from "../features/persons/routes.ts";
import { mountDocumentStaleReferences } from "../features/documents/routes.ts";
import { mountExpertPreferences } from "../features/experts/routes.ts";
import { mountInsightAnnotations, mountInsightTargets } from "../features/insights/routes.ts";
import { mountImports } from "../features/imports/routes.ts";
import { mountIssueWrites } from "../features/issueWrites/routes.ts";
import { mountIssueLists } from "../features/issues/routes.ts";
import { mountRequestLists } from "../features/requests/routes.ts";
import { mountOutgoingWebhooks } from "../features/outgoingWebhooks/routes.ts";
import { mountProjects } from "../features/projects/routes.ts";
import type { RouteRegistrar } from "../http/router.ts";
import { mountSearchOfAll } from "../features/search/routes.ts";
import { mountSavedSearches } from "../features/savedSearches/routes.ts";
import { mountMarks } from "../features/marks/routes.ts";
import { mountRules } from "../features/rules/routes.ts";
import { mountScip } from "../features/references/routes.ts";
import { mountHostAccess } from "../features/hostAccess/routes.ts";
import { mountGroups } from "../features/groups/routes.ts";
import { mountSources } from "../features/sources/routes.ts";
import { requireSlackChannel } from "../features/slack/slackChannels.ts";
import { requireTeamsChannel } from "../features/teams/teamsChannels.ts";
import { askExpertsOf } from "./askExperts.ts";
import type { Engines } from "./engines.ts";
import type { Db } from "../db/openDb.ts";
import type { WebDeps } from "./webDeps.ts";
import { announcementOf, deliverDepsOf } from "./integrationDeps.ts";

/** Calls about projects that read the database alone. */
export function mountProjectCalls(mount: RouteRegistrar, deps: WebDeps, engines: Engines): void {
  const { settings, publicUrl } = deps.server;
  const { secrets, database } = deps.storage;
  const { sources, connections, appTokens } = deps.connected;
  const { queue, sync, searchWatches } = deps.jobs;
  const { mail } = deps;
  const { db } = database;
  const announceInvitation = announcementOf(deps);
  const quotas = settings.companyQuotas;
  mountProjects(mount, { db, secrets, sources, sync, connections, mail, announceInvitation, quotas });
  mountSourceChecks(mount, { db, sources, secrets, connections });
  mountSources(mount, { db, sources, sync, secrets, publicUrl, connections });
  mountHostAccess(mount, { db, sources, connections, checks: deps.jobs.access });
  mountGroups(mount, { db, sources, sync, secrets, publicUrl, connections });
  mountImports(mount, { db, sync, quotas });
  mountScip(mount, { db, blobs: deps.storage.blobs, quotas });
  mountIssueLists(mount, db);
  mountIssueWrites(mount, { db, sources, secrets, connections, appTokens, sync });
  mountRequestLists(mount, db);
  mountBacktest(mount, { db, queue });
  mountSavedSearches(mount, {
    db,
    requestComparison: ({ id, projectId }) =>
      projectId === null ? searchWatches.requestOverAll(id) : searchWatches.request(projectId),
  });
  const { slack, teams } = deps.chats;
  mountOutgoingWebhooks(mount, {
    ...deliverDepsOf(deps.storage, sources.egress, deps.chats),
    apps: {
      slack_app: { channelName: requireSlackChannel.bind(null, slack), url: slack.slackUrl },
      teams_app: { channelName: requireTeamsChannel.bind(null, teams), url: teams.cloud.botUrl },
    },
  });
  mountRules(mount, { db, sources, secrets, connections, askExperts: askExpertsOf(db, engines) });
  mountMarks(mount, db);
  mountInsightTargets(mount, db);
  mountInsightAnnotations(mount, db);
  mountExpertPreferences(mount, db);
  mountPersonMerges(mount, db);
  mountDocumentStaleReferences(mount, db);
}

/** Calls that open indexes. */
export function mountEngineCalls(mount: RouteRegistrar, db: Db, engines: Engines): void {
  mountOnThreads(mount, engines);
  mountSearchOfAll(mount, {
    db,
    searcher: {
      threadOf: (slug, user) => engines.threadOf(slug, computePrincipalOf(user).companyId),
      run: (name, task, { user, slug, signal }) =>
        runStep(engines, name, task, { principal: computePrincipalOf(user), key: slug, isSlice: true, signal }),
    },
    goToOne: (input, { user, slug, signal }) =>
      runTask(engines, "goToProject", input, { principal: computePrincipalOf(user), key: slug, signal }),
  });
}
