import type { Connector, ConnectorInput, ResolvedAddress } from "../../connector/Connector.ts";
import type { OauthClientSettings, OauthRules } from "../../connector/oauthTypes.ts";
import type { Tracker } from "../../connector/trackerTypes.ts";
import { openGithub } from "./githubApi.ts";
import { githubApp } from "./githubApp.ts";
import { GithubGroup, readGithubGroupUrl } from "./GithubGroup.ts";
import { GithubLedger } from "./githubLedger.ts";
import { GithubRequests } from "./GithubRequests.ts";
import { GithubTracker } from "./GithubTracker.ts";
import { GithubWriter } from "./GithubWriter.ts";
import { type GithubRepositoryUrl, readGithubUrl } from "./repositoryUrl.ts";

export const githubConnector = {
  repository: {
    tokenUser: "x-access-token",
    innerPage: /^(\/[^/]+\/[^/]+)\/(?:issues|pulls?|tree|blob|commits?|actions|wiki|releases)(?:\/.*)?$/,
    // A reader of a repository at GitHub may read its code and its issues.
    prove: async (input, signal) =>
      String((await openGithub({ ...input, url: readUrl(input) }).repository(signal, null)).id),
    describe: (input, signal) => new GithubTracker({ ...input, url: readUrl(input) }, false).describe(signal),
  },
  tracker,
  requests: (input) => new GithubRequests({ ...input, url: readUrl(input) }),
  ledger: (input) => new GithubLedger({ ...input, url: readUrl(input) }),
  writer: (input) => new GithubWriter({ ...input, url: readUrl(input) }),
  group: (input) => {
    const url = readGithubGroupUrl(input.url);
    input.egress.check(new URL(url.api));
    return { url: url.page.href, name: url.owner, open: () => new GithubGroup({ ...input, url }) };
  },
  oauth: { accountName: "GitHub", registerUrl: "https://github.com/settings/applications/new", rules: oauthRules },
  app: githubApp,
} satisfies Connector;

function readUrl(input: ConnectorInput): GithubRepositoryUrl {
  const url = readGithubUrl(input.url);
  input.egress.check(new URL(url.api));
  return url;
}

function tracker(input: ConnectorInput): ResolvedAddress<Tracker> {
  const url = readUrl(input);
  return { url: url.page.href, name: `${url.owner}/${url.name}`, open: () => new GithubTracker({ ...input, url }) };
}

function oauthRules({ url, clientId }: OauthClientSettings): OauthRules {
  const web = url ?? "https://github.com";
  const api = url === undefined ? "https://api.github.com" : `${url}/api/v3`;
  return {
    authorize: `${web}/login/oauth/authorize`,
    token: `${web}/login/oauth/access_token`,
    // GitHub has no scope that reads private repositories and does not write; a public one needs none.
    scopes: ["repo", "read:user"],
    writeScopes: [],
    hasPkce: true,
    profile: { url: `${api}/user`, names: ["login"] },
    revoke: { kind: "delete", url: `${api}/applications/${clientId}/token` },
  };
}
