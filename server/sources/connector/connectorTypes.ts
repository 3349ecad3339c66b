/**
 * What all connectors share. `Connector.ts` describes a provider; the interface of each kind of source has a file: `trackerTypes.ts`,
 * `requestTypes.ts`, `wikiTypes.ts`, `calendarTypes.ts`. The sync depends on nothing else of a provider.
 */
import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import type { Message } from "../../messages/messages.ts";
import type { Credential } from "../egress/Credential.ts";
import type { SkippedRow } from "../rest/hostRows.ts";
import type { Egress } from "../egress/egress.ts";

/** Called for each row that a connector skips because one of its fields is malformed. */
export type OnSkipped = (row: SkippedRow) => void;

/** What a host has said that it is, where a provider has several kinds. */
export interface HostKind {
  readonly product: string;
  /** As the host writes it. */
  readonly version: string;
}

/** What a connector is created with. @typeParam Url the address of a source in the form of its provider */
export interface ConnectorOptions<Url> {
  readonly url: Url;
  readonly credential: Credential | null;
  readonly egress: Pick<Egress, "fetch">;
  /** Gives the texts of restricted items too. */
  readonly readsRestricted?: boolean;
  /** The custom fields of a tracker that are read. */
  readonly customFields?: readonly CustomField[];
  readonly onSkipped?: OnSkipped;
  /** Called once it is known. */
  readonly onHost?: (host: HostKind) => void;
  /** The name under which the host lists what an app writes: an app cannot ask whose its token is. */
  readonly appAccount?: string;
  readonly retries?: number;
  readonly retryDelayMs?: number;
  readonly now?: () => number;
}

/** Result of the validation of a source. */
export interface SourceFacts {
  readonly name: string;
  readonly visibility: "public" | "private" | "unknown";
  readonly defaultBranch?: string | null;
  /** The number of items to copy, where the host reports it. */
  readonly items?: number | null;
  readonly notes: readonly Message[];
  /** Who the credential belongs to, as the host calls them. */
  readonly account?: string | null;
  /** Scopes by the provider's name without which a part cannot be read. */
  readonly missing?: readonly string[];
  /** Requests that are left in the host's present window. */
  readonly limitLeft?: number | null;
  /** A few titles of what it sees. */
  readonly sample?: readonly string[];
  /** The custom fields that can be read. Several may have one name. */
  readonly customFields?: readonly CustomField[];
  /** Why they could not be listed. */
  readonly fieldsRefusal?: Message;
}

/** An account of the tracker. */
export interface TrackerPerson {
  readonly externalId: string;
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly isBot: boolean;
}

/**
 * An item that its host shows to some people only, or has not published. It is not read: its id is kept so that it can be counted and,
 * if it was read before, removed.
 */
export interface LeftOutItem {
  readonly kind: LeftOutKind;
  readonly externalId: string;
  /** For a comment: `externalId` of its issue, or `request:` and that of its request. */
  readonly parentId?: string;
  /** Version of a page. */
  readonly version?: number;
  /** Given only by a source that was opened with `readsRestricted`. */
  readonly text?: RestrictedText;
}

/** The text of a restricted item. `body` is Markdown. */
export interface RestrictedText {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly url: string | null;
  readonly author: string | null;
  readonly state: "open" | "closed" | null;
  /** Version of a page. */
  readonly version?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Plain data that goes into the database with the rows of its page. Its shape belongs to the provider. */
export type TrackerCursor = Record<string, unknown>;

/** The progress of a read. Once the rows of a page are stored, a later read resumes at `cursor`, also after a crash. */
export interface ReadPosition {
  readonly cursor: TrackerCursor;
  /** Things read in this step since the reading began, and their total, where the host reports it. */
  readonly done: number;
  readonly total: number | null;
}
