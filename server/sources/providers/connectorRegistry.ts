/** The connectors of all providers. */
import { SourceError } from "../SourceError.ts";
import { readBitbucketUrl } from "./bitbucket/bitbucketUrl.ts";
import { BitbucketRepository } from "./bitbucket/BitbucketRepository.ts";
import { readConfluenceUrl } from "./confluence/confluenceUrl.ts";
import { ConfluenceWiki } from "./confluence/ConfluenceWiki.ts";
import { GithubRequests } from "./github/GithubRequests.ts";
import { GithubTracker } from "./github/GithubTracker.ts";
import { readGithubUrl } from "./github/repositoryUrl.ts";
import { GitlabRequests } from "./gitlab/GitlabRequests.ts";
import { GitlabTracker } from "./gitlab/GitlabTracker.ts";
import { readGitlabUrl } from "./gitlab/gitlabUrl.ts";
import { JiraTracker } from "./jira/JiraTracker.ts";
import { readJiraUrl } from "./jira/jiraUrl.ts";
import type { Egress } from "../egress/egress.ts";
import type { ConnectorOptions, SourceFacts } from "../connector/connectorTypes.ts";
import type { RequestReader } from "../connector/requestTypes.ts";
import type { Tracker } from "../connector/trackerTypes.ts";
import type { Wiki } from "../connector/wikiTypes.ts";
import { message } from "../../messages/messages.ts";

export interface ConnectorInput extends Omit<ConnectorOptions<string>, "now"> {
  readonly egress: Pick<Egress, "fetch" | "check">;
}

/** An address that was read: how it is stored and called, and how its source is opened. */
export interface ResolvedAddress<T> {
  readonly url: string;
  readonly name: string;
  readonly open: () => T;
}

/** @throws SourceError for an address that is none of this provider's, or may not be reached */
export function trackerOf(provider: string, input: ConnectorInput): ResolvedAddress<Tracker> {
  switch (provider) {
    case "github": {
      const url = readGithubUrl(input.url);
      input.egress.check(new URL(url.api));
      return {
        url: url.page.href,
        name: `${url.owner}/${url.name}`,
        open: () => new GithubTracker({ ...input, url }),
      };
    }
    case "gitlab": {
      const url = readGitlabUrl(input.url);
      input.egress.check(url.page);
      return {
        url: url.page.href,
        name: url.page.pathname.slice(1),
        open: () => new GitlabTracker({ ...input, url }),
      };
    }
    case "jira": {
      const url = readJiraUrl(input.url);
      input.egress.check(url.page);
      return { url: url.page.href, name: url.project ?? url.host, open: () => new JiraTracker({ ...input, url }) };
    }
    default:
      throw new SourceError("provider", message("provider.no_issues"));
  }
}

export function wikiOf(provider: string, input: ConnectorInput): ResolvedAddress<Wiki> {
  if (provider !== "confluence") throw new SourceError("provider", message("provider.no_wikis"));
  const url = readConfluenceUrl(input.url);
  input.egress.check(url.page);
  return { url: url.page.href, name: url.space ?? url.host, open: () => new ConfluenceWiki({ ...input, url }) };
}

/** The pull or merge requests of a repository or a tracker; null when the provider has none, or the address is not one of the provider's. */
export function requestsOf(provider: string, input: ConnectorInput): RequestReader | null {
  try {
    switch (provider) {
      case "github": {
        const url = readGithubUrl(input.url);
        input.egress.check(new URL(url.api));
        return new GithubRequests({ ...input, url });
      }
      case "gitlab": {
        const url = readGitlabUrl(input.url);
        input.egress.check(url.page);
        return new GitlabRequests({ ...input, url });
      }
      case "bitbucket": {
        const url = readBitbucketUrl(input.url);
        input.egress.check(new URL(url.api));
        return new BitbucketRepository({ ...input, url });
      }
      default:
        return null;
    }
  } catch (error) {
    // An ssh address or a path: git reads it, and there is no API to read requests from.
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Facts about a repository from the host's API beyond what git returns; null for a host without an API. */
export async function repositoryFacts(
  provider: string,
  input: ConnectorInput,
  signal: AbortSignal,
): Promise<SourceFacts | null> {
  try {
    switch (provider) {
      case "github":
      case "gitlab":
        return await trackerOf(provider, input).open().describe(signal);
      case "bitbucket": {
        const url = readBitbucketUrl(input.url);
        input.egress.check(new URL(url.api));
        return await new BitbucketRepository({ ...input, url }).describe(signal);
      }
      default:
        return null;
    }
  } catch (error) {
    // git has the last word on a repository: a host without an API, or a token for git alone, is no reason to refuse it.
    if (error instanceof SourceError) return null;
    throw error;
  }
}
