/** The rules of all providers, one row each. It loads no client of a host. */
import type { Provider } from "../../../contract/constants.ts";
import type { ProviderRules } from "../connector/ProviderRules.ts";
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
export const rulesOf = (provider: string): ProviderRules => (isProvider(provider) ? PROVIDER_RULES[provider] : {});
