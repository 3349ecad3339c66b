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
  /** The events of an organisation or a group that tell of new, renamed and removed repositories; left out where it has no webhook. */
  readonly groupEvents?: {
    /** As the host's settings name them. */
    readonly names: readonly string[];
    /** The header of a delivery that names its event, in lower case, and its value for these events. */
    readonly header: string;
    readonly value: string;
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
  /** An account has a page whose path is its login. */
  readonly hasProfiles?: boolean;
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
