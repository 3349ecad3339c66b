/** What the writers of several providers share: the forms of offers, and how a change is found again. */
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { Message } from "../../messages/messages.ts";
import { SourceError } from "../SourceError.ts";
import type { ActionOffer, PreparedWrite } from "./writerTypes.ts";

export type ChangeOf<A extends IssueChange["action"]> = Extract<IssueChange, { action: A }>;

/** Makes offers with the same reason, unless one has its own. */
export const offersWith =
  (reason: Message | null) =>
  (action: IssueAction, more: Partial<ActionOffer>): ActionOffer => ({
    action,
    reason,
    options: [],
    current: [],
    isMultiple: false,
    ...more,
  });

/** A value whose name is its id. */
export const namedOption = (name: string) => ({ id: name, name });

/** A host may write line breaks in its own way. */
export const plainText = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Whether a change has arrived, which it has if nothing is left to do of it. @param prepare compares it with what is there */
export async function foundIfNothingLeft(
  prepare: () => Promise<PreparedWrite | null>,
): Promise<{ readonly reference: null } | null> {
  const left = await prepare().catch((error: unknown) => {
    // Another value than before and than the one that was sent: it has not arrived.
    if (error instanceof SourceError && error.code === "changed_meanwhile") return undefined;
    throw error;
  });
  return left === null ? { reference: null } : null;
}

/** The number of an issue in the text of a member, `12` or `#12`; null for another text. */
export function issueNumberIn(text: string): number | null {
  const [, digits] = /^#?(\d{1,9})$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}
