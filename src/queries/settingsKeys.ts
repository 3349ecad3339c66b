import type { PlanName } from "../../contract/access/companies.ts";
import type { Chat } from "../../contract/notices/chatActionKinds.ts";
import type { QuerySent } from "../../contract/callTypes.ts";
import { USER, allOf, company, keyOf, project, type QueryKey } from "./queryKey.ts";

// Keys with which others are outdated.
const rules = (slug: string): QueryKey => keyOf(project(slug), "listRules", {});
const deliveries = (webhookId: string): QueryKey => keyOf(USER, "listDeliveries", { webhookId });

/** The owner of outgoing webhooks. */
type WebhookOwner = { readonly project: string } | { readonly company: string };

/** The keys of the settings of companies and projects; apart from the others, which each screen loads. */
export const settingsKeys = {
  modelOrder: (slug: string) => keyOf(project(slug), "getModelOrder", {}),
  outgoingWebhooks: (owner: WebhookOwner) =>
    "project" in owner
      ? keyOf(USER, "listOutgoingWebhooks", owner)
      : keyOf(USER, "listCompanyWebhooks", { id: owner.company }),
  deliveries,
  delivery: (webhookId: string, deliveryId: string) => keyOf(deliveries(webhookId), "getDelivery", { deliveryId }),
  rules,
  ruleRuns: (slug: string, ruleId: string) => keyOf(rules(slug), "listRuleRuns", { ruleId }),
  projectContents: (slug: string) => keyOf(project(slug), "projectContents", {}),
  /** All pages and filters of the audit log. */
  auditLog: (companyId: string) => allOf(company(companyId), "listAudit"),
  audit: (companyId: string, filter: QuerySent<"listAudit">) => keyOf(company(companyId), "listAudit", filter),
  invoiceBuyer: (companyId: string) => keyOf(company(companyId), "getInvoiceBuyer", {}),
  planPreview: (companyId: string, plan: PlanName) => keyOf(company(companyId), "previewPlan", { plan }),
  slackApp: (companyId: string) => keyOf(USER, "getSlackApp", { id: companyId }),
  chatChannels: (chat: Chat, companyId: string) =>
    keyOf(USER, chat === "slack" ? "listSlackChannels" : "listTeamsChannels", { id: companyId }),
  teamsApp: (companyId: string) => keyOf(USER, "getTeamsApp", { id: companyId }),
  chatUser: (chat: Chat) => keyOf(USER, chat === "slack" ? "getSlackLink" : "getTeamsLink", {}),
  noticeSettings: () => keyOf(USER, "getNoticeSettings", {}),
} as const;
