import type { Connector, ConnectorInput, ResolvedAddress } from "../../connector/Connector.ts";
import type { OauthClientSettings, OauthRules } from "../../connector/oauthTypes.ts";
import type { Tracker } from "../../connector/trackerTypes.ts";
import { GitlabGroup, readGitlabGroupUrl } from "./GitlabGroup.ts";
import { GitlabLedger } from "./gitlabLedger.ts";
import { GitlabReports } from "./GitlabReports.ts";
import { GitlabRequests } from "./GitlabRequests.ts";
import { GitlabTracker } from "./GitlabTracker.ts";
import { GitlabWriter } from "./GitlabWriter.ts";
import { type GitlabUrl, readGitlabUrl } from "./gitlabUrl.ts";

export const gitlabConnector = {
  repository: {
    tokenUser: "oauth2",
    innerPage: /^(\/.+?)\/-\/.*$/,
    describe: (input, signal) => tracker(input).open().describe(signal),
  },
  tracker,
  requests: (input) => new GitlabRequests({ ...input, url: readUrl(input) }),
  ledger: (input) => new GitlabLedger({ ...input, url: readUrl(input) }),
  writer: (input) => new GitlabWriter({ ...input, url: readUrl(input) }),
  reporter: (input) => new GitlabReports({ ...input, url: readUrl(input) }),
  group: (input) => {
    const url = readGitlabGroupUrl(input.url);
    input.egress.check(url.page);
    return { url: url.page.href, name: url.page.pathname.slice(1), open: () => new GitlabGroup({ ...input, url }) };
  },
  oauth: { accountName: "GitLab", registerUrl: "https://gitlab.com/-/user_settings/applications", rules: oauthRules },
} satisfies Connector;

function readUrl(input: ConnectorInput): GitlabUrl {
  const url = readGitlabUrl(input.url);
  input.egress.check(url.page);
  return url;
}

function tracker(input: ConnectorInput): ResolvedAddress<Tracker> {
  const url = readUrl(input);
  return {
    url: url.page.href,
    name: url.page.pathname.slice(1),
    open: () => new GitlabTracker({ ...input, url }),
  };
}

function oauthRules({ url }: OauthClientSettings): OauthRules {
  const web = url ?? "https://gitlab.com";
  return {
    authorize: `${web}/oauth/authorize`,
    token: `${web}/oauth/token`,
    scopes: ["read_api", "read_repository"],
    // GitLab has no smaller scope that writes issues.
    writeScopes: ["api"],
    hasPkce: true,
    profile: { url: `${web}/api/v4/user`, names: ["username", "name"] },
    revoke: { kind: "rfc7009", url: `${web}/oauth/revoke` },
  };
}
