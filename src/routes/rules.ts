import { UUID_V4 } from "../../contract/constants.ts";
import type { CompanyPlan } from "../../contract/companies.ts";
import type { User } from "../../contract/users.ts";
import { hrefTo, paths } from "./paths.ts";

/** What the rules look at: plain values, taken from snapshots of the stores. */
export interface Visitor {
  /** A token is there; the user may still be unknown. */
  readonly isSignedIn: boolean;
  readonly user: Pick<User, "projects_count"> | null;
  readonly plan: Pick<CompanyPlan, "plan" | "subscription_status"> | null;
}

export interface Place {
  readonly pathname: string;
  readonly search: string;
}

export type Verdict = { readonly allow: true } | { readonly allow: false; readonly to: string };
export type Rule = (visitor: Visitor, place: Place) => Verdict;

const ALLOW: Verdict = { allow: true };
const goTo = (to: string): Verdict => ({ allow: false, to });

const PUBLIC = new Set<string>([paths.login, paths.register, paths.forgotPassword, paths.resetPassword]);
const NEEDS_TOKEN = new Set<string>([paths.register, paths.resetPassword]);

const plain = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname);

export const isPublic = (pathname: string): boolean => PUBLIC.has(plain(pathname));

/**
 * An address inside this app, or null: what comes from outside (`//evil`, `/\evil`, `javascript:`) is not gone to. The address is
 * parsed against an origin that nobody has, and must still be there afterwards.
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

/** Where a person goes who has just signed in. */
export const afterLogin = (search: string): string => {
  const next = localPath(new URLSearchParams(search).get("next"));
  return next === null || isPublic(next.split(/[?#]/)[0] ?? "") ? paths.home : next;
};

const signedOutGoesToLogin: Rule = ({ isSignedIn }, { pathname, search }) => {
  if (isSignedIn || isPublic(pathname)) return ALLOW;
  const here = pathname + search;
  return goTo(hrefTo.login(here === paths.home ? undefined : here));
};

const signedInGoesHome: Rule = ({ isSignedIn }, { pathname, search }) =>
  isSignedIn && isPublic(pathname) ? goTo(plain(pathname) === paths.login ? afterLogin(search) : paths.home) : ALLOW;

/** register and reset-password need a token that looks like one. */
const tokenIsUuid4: Rule = (_visitor, { pathname, search }) =>
  NEEDS_TOKEN.has(plain(pathname)) && !UUID_V4.test(new URLSearchParams(search).get("token") ?? "")
    ? goTo(paths.login)
    : ALLOW;

const expiredIsBlocked: Rule = ({ isSignedIn, plan }, { pathname }) => {
  if (!isSignedIn) return ALLOW;
  const isThere = plain(pathname) === paths.subscriptionRequired;
  const isExpired = plan?.subscription_status === "expired";
  if (isExpired) return isThere ? ALLOW : goTo(paths.subscriptionRequired);
  return isThere ? goTo(paths.home) : ALLOW;
};

const standardHasOneProject: Rule = ({ user, plan }, { pathname }) =>
  plain(pathname) === paths.wizard && plan?.plan.name === "Standard" && (user?.projects_count ?? 0) > 0
    ? goTo(paths.home)
    : ALLOW;

const insightsAreEnterprise: Rule = ({ plan }, { pathname }) =>
  plain(pathname) === paths.insights && (plan?.plan.name === "Standard" || plan?.plan.name === "Premium")
    ? goTo(paths.home)
    : ALLOW;

/** The navigation rules of the specification's section 2, in their order: the first that objects decides. */
const RULES: readonly Rule[] = [
  signedInGoesHome,
  tokenIsUuid4,
  signedOutGoesToLogin,
  expiredIsBlocked,
  standardHasOneProject,
  insightsAreEnterprise,
];

/** May this visitor be here, and if not, where instead? Pure. */
export function judge(visitor: Visitor, place: Place): Verdict {
  for (const rule of RULES) {
    const verdict = rule(visitor, place);
    if (!verdict.allow) return verdict;
  }
  return ALLOW;
}
