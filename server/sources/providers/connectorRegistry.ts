/** The connectors of all providers, one row each. */
import type { AppService } from "../connector/appTypes.ts";
import type { TRACKER_PROVIDERS, WIKI_PROVIDERS, REPOSITORY_PROVIDERS } from "../../../contract/constants.ts";
import type { Provider } from "../../../contract/constants.ts";
import { message } from "../../messages/messages.ts";
import type { RequestReporter } from "../connector/checkTypes.ts";
import type { Connector, ConnectorInput, RepositoryRules, ResolvedAddress } from "../connector/Connector.ts";
import type { SourceFacts } from "../connector/connectorTypes.ts";
import type { RepositoryGroup } from "../connector/groupTypes.ts";
import type { HostLedger } from "../connector/ledgerTypes.ts";
import type { RequestReader } from "../connector/requestTypes.ts";
import type { Tracker } from "../connector/trackerTypes.ts";
import type { Wiki } from "../connector/wikiTypes.ts";
import type { TrackerWriter } from "../connector/writerTypes.ts";
import { SourceError, type SourceErrorCode } from "../SourceError.ts";
import { bitbucketConnector } from "./bitbucket/bitbucketConnector.ts";
import { confluenceConnector } from "./confluence/confluenceConnector.ts";
import { customConnector } from "./custom/customConnector.ts";
import { githubConnector } from "./github/githubConnector.ts";
import { gitlabConnector } from "./gitlab/gitlabConnector.ts";
import { jiraConnector } from "./jira/jiraConnector.ts";

/** Every provider of the contract with the kinds of sources that the contract lists it for. */
type ConnectorTable = Readonly<
  Record<Provider, Connector> &
    Record<(typeof REPOSITORY_PROVIDERS)[number], Required<Pick<Connector, "repository">>> &
    Record<(typeof TRACKER_PROVIDERS)[number], Required<Pick<Connector, "tracker">>> &
    Record<(typeof WIKI_PROVIDERS)[number], Required<Pick<Connector, "wiki">>>
>;

export const CONNECTORS = {
  github: githubConnector,
  gitlab: gitlabConnector,
  bitbucket: bitbucketConnector,
  git: { repository: { tokenUser: "git", allowsPaths: true } },
  jira: jiraConnector,
  confluence: confluenceConnector,
  custom: customConnector,
} satisfies ConnectorTable;

const isProvider = (name: string): name is Provider => Object.hasOwn(CONNECTORS, name);

/** No kinds of sources for an unknown provider. */
const connectorOf = (provider: string): Connector => (isProvider(provider) ? CONNECTORS[provider] : {});

/** @throws SourceError `provider` */
export function repositoryRulesOf(provider: string): RepositoryRules {
  const { repository } = connectorOf(provider);
  if (!repository) throw new SourceError("provider", message("provider.no_repositories"));
  return repository;
}

/** What proves with one request that a repository of a provider, or its issues, can be read; undefined where nothing does. */
export const repositoryProofOf = (provider: string): RepositoryRules["prove"] =>
  connectorOf(provider).repository?.prove;

/** @throws SourceError for an address that is none of this provider's, or may not be reached */
export function trackerOf(provider: string, input: ConnectorInput): ResolvedAddress<Tracker> {
  const { tracker } = connectorOf(provider);
  if (!tracker) throw new SourceError("provider", message("provider.no_issues"));
  return tracker(input);
}

/** @throws SourceError for an address that is none of this provider's, or may not be reached */
export function wikiOf(provider: string, input: ConnectorInput): ResolvedAddress<Wiki> {
  const { wiki } = connectorOf(provider);
  if (!wiki) throw new SourceError("provider", message("provider.no_wikis"));
  return wiki(input);
}

/** The pull or merge requests of a repository or a tracker; null when the provider has none, or the address is not one of the provider's. */
export function requestsOf(provider: string, input: ConnectorInput): RequestReader | null {
  try {
    return connectorOf(provider).requests?.(input) ?? null;
  } catch (error) {
    // An ssh address or a path: git reads it, and there is no API to read requests from.
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** Writes to the issues of a tracker; null when this server cannot. @throws SourceError for an address that is none of this provider's */
export const writerOf = (provider: string, input: ConnectorInput): TrackerWriter | null =>
  connectorOf(provider).writer?.(input) ?? null;

/** Reports on requests by an account; null for a provider at which none does. @throws SourceError for an address that is none of this provider's */
export const reporterOf = (provider: string, input: ConnectorInput): RequestReporter | null =>
  connectorOf(provider).reporter?.(input) ?? null;

/** Apps of companies; undefined where a provider has none. */
export const appServiceOf = (provider: string): AppService | undefined => connectorOf(provider).app;

/** Counts and single items of a source; null when the provider has none, or the address is not one of the provider's. */
export function ledgerOf(provider: string, input: ConnectorInput): HostLedger | null {
  try {
    return connectorOf(provider).ledger?.(input) ?? null;
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

/** @throws SourceError for an address that is no group of this provider's, or may not be reached */
export function groupOf(provider: string, input: ConnectorInput): ResolvedAddress<RepositoryGroup> {
  const { group } = connectorOf(provider);
  if (!group) throw new SourceError("provider", message("group.no_groups"));
  return group(input);
}

const PASSING: ReadonlySet<SourceErrorCode> = new Set(["timeout", "cut", "aborted", "host_failure", "rate_limited"]);

/**
 * Facts about a repository from the host's API beyond what git returns; null for a host without an API.
 * @param mustAnswer the host has an API, so that only a passing failure is no refusal. @throws SourceError for any other
 */
export async function repositoryFacts(
  provider: string,
  input: ConnectorInput,
  signal: AbortSignal,
  mustAnswer = false,
): Promise<SourceFacts | null> {
  try {
    return (await connectorOf(provider).repository?.describe?.(input, signal)) ?? null;
  } catch (error) {
    // git decides whether a repository can be read: a host without an API, or a token for git alone, is no reason to refuse it.
    if (error instanceof SourceError && (!mustAnswer || PASSING.has(error.code))) return null;
    throw error;
  }
}
