import { type Message, message, verbatim } from "../messages/messages.ts";

/** The sentences that a digest begins with. */
export interface DigestOpening {
  readonly sentences: readonly string[];
  /** The model that worded them; null for none. */
  readonly model: string | null;
}

/** The paragraph of an opening. */
export const openingOf = ({ sentences }: DigestOpening): Message[] =>
  sentences.length === 0 ? [] : [verbatim(sentences.join(" "))];

/** By which model it was worded. */
export const wordedBy = ({ model }: DigestOpening): Message[] =>
  model === null ? [] : [message("digest.by_model", { model })];
