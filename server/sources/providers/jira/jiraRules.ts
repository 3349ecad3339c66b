import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { signedByHmac } from "../../connector/webhookSignature.ts";
import { ATLASSIAN_ACCOUNTS } from "../atlassian/atlassianAccounts.ts";
import { readJiraUrl } from "./jiraUrl.ts";

export const jiraRules: ProviderRules = {
  webhooks: {
    events: { tracker: ["jira:issue_created", "jira:issue_updated", "jira:issue_deleted", "comment_created"] },
    isSigned: signedByHmac("x-hub-signature"),
  },
  hasIssueKeys: true,
  sharedAccounts: ATLASSIAN_ACCOUNTS,
  // A whole site, a filter and a board answer each reader, and show each other issues.
  namesOne: (url) => readJiraUrl(url).project !== null,
  takesChanges: true,
  customFields: "inIssues",
  // An account of Jira Data Center is known by the key of the user, and assigned by the name.
  assigneeName: ({ externalId }) => (externalId.includes("/") ? null : externalId),
};
