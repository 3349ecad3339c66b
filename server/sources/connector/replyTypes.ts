/** The interface of a provider for the one comment that this server keeps on an issue. */
import type { NamedIssue } from "./writerTypes.ts";

/** What finds a reply again at hosts that keep comments of HTML in a text. */
export const REPLY_MARK = "<!-- clew-reply -->";
export const withReplyMark = (markdown: string): string => `${markdown}\n\n${REPLY_MARK}`;

/** An account as comments name it. */
export interface CommentAccount {
  readonly externalId: string;
  readonly login: string;
}

/** All functions throw SourceError. No request that changes something is repeated. */
export interface ReplyWriter {
  /** The id of the first reply that an account has written; null for none. @param author its id, as of `TrackerWriter.account` */
  find(issue: NamedIssue, author: string, signal: AbortSignal): Promise<string | null>;
  /** @returns the id of the new comment */
  post(issue: NamedIssue, markdown: string, signal: AbortSignal): Promise<string>;
  /** @returns false where the comment was deleted */
  edit(issue: NamedIssue, commentId: string, markdown: string, signal: AbortSignal): Promise<boolean>;
  /** Whether an account may write to what the tracker belongs to; null where the host does not say it to the account of the credential. */
  mayWrite(issue: NamedIssue, account: CommentAccount, signal: AbortSignal): Promise<boolean | null>;
  /** A reaction to a comment, where the host has them. */
  acknowledge(issue: NamedIssue, commentId: string, isUnderstood: boolean, signal: AbortSignal): Promise<void>;
}
