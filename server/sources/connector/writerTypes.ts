/** The interface of a provider for writing: one change of one issue, in the name of the account of the credential. */
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueChange, NewIssue, NewIssueForm, WriteOption } from "../../../contract/issues/issueWrites.ts";
import type { Message } from "../../messages/messages.ts";
import type { ReplyWriter } from "./replyTypes.ts";

/** An issue by its names at the host. */
export interface NamedIssue {
  readonly externalId: string;
  readonly key: string;
}

/** What the account can do to an issue now. */
export interface ActionOffer {
  readonly action: IssueAction;
  /** Why it cannot work; null where it can. */
  readonly reason: Message | null;
  readonly options: readonly WriteOption[];
  readonly current: readonly { readonly id: string; readonly name: string }[];
  readonly isMultiple: boolean;
}

export interface WriterOffers {
  /** As the host calls it. */
  readonly account: string;
  readonly actions: readonly ActionOffer[];
}

/** What a new issue can have. */
export interface CreationOffer extends Pick<NewIssueForm, "types" | "labels"> {
  readonly account: string;
  /** Why the account can make none; null where it can. */
  readonly reason: Message | null;
}

export interface WriterAccount {
  /** By which the host names it in comments. */
  readonly id: string;
  readonly name: string;
}

/** What was seen before a change was sent: with it a later look shows whether the change has arrived. */
export type WriteTrace = Readonly<Record<string, string | readonly string[]>>;
/** The part of each stored trace that names the account which has sent the change: the member may have connected another one since. */
export const SENT_BY = "account";

/** What is left to do of a change. */
export interface PreparedWrite {
  readonly trace: WriteTrace;
  /**
   * Sends it once.
   * @returns the host's id of what was made; null for a change of what was there
   * @throws SourceError
   */
  send(signal: AbortSignal): Promise<string | null>;
}

export interface TrackerWriter {
  /** Changing requests that the host has taken since the writer was opened. */
  readonly taken: number;
  readonly replies: ReplyWriter;
  /** Whose credential it is; `name` as in the offers. @throws SourceError */
  account(signal: AbortSignal): Promise<WriterAccount>;
  /** @throws SourceError */
  offers(issue: NamedIssue, signal: AbortSignal): Promise<WriterOffers>;
  /**
   * Reads the issue again and compares it with the change. Null: the tracker has it already.
   * @throws SourceError; `changed_meanwhile` where the change would overwrite what the member has not seen, `not_offered` for a value that
   * the tracker does not have
   */
  prepare(issue: NamedIssue, change: IssueChange, signal: AbortSignal): Promise<PreparedWrite | null>;
  /** Whether a change that was sent has arrived, with the id of what it made; null: it has not. @throws SourceError */
  find(
    issue: NamedIssue,
    change: IssueChange,
    trace: WriteTrace,
    signal: AbortSignal,
  ): Promise<{ readonly reference: string | null } | null>;
  /** @throws SourceError */
  creation(signal: AbortSignal): Promise<CreationOffer>;
  /**
   * Looks at the newest issues of the account, so that a later look can tell a new one from them.
   * @returns a write whose `send` returns a `madeReference`
   * @throws SourceError
   */
  prepareNew(issue: NewIssue, signal: AbortSignal): Promise<PreparedWrite>;
  /** Whether a new issue that was sent is there, with its `madeReference`; null: it is not. @throws SourceError */
  findNew(
    issue: NewIssue,
    trace: WriteTrace,
    signal: AbortSignal,
  ): Promise<{ readonly reference: string | null } | null>;
}

/** The names of a new issue at its host, as one text. */
export const madeReference = ({ externalId, key }: NamedIssue): string => `${externalId} ${key}`;

/** The names that `madeReference` was made of; null for another text. */
export function readMadeReference(reference: string | null): NamedIssue | null {
  const [externalId, key] = reference?.split(" ") ?? [];
  return externalId !== undefined && key !== undefined ? { externalId, key } : null;
}
