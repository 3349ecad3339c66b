import type { Connector } from "../../connector/Connector.ts";
import { atlassianOauth } from "../atlassian/atlassianOauth.ts";
import { JiraLedger } from "./jiraLedger.ts";
import { JiraTracker } from "./JiraTracker.ts";
import { JiraWriter } from "./JiraWriter.ts";
import { readJiraUrl } from "./jiraUrl.ts";

export const jiraConnector = {
  tracker: (input) => {
    const url = readJiraUrl(input.url);
    input.egress.check(url.page);
    return { url: url.page.href, name: url.project ?? url.host, open: () => new JiraTracker({ ...input, url }) };
  },
  ledger: (input) => {
    const url = readJiraUrl(input.url);
    input.egress.check(url.page);
    return new JiraLedger({ ...input, url });
  },
  writer: (input) => {
    const url = readJiraUrl(input.url);
    input.egress.check(url.page);
    return new JiraWriter({ ...input, url });
  },
  oauth: atlassianOauth,
} satisfies Connector;
