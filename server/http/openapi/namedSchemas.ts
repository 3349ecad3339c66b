/** The schemas of the contract that the description of the API names. */
import { z } from "zod";
import * as accessPolicy from "../../../contract/accessPolicy.ts";
import * as analysis from "../../../contract/analysis.ts";
import * as annotations from "../../../contract/annotations.ts";
import * as apps from "../../../contract/apps.ts";
import * as apiTokens from "../../../contract/apiTokens.ts";
import * as ask from "../../../contract/ask.ts";
import * as modelOrder from "../../../contract/modelOrder.ts";
import * as audit from "../../../contract/audit.ts";
import * as backtest from "../../../contract/backtest.ts";
import * as chatActions from "../../../contract/chatActions.ts";
import * as code from "../../../contract/code.ts";
import * as commitChanges from "../../../contract/commitChanges.ts";
import * as commits from "../../../contract/commits.ts";
import * as companies from "../../../contract/companies.ts";
import * as dashboards from "../../../contract/dashboards.ts";
import * as reports from "../../../contract/reports.ts";
import * as documents from "../../../contract/documents.ts";
import * as evidence from "../../../contract/evidence.ts";
import * as experts from "../../../contract/experts.ts";
import * as fieldSchemas from "../../../contract/fieldSchemas.ts";
import * as filterValues from "../../../contract/filterValues.ts";
import * as goTo from "../../../contract/goTo.ts";
import * as graph from "../../../contract/graph.ts";
import * as health from "../../../contract/health.ts";
import * as imports from "../../../contract/imports.ts";
import * as insights from "../../../contract/insights.ts";
import * as invoiceBuyer from "../../../contract/invoiceBuyer.ts";
import * as exports from "../../../contract/exports.ts";
import * as ownMetrics from "../../../contract/ownMetrics.ts";
import * as installation from "../../../contract/installation.ts";
import * as mcpClients from "../../../contract/mcpClients.ts";
import * as issueWorkflow from "../../../contract/issueWorkflow.ts";
import * as issueWrites from "../../../contract/issueWrites.ts";
import * as issues from "../../../contract/issues.ts";
import * as ledger from "../../../contract/ledger.ts";
import * as linkedGroups from "../../../contract/linkedGroups.ts";
import * as localization from "../../../contract/localization.ts";
import * as notices from "../../../contract/notices.ts";
import * as notifications from "../../../contract/notifications.ts";
import * as replies from "../../../contract/replies.ts";
import * as rules from "../../../contract/rules.ts";
import * as outgoingWebhooks from "../../../contract/outgoingWebhooks.ts";
import * as overview from "../../../contract/overview.ts";
import * as personPage from "../../../contract/personPage.ts";
import * as persons from "../../../contract/persons.ts";
import * as projects from "../../../contract/projects.ts";
import * as planChange from "../../../contract/planChange.ts";
import * as quotas from "../../../contract/quotas.ts";
import * as references from "../../../contract/references.ts";
import * as requestChecks from "../../../contract/requestChecks.ts";
import * as requestFindings from "../../../contract/requestFindings.ts";
import * as requestRef from "../../../contract/requestRef.ts";
import * as requests from "../../../contract/requests.ts";
import * as restricted from "../../../contract/restricted.ts";
import * as savedSearches from "../../../contract/savedSearches.ts";
import * as search from "../../../contract/search.ts";
import * as secondFactors from "../../../contract/secondFactors.ts";
import * as sessions from "../../../contract/sessions.ts";
import * as setup from "../../../contract/setup.ts";
import * as slack from "../../../contract/slack.ts";
import * as sources from "../../../contract/sources.ts";
import * as directory from "../../../contract/directory.ts";
import * as ldap from "../../../contract/ldap.ts";
import * as sso from "../../../contract/sso.ts";
import * as users from "../../../contract/users.ts";

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
  slack,
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
