/** The schemas of the contract that the description of the API names. */
import { z } from "zod";
import * as accessPolicy from "../../../contract/access/accessPolicy.ts";
import * as analysis from "../../../contract/issues/analysis.ts";
import * as annotations from "../../../contract/insights/annotations.ts";
import * as apps from "../../../contract/integrations/apps.ts";
import * as apiTokens from "../../../contract/access/apiTokens.ts";
import * as ask from "../../../contract/search/ask.ts";
import * as modelOrder from "../../../contract/issues/modelOrder.ts";
import * as audit from "../../../contract/access/audit.ts";
import * as backtest from "../../../contract/issues/backtest.ts";
import * as chatActions from "../../../contract/notices/chatActions.ts";
import * as code from "../../../contract/code/code.ts";
import * as commitChanges from "../../../contract/code/commitChanges.ts";
import * as commits from "../../../contract/code/commits.ts";
import * as companies from "../../../contract/access/companies.ts";
import * as cardContents from "../../../contract/insights/cardContents.ts";
import * as dashboardCards from "../../../contract/insights/dashboardCards.ts";
import * as dashboards from "../../../contract/insights/dashboards.ts";
import * as reports from "../../../contract/insights/reports.ts";
import * as documents from "../../../contract/documents/documents.ts";
import * as evidence from "../../../contract/issues/evidence.ts";
import * as experts from "../../../contract/people/experts.ts";
import * as fieldSchemas from "../../../contract/fieldSchemas.ts";
import * as filterValues from "../../../contract/search/filterValues.ts";
import * as goTo from "../../../contract/search/goTo.ts";
import * as graph from "../../../contract/code/graph.ts";
import * as health from "../../../contract/access/health.ts";
import * as imports from "../../../contract/sources/imports.ts";
import * as insights from "../../../contract/insights/insights.ts";
import * as invoiceBuyer from "../../../contract/billing/invoiceBuyer.ts";
import * as exports from "../../../contract/insights/exports.ts";
import * as ownMetrics from "../../../contract/insights/ownMetrics.ts";
import * as installation from "../../../contract/access/installation.ts";
import * as mcpClients from "../../../contract/access/mcpClients.ts";
import * as issueWorkflow from "../../../contract/issues/issueWorkflow.ts";
import * as issueWrites from "../../../contract/issues/issueWrites.ts";
import * as issues from "../../../contract/issues/issues.ts";
import * as ledger from "../../../contract/sources/ledger.ts";
import * as linkedGroups from "../../../contract/sources/linkedGroups.ts";
import * as localization from "../../../contract/issues/localization.ts";
import * as notices from "../../../contract/notices/notices.ts";
import * as notifications from "../../../contract/notices/notifications.ts";
import * as replies from "../../../contract/issues/replies.ts";
import * as rules from "../../../contract/integrations/rules.ts";
import * as outgoingWebhooks from "../../../contract/notices/outgoingWebhooks.ts";
import * as overview from "../../../contract/overview.ts";
import * as personPage from "../../../contract/people/personPage.ts";
import * as persons from "../../../contract/people/persons.ts";
import * as projects from "../../../contract/projects.ts";
import * as planChange from "../../../contract/billing/planChange.ts";
import * as quotas from "../../../contract/access/quotas.ts";
import * as references from "../../../contract/code/references.ts";
import * as requestChecks from "../../../contract/requests/requestChecks.ts";
import * as requestFindings from "../../../contract/requests/requestFindings.ts";
import * as requestRef from "../../../contract/requests/requestRef.ts";
import * as requests from "../../../contract/requests/requests.ts";
import * as restricted from "../../../contract/issues/restricted.ts";
import * as savedSearches from "../../../contract/search/savedSearches.ts";
import * as search from "../../../contract/search/search.ts";
import * as secondFactors from "../../../contract/access/secondFactors.ts";
import * as sessions from "../../../contract/access/sessions.ts";
import * as setup from "../../../contract/access/setup.ts";
import * as chatUsers from "../../../contract/notices/chatUsers.ts";
import * as slack from "../../../contract/notices/slack.ts";
import * as teams from "../../../contract/notices/teams.ts";
import * as sources from "../../../contract/sources/sources.ts";
import * as directory from "../../../contract/access/directory.ts";
import * as ldap from "../../../contract/access/ldap.ts";
import * as sso from "../../../contract/access/sso.ts";
import * as users from "../../../contract/access/users.ts";

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  accessPolicy,
  analysis,
  annotations,
  apps,
  apiTokens,
  ask,
  modelOrder,
  audit,
  backtest,
  chatActions,
  code,
  commitChanges,
  commits,
  companies,
  cardContents,
  dashboardCards,
  dashboards,
  reports,
  documents,
  evidence,
  experts,
  fieldSchemas,
  filterValues,
  goTo,
  graph,
  health,
  imports,
  insights,
  invoiceBuyer,
  exports,
  ownMetrics,
  installation,
  mcpClients,
  issueWorkflow,
  issueWrites,
  issues,
  ledger,
  linkedGroups,
  localization,
  notices,
  notifications,
  outgoingWebhooks,
  replies,
  rules,
  overview,
  personPage,
  persons,
  projects,
  planChange,
  quotas,
  references,
  requestChecks,
  requestFindings,
  requestRef,
  requests,
  restricted,
  savedSearches,
  search,
  secondFactors,
  sessions,
  setup,
  chatUsers,
  slack,
  teams,
  sources,
  directory,
  ldap,
  sso,
  users,
];

const NAMED_TYPES: ReadonlySet<string> = new Set(["object", "union", "enum"]);

/** Exported objects, unions and enumerations by their names; scalars and lists are written where they are used. */
export const NAMED_SCHEMAS = z.registry<{ id: string }>();

const names = new Set<string>();
for (const [name, schema] of MODULES.flatMap((module) => Object.entries(module))) {
  // Some schemas have a second name.
  if (!(schema instanceof z.ZodType) || NAMED_SCHEMAS.has(schema) || !NAMED_TYPES.has(schema.def.type)) continue;
  if (names.has(name)) throw new Error(`Two schemas of the contract have the name ${name}.`);
  NAMED_SCHEMAS.add(schema, { id: name });
  names.add(name);
}
