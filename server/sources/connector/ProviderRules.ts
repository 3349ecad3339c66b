/**
 * What the server knows of a provider without a request to it: one object per provider, a row of `providers/rulesRegistry.ts`. It is apart
 * from `Connector` because the threads of the engines need it, and do not load the clients of the hosts.
 */
import type { LinkedKind } from "../sourceTypes.ts";

/** Headers of a request, with names in lower case. */
export type DeliveryHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** How a host reports changes by HTTP. */
export interface WebhookRules {
  /** The events to select at the host, in its own names. A kind without an entry has no webhook. */
  readonly events: Partial<Record<LinkedKind, readonly string[]>>;
  /** The events of an organisation or a group that report new, renamed and removed repositories; left out where it has no webhook. */
  readonly groupEvents?: {
    /** As the host's settings name them. */
    readonly names: readonly string[];
    /** The header of a delivery that names its event, in lower case, and its value for these events. */
    readonly header: string;
    readonly value: string;
  };
  /** The events that report a change of who may see a repository: their names in the forms of a webhook of one and of a group. */
  readonly accessEvents?: {
    readonly ofSource: readonly string[];
    readonly ofGroup: readonly string[];
    /** The header of a delivery that names its event, in lower case, and its values for these events. */
    readonly header: string;
    readonly values: readonly string[];
  };
  /** Whether a delivery carries the signature that the host makes with the secret. Compares in constant time. */
  readonly isSigned: (headers: DeliveryHeaders, body: Buffer, secret: string) => boolean;
}

/** The form of the addresses of a repository's pages. */
export interface PageRules {
  /** Path between the repository and a hash, a revision of a file and a revision of a folder. */
  readonly commit: string;
  readonly file: string;
  readonly folder: string;
  /** The fragment of a line without its number. */
  readonly line: string;
  /** The name of the query parameter that has the revision; left out: it is a part of the path. */
  readonly revision?: string;
  /** The folder of the pages of accounts, "" for none; left out: accounts have no pages. */
  readonly profiles?: string;
}

/** A kind of host whose addresses have other forms than the usual ones of its provider. Its API is asked what it is before a source is linked. */
export interface OtherHost {
  /** The page of the repository, which is the stored spelling of its address. */
  readonly page: string;
  /** Origin and context path of the host, without a slash at the end. */
  readonly root: string;
  /** The address of the repository for git. */
  readonly clone: string;
  /** How git sends a token that has no user name. */
  readonly tokenScheme: "bearer";
  /** What a source at the address is called. */
  readonly name: string;
  readonly pages: PageRules;
  readonly webhookEvents: WebhookRules["events"];
}

/** Accounts that several providers share. */
export interface SharedAccounts {
  /** The name of the service whose accounts they are. */
  readonly service: string;
  /** The provider under which a connected account is stored. */
  readonly connection: string;
  /** The origin at which a connected account is used for a source. */
  readonly originFor: (sourceUrl: string) => string;
}

export interface ProviderRules {
  readonly pages?: PageRules;
  readonly webhooks?: WebhookRules;
  /** Recognizes the addresses of repositories at a kind of host with forms of its own; null for the usual ones. */
  readonly otherHosts?: (address: URL) => OtherHost | null;
  /** Issues are named by a key such as `ABC-12`, not by a number within their tracker. */
  readonly hasIssueKeys?: boolean;
  /** A repository, its requests and its issues have one address, so that a number alone refers to that address. */
  readonly hasOneAddress?: boolean;
  /**
   * Repositories are in groups of any depth, and a text may name one by its name alone within a group. A self-hosted server may have a
   * prefix in its path, the one at `cloudHost` has none.
   */
  readonly groups?: { readonly cloudHost: string };
  readonly sharedAccounts?: SharedAccounts;
  /** Whether an address names one project or space, which a reader sees or not. Left out: each does. */
  readonly namesOne?: (url: string) => boolean;
  /** Its items are sent to this server: a source has no access that could be changed. */
  readonly isPushed?: boolean;
  /** This server can write to its trackers. */
  readonly takesChanges?: boolean;
  /** Its trackers have custom fields that can be chosen: in each issue, or apart from them (`Tracker.fieldValues`). Left out: none. */
  readonly customFields?: "inIssues" | "apart";
  /** How accounts of members report on requests: by a status of the commit and a note, or by a report on the commit. Left out: they cannot. */
  readonly requestReports?: "note" | "report";
  /** Everyone who sees a repository here, or its issues, may read its code. */
  readonly readersReadCode?: boolean;
  /** How a comment mentions an account, which notifies it; left out where Markdown has no form of it. */
  readonly mention?: (login: string) => string;
  /** By which name a change assigns an account; null where the account does not say it. */
  readonly assigneeName?: (account: { readonly externalId: string; readonly login: string }) => string | null;
}
