import type { ProviderRules } from "../../connector/ProviderRules.ts";
import { ATLASSIAN_ACCOUNTS } from "../atlassian/atlassianAccounts.ts";
import { readConfluenceUrl } from "./confluenceUrl.ts";

export const confluenceRules: ProviderRules = {
  sharedAccounts: ATLASSIAN_ACCOUNTS,
  // All spaces of a site answer each reader, and show each other ones.
  namesOne: (url) => {
    const { space, pageId } = readConfluenceUrl(url);
    return space !== null || pageId !== null;
  },
};
