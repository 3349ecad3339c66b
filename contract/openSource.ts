/**
 * What the Standard plan may link (section 9 of the specification: open source from a code-hosting provider), for both sides. Free of zod.
 */
import { PLANS, REPOSITORY_PROVIDERS, TRACKER_PROVIDERS, WIKI_PROVIDERS } from "./constants.ts";

type PlanName = keyof typeof PLANS;
export const PROVIDERS = {
  repository: REPOSITORY_PROVIDERS,
  tracker: TRACKER_PROVIDERS,
  wiki: WIKI_PROVIDERS,
} as const;
type Kind = keyof typeof PROVIDERS;
export type Provider = (typeof PROVIDERS)[Kind][number];

/** Plain git and Jira are not code hosts. A wiki is judged by its visibility alone. */
const HOSTS_NO_CODE: readonly Provider[] = ["git", "jira"];

/** The providers whose sources a plan may link. */
export const providersOf = (plan: PlanName, kind: Kind): readonly Provider[] => {
  const all: readonly Provider[] = PROVIDERS[kind];
  return PLANS[plan].openSourceOnly ? all.filter((provider) => !HOSTS_NO_CODE.includes(provider)) : all;
};

export const PROVIDER_BEYOND_PLAN =
  "The Standard plan covers open-source projects of GitHub, GitLab and Bitbucket. Choose one of them, or ask for an upgrade of the plan.";
const PRIVATE =
  "The Standard plan covers open-source projects, and this source is private. Ask for an upgrade of the plan to link it.";
const UNKNOWN =
  "The Standard plan covers open-source projects, and the host does not say that this source is public. Check it with an account or a token that may read its visibility, or ask for an upgrade of the plan.";

/** Why a plan does not allow a source, by field; undefined: it does. */
export function beyondPlan(
  plan: PlanName,
  { kind, provider, visibility }: { readonly kind: Kind; readonly provider: string; readonly visibility: string },
): { readonly provider: string } | { readonly url: string } | undefined {
  if (!PLANS[plan].openSourceOnly) return undefined;
  if (!providersOf(plan, kind).some((name) => name === provider)) return { provider: PROVIDER_BEYOND_PLAN };
  if (visibility === "private") return { url: PRIVATE };
  return visibility === "public" ? undefined : { url: UNKNOWN };
}
