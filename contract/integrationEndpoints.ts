import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { CheckPreview, SourceChecks, SourceChecksChoice } from "./requestChecks.ts";
import { RequestFindings, RequestFindingsQuery } from "./requestFindings.ts";
import { TokenAnswer } from "./users.ts";
import {
  AppStep,
  HostApp,
  InstallationRepositoriesQuery,
  InstallationRepositoryPage,
  NewAppBody,
  UsableInstallation,
} from "./apps.ts";
import {
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
  NewOutgoingWebhook,
  OutgoingWebhook,
  OutgoingWebhooksQuery,
  OutgoingWebhookBody,
  OutgoingWebhookChange,
} from "./outgoingWebhooks.ts";
import {
  DryRun,
  DryRunBody,
  NewRuleBody,
  Rule,
  RuleBody,
  RuleRunPage,
  RuleRunsQuery,
  Rules,
  RulesQuery,
  RulesStopBody,
  RuleSwitchBody,
} from "./rules.ts";
import {
  NewSsoProviderBody,
  SsoBeginBody,
  SsoBegun,
  SsoDomain,
  SsoDomainBody,
  SsoExchangeBody,
  SsoPolicyBody,
  SsoProvider,
  SsoProviderBody,
  SsoSettings,
  SsoTest,
} from "./sso.ts";

// A table: one call, one row.
/** Calls that connect a company with other systems: single sign-on, outgoing webhooks, apps at code hosts, rules and reports on requests. */
// prettier-ignore
export const INTEGRATION_ENDPOINTS = {
  getSso: { method: "GET", path: "companies/:id/sso/", auth: "user", status: 200, response: SsoSettings, runs: "main", agents: false, expired: false, confirm: false },
  setSsoPolicy: { method: "PUT", path: "companies/:id/sso/", auth: "user", body: SsoPolicyBody, status: 200, response: SsoSettings, runs: "main", agents: false, expired: false, confirm: true },
  createSsoProvider: { method: "POST", path: "companies/:id/sso/providers/", auth: "user", body: NewSsoProviderBody, status: 201, response: SsoProvider, runs: "main", agents: false, expired: false, confirm: true },
  updateSsoProvider: { method: "PUT", path: "companies/:id/sso/providers/:providerId/", auth: "user", body: SsoProviderBody, status: 200, response: SsoProvider, runs: "main", agents: false, expired: false, confirm: true },
  deleteSsoProvider: { method: "DELETE", path: "companies/:id/sso/providers/:providerId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  testSsoProvider: { method: "POST", path: "companies/:id/sso/providers/:providerId/test/", auth: "user", status: 200, response: SsoTest, runs: "main", agents: false, expired: false, confirm: false },
  addSsoDomain: { method: "POST", path: "companies/:id/sso/providers/:providerId/domains/", auth: "user", body: SsoDomainBody, status: 201, response: SsoDomain, runs: "main", agents: false, expired: false, confirm: true },
  verifySsoDomain: { method: "POST", path: "companies/:id/sso/domains/:domainId/verify/", auth: "user", status: 200, response: SsoDomain, runs: "main", agents: false, expired: false, confirm: true },
  deleteSsoDomain: { method: "DELETE", path: "companies/:id/sso/domains/:domainId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  ssoBegin: { method: "POST", path: "users/sso/begin/", auth: "none", body: SsoBeginBody, status: 200, response: SsoBegun, runs: "main", agents: false, expired: true, confirm: false },
  ssoExchange: { method: "POST", path: "users/sso/exchange/", auth: "none", body: SsoExchangeBody, status: 200, response: TokenAnswer, runs: "main", agents: false, expired: true, confirm: false },
  listOutgoingWebhooks: { method: "GET", path: "outgoing-webhooks/", auth: "user", query: OutgoingWebhooksQuery, status: 200, response: z.array(OutgoingWebhook), runs: "main", agents: false, expired: false, confirm: false },
  createOutgoingWebhook: { method: "POST", path: "projects/:id/outgoing-webhooks/", auth: "user", body: OutgoingWebhookBody, status: 201, response: NewOutgoingWebhook, runs: "main", agents: false, expired: false, confirm: true },
  listCompanyWebhooks: { method: "GET", path: "companies/:id/outgoing-webhooks/", auth: "user", status: 200, response: z.array(OutgoingWebhook), runs: "main", agents: false, expired: false, confirm: false },
  createCompanyWebhook: { method: "POST", path: "companies/:id/outgoing-webhooks/", auth: "user", body: OutgoingWebhookBody, status: 201, response: NewOutgoingWebhook, runs: "main", agents: false, expired: false, confirm: true },
  changeOutgoingWebhook: { method: "PUT", path: "outgoing-webhooks/:webhookId/", auth: "user", body: OutgoingWebhookChange, status: 200, response: OutgoingWebhook, runs: "main", agents: false, expired: false, confirm: false },
  removeOutgoingWebhook: { method: "DELETE", path: "outgoing-webhooks/:webhookId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  rotateWebhookSecret: { method: "POST", path: "outgoing-webhooks/:webhookId/rotate/", auth: "user", status: 200, response: NewOutgoingWebhook, runs: "main", agents: false, expired: false, confirm: true },
  testOutgoingWebhook: { method: "POST", path: "outgoing-webhooks/:webhookId/test/", auth: "user", status: 200, response: DeliveryDetails, runs: "main", agents: false, expired: false, confirm: false },
  listDeliveries: { method: "GET", path: "outgoing-webhooks/:webhookId/deliveries/", auth: "user", query: DeliveriesQuery, status: 200, response: DeliveryPage, runs: "main", agents: false, expired: false, confirm: false },
  getDelivery: { method: "GET", path: "webhook-deliveries/:deliveryId/", auth: "user", status: 200, response: DeliveryDetails, runs: "main", agents: false, expired: false, confirm: false },
  replayDelivery: { method: "POST", path: "webhook-deliveries/:deliveryId/replay/", auth: "user", status: 200, response: Delivery, runs: "main", agents: false, expired: false, confirm: false },
  listHostApps: { method: "GET", path: "companies/:id/apps/", auth: "user", status: 200, response: z.array(HostApp), runs: "main", agents: false, expired: false, confirm: false },
  registerHostApp: { method: "POST", path: "companies/:id/apps/", auth: "user", body: NewAppBody, status: 200, response: AppStep, runs: "main", agents: false, expired: false, confirm: true },
  removeHostApp: { method: "DELETE", path: "companies/:id/apps/:appId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  installHostApp: { method: "POST", path: "companies/:id/apps/:appId/install/", auth: "user", status: 200, response: AppStep, runs: "main", agents: false, expired: false, confirm: false },
  refreshHostApp: { method: "POST", path: "companies/:id/apps/:appId/refresh/", auth: "user", status: 200, response: HostApp, runs: "main", agents: false, expired: false, confirm: false },
  listUsableInstallations: { method: "GET", path: "app-installations/", auth: "user", status: 200, response: z.array(UsableInstallation), runs: "main", agents: false, expired: false, confirm: false },
  installationRepositories: { method: "GET", path: "app-installations/:installationId/repositories/", auth: "user", query: InstallationRepositoriesQuery, status: 200, response: InstallationRepositoryPage, runs: "main", agents: false, expired: false, confirm: false },
  listRules: { method: "GET", path: "rules/", auth: "user", query: RulesQuery, status: 200, response: Rules, runs: "main", agents: false, expired: false, confirm: false },
  createRule: { method: "POST", path: "rules/", auth: "user", body: NewRuleBody, status: 201, response: Rule, runs: "main", agents: false, expired: false, confirm: false },
  stopRules: { method: "POST", path: "rules/stop/", auth: "user", body: RulesStopBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  changeRule: { method: "PUT", path: "rules/:ruleId/", auth: "user", body: RuleBody, status: 200, response: Rule, runs: "main", agents: false, expired: false, confirm: false },
  removeRule: { method: "DELETE", path: "rules/:ruleId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  switchRule: { method: "POST", path: "rules/:ruleId/switch/", auth: "user", body: RuleSwitchBody, status: 200, response: Rule, runs: "main", agents: false, expired: false, confirm: false },
  dryRunRule: { method: "POST", path: "rules/:ruleId/dry-run/", auth: "user", body: DryRunBody, status: 200, response: DryRun, runs: "main", agents: false, expired: false, confirm: false },
  listRuleRuns: { method: "GET", path: "rules/:ruleId/runs/", auth: "user", query: RuleRunsQuery, status: 200, response: RuleRunPage, runs: "main", agents: false, expired: false, confirm: false },
  getSourceChecks: { method: "GET", path: "sources/:itemId/checks/", auth: "user", status: 200, response: SourceChecks, runs: "main", agents: false, expired: false, confirm: false },
  chooseSourceChecks: { method: "PUT", path: "sources/:itemId/checks/", auth: "user", body: SourceChecksChoice, status: 200, response: SourceChecks, runs: "main", agents: false, expired: false, confirm: false },
  previewSourceChecks: { method: "GET", path: "sources/:itemId/check-preview/", auth: "user", status: 200, response: z.array(CheckPreview), runs: "engine", agents: false, expired: false, confirm: false },
  requestFindings: { method: "GET", path: "request-findings/", auth: "user", query: RequestFindingsQuery, status: 200, response: RequestFindings, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
