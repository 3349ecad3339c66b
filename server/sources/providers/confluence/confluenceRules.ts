import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { ATLASSIAN_ACCOUNTS } from "../atlassian/atlassianAccounts.ts";

export const confluenceRules: ProviderRules = { sharedAccounts: ATLASSIAN_ACCOUNTS };
