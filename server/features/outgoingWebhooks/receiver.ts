import type { Seal } from "../../Seal.ts";
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";

/** The purpose of the key that seals addresses and secrets of webhooks. */
export const WEBHOOK_PURPOSE = "webhooks";

/** What only the sender may know. The address is part of it: that of a chat is its only secret. */
export interface SealedReceiver {
  readonly url: string;
  /** Null for chats, which check no signature. */
  readonly secret: string | null;
  readonly oldSecret: string | null;
}

const sealedAs = (id: string): string => `webhooks:${id}`;

export const sealReceiver = (seal: Seal, id: string, receiver: SealedReceiver): Buffer =>
  Buffer.from(seal.seal(JSON.stringify(receiver), sealedAs(id)));

/** @throws Error when it was sealed with a key that is not known here */
export const openReceiver = (seal: Seal, { id, sealed }: Pick<OutgoingWebhookRow, "id" | "sealed">): SealedReceiver =>
  JSON.parse(seal.open(sealed, sealedAs(id))) as SealedReceiver;

/** The secrets that sign now: during a rotation the previous one too. */
export const validSecrets = (
  { secret, oldSecret }: SealedReceiver,
  { old_secret_until: until }: Pick<OutgoingWebhookRow, "old_secret_until">,
  now: Date,
): string[] => {
  const isOldValid = until !== null && until > now;
  return [secret, isOldValid ? oldSecret : null].filter((candidate) => candidate !== null);
};
