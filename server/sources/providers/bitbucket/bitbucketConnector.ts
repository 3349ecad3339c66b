import type { Connector, ConnectorInput } from "../../connector/Connector.ts";
import { message } from "../../../messages/messages.ts";
import { readWebAddress } from "../../egress/webAddress.ts";
import type { OauthClientSettings, OauthRules } from "../../connector/oauthTypes.ts";
import { BitbucketGroup, readBitbucketGroupUrl } from "./BitbucketGroup.ts";
import { BitbucketReports } from "./BitbucketReports.ts";
import { BitbucketRepository } from "./BitbucketRepository.ts";
import { type BitbucketUrl, readBitbucketUrl } from "./bitbucketUrl.ts";
import { DataCenterGroup } from "./DataCenterGroup.ts";
import { DataCenterReports } from "./DataCenterReports.ts";
import { DataCenterRepository } from "./DataCenterRepository.ts";
import { type DataCenterUrl, dataCenterProjectUrl, dataCenterUrl, projectPage } from "./dataCenterUrl.ts";

export const bitbucketConnector = {
  repository: {
    tokenUser: "x-token-auth",
    emailTokenUser: "x-bitbucket-api-token-auth",
    innerPage: /^(\/[^/]+\/[^/]+)\/(?:src|commits|branches|pull-requests)(?:\/.*)?$/,
    describe: (input, signal) => openRepository(input).describe(signal),
  },
  requests: openRepository,
  ledger: (input) => openRepository(input).ledger,
  reporter: (input) => {
    const url = dataCenterOf(input);
    return url === null
      ? new BitbucketReports({ ...input, url: readUrl(input) })
      : new DataCenterReports({ ...input, url });
  },
  group: (input) => {
    const project = dataCenterProjectUrl(readWebAddress(input.url, message("group.address_bitbucket")));
    if (project) {
      input.egress.check(new URL(project.root));
      const open = () => new DataCenterGroup({ ...input, url: project });
      return { url: projectPage(project), name: project.project, open };
    }
    const url = readBitbucketGroupUrl(input.url);
    input.egress.check(new URL(url.api));
    return { url: url.page, name: url.name, open: () => new BitbucketGroup({ ...input, url }) };
  },
  oauth: { accountName: "Bitbucket", registerUrl: "https://bitbucket.org/account/workspaces/", rules: oauthRules },
} satisfies Connector;

function readUrl(input: ConnectorInput): BitbucketUrl {
  const url = readBitbucketUrl(input.url);
  input.egress.check(new URL(url.api));
  return url;
}

/** Addresses of a Data Center have forms of their own; all others are of the cloud, or of a host that answers like it. */
function openRepository(input: ConnectorInput): BitbucketRepository | DataCenterRepository {
  const url = dataCenterOf(input);
  return url === null
    ? new BitbucketRepository({ ...input, url: readUrl(input) })
    : new DataCenterRepository({ ...input, url });
}

function dataCenterOf({ url: text, egress }: ConnectorInput): DataCenterUrl | null {
  const url = dataCenterUrl(readWebAddress(text, message("address.bitbucket")));
  if (url) egress.check(new URL(url.root));
  return url;
}

function oauthRules({ url }: OauthClientSettings): OauthRules {
  const web = url ?? "https://bitbucket.org";
  return {
    authorize: `${web}/site/oauth2/authorize`,
    token: `${web}/site/oauth2/access_token`,
    // Set at the consumer, and repeated here so that the consent page names them.
    scopes: ["account", "repository", "pullrequest"],
    clientAuth: "basic",
    profile: {
      url: url === undefined ? "https://api.bitbucket.org/2.0/user" : `${url}/2.0/user`,
      names: ["nickname", "display_name"],
    },
  };
}
