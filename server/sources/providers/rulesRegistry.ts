/** The rules of all providers, one row each. It loads no client of a host. */
import type { Provider } from "../../../contract/constants.ts";
import { originOf, serviceOf } from "../egress/credentialOrigins.ts";
import type { OtherHost, ProviderRules } from "../connector/ProviderRules.ts";
import type { LinkedKind } from "../sourceTypes.ts";
import { bitbucketRules } from "./bitbucket/bitbucketRules.ts";
import { confluenceRules } from "./confluence/confluenceRules.ts";
import { customRules } from "./custom/customRules.ts";
import { githubRules } from "./github/githubRules.ts";
import { gitlabRules } from "./gitlab/gitlabRules.ts";
import { jiraRules } from "./jira/jiraRules.ts";

const PROVIDER_RULES: Readonly<Record<Provider, ProviderRules>> = {
  github: githubRules,
  gitlab: gitlabRules,
  bitbucket: bitbucketRules,
  git: {},
  jira: jiraRules,
  confluence: confluenceRules,
  custom: customRules,
};

const isProvider = (name: string): name is Provider => Object.hasOwn(PROVIDER_RULES, name);

/** The rules of a provider; none for an unknown one. */
export const providerRulesOf = (provider: string): ProviderRules =>
  isProvider(provider) ? PROVIDER_RULES[provider] : {};

/** The provider under which the accounts of a source's host are connected. */
export const connectionProviderOf = (provider: string): string =>
  providerRulesOf(provider).sharedAccounts?.connection ?? provider;

/** Whether an account that was connected at an origin may be used for a source. */
export const isServedBy = (source: { readonly provider: string; readonly url: string }, origin: string): boolean =>
  serviceOf(origin).includes(
    providerRulesOf(source.provider).sharedAccounts?.originFor(source.url) ?? originOf(source.url),
  );

/** The host of an address where its forms differ from the usual ones of the provider; null for all others. */
export const otherHostOf = (provider: string, url: string): OtherHost | null =>
  (URL.canParse(url) && providerRulesOf(provider).otherHosts?.(new URL(url))) || null;

/** The events of a source's webhook in the names of its host; undefined where it has none. */
export function webhookEventsOf(source: {
  readonly provider: string;
  readonly url: string;
  readonly kind: LinkedKind;
}): readonly string[] | undefined {
  const { provider, url, kind } = source;
  return (otherHostOf(provider, url)?.webhookEvents ?? providerRulesOf(provider).webhooks?.events)?.[kind];
}
