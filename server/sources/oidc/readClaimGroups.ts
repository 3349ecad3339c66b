import { SIGN_IN_GROUP_LIMITS } from "../../../contract/access/signInGroups.ts";
import { isRecord } from "../rest/restFailure.ts";

/**
 * The groups of a person, as a provider names them at a sign-in. `refused`: the person has groups, but which ones cannot be read, so that
 * nothing may be concluded from those that are there.
 */
export type SignInGroups =
  | { readonly names: readonly string[] }
  | { readonly refused: "overage" | "limit" | "format" | "user_info"; readonly names?: undefined };

type Claims = Readonly<Record<string, unknown>>;

/** Whether Entra ID names an address for the groups in place of a list that would be too long for a token. */
const isOverage = (claims: Claims, claim: string): boolean =>
  (isRecord(claims["_claim_names"]) && Object.hasOwn(claims["_claim_names"], claim)) ||
  claims["hasgroups"] === true ||
  claims["hasgroups"] === "true";

/**
 * Groups in a claim of an ID token or of the UserInfo endpoint. A provider leaves the claim out for a person without groups.
 * @returns undefined where the claim is not there
 */
export function readClaimGroups(claims: Claims, claim: string): SignInGroups | undefined {
  if (isOverage(claims, claim)) return { refused: "overage" };
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined || value === null) return undefined;
  const names = typeof value === "string" ? [value] : value;
  if (!Array.isArray(names)) return { refused: "format" };
  return boundGroups(names);
}

/** Names longer than a rule can have are left out. */
export function boundGroups(values: readonly unknown[]): SignInGroups {
  if (values.length > SIGN_IN_GROUP_LIMITS.groups) return { refused: "limit" };
  const names = values.filter(
    (value): value is string =>
      typeof value === "string" && value !== "" && value.length <= SIGN_IN_GROUP_LIMITS.name && !/\p{Cc}/u.test(value),
  );
  return { names: [...new Set(names)] };
}
