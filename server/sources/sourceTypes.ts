import type { CustomField } from "../../contract/issues/customFields.ts";
import type { FetchProgress, Mirrored } from "./git/mirror.ts";
import type { RemoteRef } from "./git/mirrorRefs.ts";
import type { OutsideCommits } from "./git/listedRefs.ts";
import type { Egress } from "./egress/egress.ts";
import type { HostKind, OnSkipped, SourceFacts } from "./connector/connectorTypes.ts";
import type { RepositoryGroup } from "./connector/groupTypes.ts";
import type { HostQuota } from "./rest/hostQuota.ts";
import type { HostLedger } from "./connector/ledgerTypes.ts";
import type { RequestReporter } from "./connector/checkTypes.ts";
import type { RequestReader } from "./connector/requestTypes.ts";
import type { Tracker } from "./connector/trackerTypes.ts";
import type { Wiki } from "./connector/wikiTypes.ts";
import type { TrackerWriter } from "./connector/writerTypes.ts";

/** A source as a user gives it. */
export interface SourceAccess {
  readonly provider: string;
  readonly url: string;
  readonly credential?: CredentialInput | null | undefined;
  /** The texts of items that the host restricts are read too. */
  readonly readsRestricted?: boolean;
  /** The custom fields of a tracker that are read. */
  readonly customFields?: readonly CustomField[];
  /** The folders that a repository is limited to. */
  readonly folders?: readonly string[];
  readonly onSkipped?: OnSkipped;
  readonly onHost?: (host: HostKind) => void;
  /** Called with what each answer of the host reports of its quota. */
  readonly onQuota?: (quota: HostQuota) => void;
  /** The name under which the host lists what an app writes, where the credential is that of its installation. */
  readonly appAccount?: string;
}

export interface CredentialInput {
  readonly token: string;
  readonly username?: string | undefined;
  readonly isOauth?: boolean;
  /** A token of an installation of an app. */
  readonly isInstalled?: boolean;
  /** The origin that the credential may be sent to. Omitted for one that is typed with the address: then it is the address's. */
  readonly origin?: string | undefined;
}

/** A credential that was stored: it belongs to the origin at which it was given, even if its source has another address now. */
export type StoredCredential = CredentialInput & { readonly origin: string };

/** What validating found, and the spelling of the address to store. */
export type ValidatedSource = SourceFacts & {
  readonly url: string;
  /** Folders of the access that the head of a repository does not have. Left out: none, or it could not be found out in time. */
  readonly missingFolders?: readonly string[];
};

export type LinkedKind = "repository" | "tracker" | "wiki";

export interface MirrorProgress {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Its sources at the same address share their objects; left out: the mirror has its own. */
  readonly companyId?: string;
}

/** The copies of repositories on this machine, by the source's id. */
export interface Mirrors {
  /** Where the mirror of a repository is. */
  mirrorFolder(sourceId: string): string;
  updateMirror(sourceId: string, access: SourceAccess, progress: MirrorProgress): Promise<Mirrored>;
  /** All branches and tags of a repository. */
  listRefs(access: SourceAccess, signal: AbortSignal): Promise<RemoteRef[]>;
  /** Brings these refs of the mirror to what the remote has and removes others; the commit of each, null for a tag of something else. */
  updateRefs(
    sourceId: string,
    access: SourceAccess,
    refs: readonly RemoteRef[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string | null>>;
  /** Fetches the commits of branches and tags outside of the head's history; the result has those that the mirror has then. */
  fetchListed(
    sourceId: string,
    access: SourceAccess,
    refs: { readonly head: string; readonly refs: ReadonlyMap<string, string> },
    signal: AbortSignal,
  ): Promise<OutsideCommits>;
  /** Writes the commit-graph of a mirror for its refs; commits without a changed-path filter, null where git wrote none. */
  updateCommitGraph(sourceId: string, signal: AbortSignal): Promise<number | null>;
  removeMirror(sourceId: string): Promise<void>;
  /** Removes what an interrupted update of a mirror has left; a complete mirror stays. */
  removeUnfinishedMirror(sourceId: string): Promise<void>;
  /** What the mirror of a source shares cannot be read: no update uses it again. */
  retireShared(sourceId: string): Promise<void>;
  /** Removes shared objects that no mirror on this machine reads. */
  removeUnshared(): Promise<void>;
  /** Bytes of a mirror with everything that git is writing for it, and its equal part of the objects that it shares. */
  mirrorBytes(sourceId: string): Promise<number>;
  /** Ids of the other sources that share objects with the mirror of this one. */
  sharersOf(sourceId: string): Promise<string[]>;
  /** Ids of the sources that have a mirror, or a part of one, on this machine. */
  listMirrors(): Promise<string[]>;
}

/** All connectors and mirrors behind one object. */
export interface Sources extends Mirrors {
  /** For requests that belong to no source: sign-in at providers, calendars. */
  readonly egress: Egress;
  /**
   * The spelling of the address to store and the name of the source, without a request to the host.
   * @throws SourceError for an address that no connector reads
   */
  identify(kind: LinkedKind, access: SourceAccess): Promise<{ readonly url: string; readonly name: string }>;
  /** Checks at the host that the repository exists and may be read. SourceError with a message for the user, within five seconds. */
  validateRepository(access: SourceAccess): Promise<ValidatedSource>;
  validateTracker(access: SourceAccess): Promise<ValidatedSource>;
  validateWiki(access: SourceAccess): Promise<ValidatedSource>;
  /**
   * Proves with as few requests as the host allows that the credential reads the source.
   * @returns the host's id of the source; null where the request gives none
   * @throws SourceError
   */
  proveReadable(kind: LinkedKind, access: SourceAccess): Promise<string | null>;
  openTracker(access: SourceAccess): Tracker;
  openWiki(access: SourceAccess): Wiki;
  /** The requests of a repository or tracker; null where there are none to read. */
  openRequests(access: SourceAccess): RequestReader | null;
  /** What counts a source at its host; null where git alone reads it. */
  openLedger(access: SourceAccess): HostLedger | null;
  /** Writes to the issues of a tracker; null when this server cannot write to trackers of the provider. */
  openWriter(access: SourceAccess): TrackerWriter | null;
  /** Reports on requests; null where no account does at the provider. */
  openReporter(access: SourceAccess): RequestReporter | null;
  /**
   * An organisation, a group, a workspace or a folder of repositories, by the spelling of its address to store. Nothing is requested from its
   * host before it is listed.
   * @throws SourceError for an address that is no group's
   */
  openGroup(access: SourceAccess): Promise<OpenedGroup>;
  close(): Promise<void>;
}

/** A group whose repositories can be listed. */
export interface OpenedGroup extends RepositoryGroup {
  readonly url: string;
  readonly name: string;
}
