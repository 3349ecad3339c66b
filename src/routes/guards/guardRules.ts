import { UUID_V4 } from "../../../contract/constants.ts";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import type { User } from "../../../contract/access/users.ts";
import { hrefTo, type RouteName } from "../paths.ts";

/** Input of the rules: plain values from snapshots of the stores. */
export interface GuardContext {
  /** There is a token; the user may not be loaded yet. */
  readonly isSignedIn: boolean;
  readonly user: Pick<User, "projects_count" | "lacks_required_factor"> | null;
  readonly plan: Pick<CompanyPlan, "plan" | "subscription_status"> | null;
}

export interface GuardLocation {
  /**
   * The matched route; null for an unknown path. Rules use this and never the text of the path: the router ignores letter case and trailing
   * slashes and decodes percent-encoding, so one route has many spellings.
   */
  readonly route: RouteName | null;
  /** From the address, for the redirect after sign-in. */
  readonly pathname: string;
  readonly search: string;
  /** Fragment of the address, such as a range of lines; requests of the router have none. */
  readonly hash: string;
}

export type GuardResult = { readonly allow: true } | { readonly allow: false; readonly to: string };
export type GuardRule = (context: GuardContext, location: GuardLocation) => GuardResult;

const ALLOW: GuardResult = { allow: true };
const goTo = (to: string): GuardResult => ({ allow: false, to });

const PUBLIC: ReadonlySet<RouteName | null> = new Set(["login", "register", "forgot-password", "reset-password"]);
const NEEDS_TOKEN: ReadonlySet<RouteName | null> = new Set(["register", "reset-password"]);

export const isPublic = (route: RouteName | null): boolean => PUBLIC.has(route);

/**
 * An address inside this app, or null: addresses from outside (`//evil`, `/\evil`, `javascript:`) are rejected. The address is parsed
 * against a reserved origin, and must still have it afterwards.
 */
export function localPath(next: string | null): string | null {
  if (!next?.startsWith("/")) return null;
  const origin = "https://app.invalid";
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return null;
  }
  return url.origin === origin && url.username === "" ? url.pathname + url.search + url.hash : null;
}

/** The target after a sign-in. The guard redirects an address of a public route to home. */
export const afterLogin = (search: string): string =>
  localPath(new URLSearchParams(search).get("next")) ?? hrefTo.home();

const signedOutGoesToLogin: GuardRule = ({ isSignedIn }, { route, pathname, search, hash }) => {
  if (isSignedIn || isPublic(route)) return ALLOW;
  return goTo(hrefTo.login(route === "home" && search === "" ? undefined : pathname + search + hash));
};

const signedInGoesHome: GuardRule = ({ isSignedIn }, { route }) =>
  isSignedIn && isPublic(route) ? goTo(hrefTo.home()) : ALLOW;

/** register and reset-password require a token of valid form. */
const tokenIsUuid4: GuardRule = (_context, { route, search }) =>
  NEEDS_TOKEN.has(route) && !UUID_V4.test(new URLSearchParams(search).get("token") ?? "")
    ? goTo(hrefTo.login())
    : ALLOW;

const expiredIsBlocked: GuardRule = ({ isSignedIn, plan }, { route }) => {
  if (!isSignedIn) return ALLOW;
  const isThere = route === "subscription-required";
  const isExpired = plan?.subscription_status === "expired";
  if (isExpired) return isThere ? ALLOW : goTo(hrefTo.subscriptionRequired());
  return isThere ? goTo(hrefTo.home()) : ALLOW;
};

/** Not of the specification: its hosts require no second factor. */
const requiredFactorFirst: GuardRule = ({ user, plan }, { route }) => {
  if (!user || plan?.subscription_status === "expired") return ALLOW;
  const isThere = route === "second-factor-required";
  if (user.lacks_required_factor) return isThere ? ALLOW : goTo(hrefTo.secondFactorRequired());
  return isThere ? goTo(hrefTo.home()) : ALLOW;
};

const standardHasOneProject: GuardRule = ({ user, plan }, { route }) =>
  route === "project-wizard" && plan?.plan.name === "Standard" && (user?.projects_count ?? 0) > 0
    ? goTo(hrefTo.home())
    : ALLOW;

const insightsAreEnterprise: GuardRule = ({ plan }, { route }) =>
  route === "insights" && (plan?.plan.name === "Standard" || plan?.plan.name === "Premium")
    ? goTo(hrefTo.home())
    : ALLOW;

/** The navigation rules of the specification's section 2, in their order, and that of a required second factor: the first that rejects decides. */
const RULES: readonly GuardRule[] = [
  signedInGoesHome,
  tokenIsUuid4,
  signedOutGoesToLogin,
  expiredIsBlocked,
  requiredFactorFirst,
  standardHasOneProject,
  insightsAreEnterprise,
];

/** Whether this visitor may open this route, and if not, the redirect. Pure. */
export function evaluateGuards(context: GuardContext, location: GuardLocation): GuardResult {
  for (const rule of RULES) {
    const result = rule(context, location);
    if (!result.allow) return result;
  }
  return ALLOW;
}
