import type { SharedAccounts } from "../../connector/ProviderRules.ts";

/** Atlassian has one account for Jira and Confluence of all its clouds. It is stored as a connection of Jira. */
export const ATLASSIAN_ACCOUNTS: SharedAccounts = {
  service: "atlassian",
  connection: "jira",
  // Sites of Atlassian's cloud are asked at its API; a server of a company is asked itself.
  originFor: (url) =>
    new URL(url).hostname.endsWith(".atlassian.net") ? "https://api.atlassian.com" : new URL(url).origin,
};
