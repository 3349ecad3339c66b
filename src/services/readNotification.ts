import { isRecord } from "../domain/isRecord.ts";
import type { Notification } from "../../contract/notices/notifications.ts";

/** Maximum length of a title in characters. */
const TITLE_LIMIT = 300;
/** Maximum length of a message's text in characters. */
const BODY_LIMIT = 2000;

const textOf = (value: unknown, limit: number): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.slice(0, limit) : null;

/** Field names that hosts use for the text of a message, by precedence. */
const TITLES = ["title", "message", "text", "detail", "name"] as const;

/** An address inside this app; others are not linked. */
const isInside = (href: string): boolean => /^\/(?![/\\])/.test(href);

const momentOf = (value: unknown, now: number): string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : new Date(now).toISOString();

let unnamed = 0;

/**
 * A message of the socket for the queue. The specification says that messages are JSON and are queued, and names no field: every JSON value
 * becomes a message, also one of an unknown shape. Fields that are missing or of another type get defaults.
 * @param data the payload of the socket
 * @param now milliseconds since 1970, for a message without a time
 * @returns null for what is not JSON
 */
export function readNotification(data: unknown, now: number): Notification | null {
  if (typeof data !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  const fields = isRecord(value) ? value : {};
  const named = TITLES.map((name) => textOf(fields[name], TITLE_LIMIT)).find((text) => text !== null);
  const href = textOf(fields["href"], BODY_LIMIT);
  unnamed += 1;
  return {
    id: typeof fields["id"] === "string" && fields["id"] !== "" ? fields["id"] : `unnamed ${unnamed}`,
    type: typeof fields["type"] === "string" ? fields["type"] : "message",
    // The raw text, because a deeply nested value cannot be serialized again.
    title: named ?? textOf(value, TITLE_LIMIT) ?? data.trim().slice(0, TITLE_LIMIT),
    body: textOf(fields["body"], BODY_LIMIT),
    project: typeof fields["project"] === "string" ? fields["project"] : null,
    href: href !== null && isInside(href) ? href : null,
    created_at: momentOf(fields["created_at"], now),
    data: isRecord(fields["data"]) ? fields["data"] : {},
  };
}

/** The position of a message in the host's order, from which later ones are requested; null for a message without an id. */
export const placeOf = ({ id }: Notification): string | null => (id.startsWith("unnamed ") ? null : id);
