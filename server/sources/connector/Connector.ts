/** How a provider is reached: one object per provider, a row of `providers/connectorRegistry.ts`. What needs no request is in `ProviderRules.ts`. */
import type { Egress } from "../egress/egress.ts";
import type { AppService } from "./appTypes.ts";
import type { ConnectorOptions, SourceFacts } from "./connectorTypes.ts";
import type { RepositoryGroup } from "./groupTypes.ts";
import type { HostLedger } from "./ledgerTypes.ts";
import type { OauthService } from "./oauthTypes.ts";
import type { PushedSource } from "./pushedTypes.ts";
import type { RequestReporter } from "./checkTypes.ts";
import type { RequestReader } from "./requestTypes.ts";
import type { Tracker } from "./trackerTypes.ts";
import type { Wiki } from "./wikiTypes.ts";
import type { TrackerWriter } from "./writerTypes.ts";

export interface ConnectorInput extends Omit<ConnectorOptions<string>, "now"> {
  readonly egress: Pick<Egress, "fetch" | "check">;
  /** A source whose items were sent to this server, by its id. */
  readonly pushed?: (sourceId: string) => PushedSource;
}

/** A parsed address: its stored spelling, the name of the source, and how the source is opened. */
export interface ResolvedAddress<T> {
  readonly url: string;
  readonly name: string;
  readonly open: () => T;
}

/** How git reads the provider's repositories. */
export interface RepositoryRules {
  /** The user name that is sent with a token when the user gave none. */
  readonly tokenUser: string;
  /** The user name that git sends with a token whose own user name, for the API, is an email address. */
  readonly emailTokenUser?: string;
  /** Matches the path of a page inside a repository; the first group is the path of the repository. */
  readonly innerPage?: RegExp;
  /** Repositories may be folders of this machine. */
  readonly allowsPaths?: boolean;
  /**
   * Proves by one request that the credential reads the code of a repository, and its issues. Left out: seeing a repository at the host does not
   * prove that.
   * @returns the host's id of the repository
   */
  readonly prove?: (input: ConnectorInput, signal: AbortSignal) => Promise<string>;
  /** What the host's API reports about a repository. */
  readonly describe?: (input: ConnectorInput, signal: AbortSignal) => Promise<SourceFacts>;
}

/**
 * The functions throw SourceError for an address that is none of the provider's, or that the egress refuses. A kind of source that the
 * provider does not have is left out.
 */
export interface Connector {
  readonly repository?: RepositoryRules;
  readonly tracker?: (input: ConnectorInput) => ResolvedAddress<Tracker>;
  readonly wiki?: (input: ConnectorInput) => ResolvedAddress<Wiki>;
  /** Pull or merge requests of a repository or a tracker. */
  readonly requests?: (input: ConnectorInput) => RequestReader;
  /** Counts what the host has of a source, and reads single items of it again. */
  readonly ledger?: (input: ConnectorInput) => HostLedger;
  /** Writes to the issues of a tracker. Left out: this server only reads them. */
  readonly writer?: (input: ConnectorInput) => TrackerWriter;
  /** Reports on requests by an account of a member. Left out: an app does, or none. */
  readonly reporter?: (input: ConnectorInput) => RequestReporter;
  /** The repositories of an organisation, a group or a workspace. */
  readonly group?: (input: ConnectorInput) => ResolvedAddress<RepositoryGroup>;
  readonly oauth?: OauthService;
  /** A company can register an app of its own. */
  readonly app?: AppService;
}
