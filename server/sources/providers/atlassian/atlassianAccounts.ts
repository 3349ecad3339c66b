import type { SharedAccounts } from "../../connector/ProviderRules.ts";

/** Atlassian has one account for Jira and Confluence of all its clouds. It is stored as a connection of Jira. */
export const ATLASSIAN_ACCOUNTS: SharedAccounts = { service: "atlassian", connection: "jira" };
