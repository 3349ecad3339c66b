import type { PlanName } from "../../../contract/access/companies.ts";
import { providersOf } from "../../../contract/sources/openSource.ts";
import type { GroupProvider } from "../../domain/groupDraft.ts";

/** Providers of groups that a plan allows. */
export const groupProviders = (plan: PlanName): readonly GroupProvider[] =>
  providersOf(plan, "repository") as readonly GroupProvider[];
