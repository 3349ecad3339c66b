/** The interface of a provider for the one comment that this server keeps on an issue. */
import { createHash } from "node:crypto";
import type { NamedIssue } from "./writerTypes.ts";

const MARK_CHARS = 32;

/**
 * What finds the n-th reply on one issue again. It is of the names at the host, which stay when a tracker is linked again; a comment that was copied
 * from another issue, or whose original was deleted, has another one.
 */
export const replyMark = (tracker: { readonly provider: string; readonly url: string }, issueId: string, n: number) =>
  createHash("sha256")
    .update(JSON.stringify([tracker.provider, tracker.url, issueId, n]))
    .digest("hex")
    .slice(0, MARK_CHARS);

/** At hosts that keep comments of HTML in a text. */
const markLine = (mark: string): string => `<!-- clew-reply ${mark} -->`;
export const withReplyMark = (markdown: string, mark: string): string => `${markdown}\n\n${markLine(mark)}`;
/** Whether the mark is a line of a text. In a quotation it is part of one. */
export const hasReplyMark = (body: string, mark: string): boolean =>
  body.split("\n").some((line) => line.trim() === markLine(mark));

/** By which a reply without a known id is recognised: both. */
export interface ReplyOrigin {
  /** The id of the account that has posted it, as of `TrackerWriter.account`. */
  readonly author: string;
  readonly mark: string;
}

export interface MarkedText {
  readonly markdown: string;
  readonly mark: string;
}

/** An account as comments name it. */
export interface CommentAccount {
  readonly externalId: string;
  readonly login: string;
}

/** All functions throw SourceError. No request that changes something is repeated. */
export interface ReplyWriter {
  /** The id of the oldest comment with this origin, which is the original of all copies; null for none. */
  find(issue: NamedIssue, origin: ReplyOrigin, signal: AbortSignal): Promise<string | null>;
  /** @returns the id of the new comment */
  post(issue: NamedIssue, text: MarkedText, signal: AbortSignal): Promise<string>;
  /** @returns false where the comment was deleted */
  edit(issue: NamedIssue, commentId: string, text: MarkedText, signal: AbortSignal): Promise<boolean>;
  /** Whether an account may write to what the tracker belongs to; null where the host does not say it to the account of the credential. */
  mayWrite(issue: NamedIssue, account: CommentAccount, signal: AbortSignal): Promise<boolean | null>;
  /** A reaction to a comment, where the host has them. */
  acknowledge(issue: NamedIssue, commentId: string, isUnderstood: boolean, signal: AbortSignal): Promise<void>;
}
