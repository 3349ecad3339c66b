/**
 * What the Standard plan may link (section 9 of the specification: open source from a code-hosting provider), for both sides. Free of zod.
 */
import { PLANS, PROVIDERS, type LinkedProvider } from "../constants.ts";

type PlanName = keyof typeof PLANS;
type Kind = keyof typeof PROVIDERS;

/** Plain git and Jira are not code hosts. A wiki is judged by its visibility alone. */
const HOSTS_NO_CODE: readonly LinkedProvider[] = ["git", "jira"];

/** The providers whose sources a plan may link. */
export const providersOf = (plan: PlanName, kind: Kind): readonly LinkedProvider[] => {
  const all: readonly LinkedProvider[] = PROVIDERS[kind];
  return PLANS[plan].openSourceOnly ? all.filter((provider) => !HOSTS_NO_CODE.includes(provider)) : all;
};

type UrlFault = "plan.private_source" | "plan.unknown_visibility";

/** The code of the message why a plan does not allow a source, by field; undefined: it does. */
export function beyondPlan(
  plan: PlanName,
  { kind, provider, visibility }: { readonly kind: Kind; readonly provider: string; readonly visibility: string },
): { readonly provider: "plan.open_source_provider" } | { readonly url: UrlFault } | undefined {
  if (!PLANS[plan].openSourceOnly) return undefined;
  if (!providersOf(plan, kind).some((name) => name === provider)) return { provider: "plan.open_source_provider" };
  if (visibility === "private") return { url: "plan.private_source" };
  return visibility === "public" ? undefined : { url: "plan.unknown_visibility" };
}
