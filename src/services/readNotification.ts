import type { Notification } from "../../contract/notifications.ts";

/** Characters of a title that are shown; what is longer is cut. */
const TITLE_LIMIT = 300;
/** Characters of a message's text. */
const BODY_LIMIT = 2000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown, limit: number): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.slice(0, limit) : null;

/** The names under which hosts give the words of a message, the first that is there. */
const TITLES = ["title", "message", "text", "detail", "name"] as const;

/** An address inside this app; what leads elsewhere is no link. */
const isInside = (href: string): boolean => /^\/(?![/\\])/.test(href);

const momentOf = (value: unknown, now: number): string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : new Date(now).toISOString();

let unnamed = 0;

/**
 * A message of the socket as the queue takes it. The specification says that messages are JSON and are queued, and names no field: every
 * JSON value becomes a message, whatever its shape. A field that is missing or of another type is filled in.
 * @param data what the socket handed over
 * @param now milliseconds since 1970, for a message that does not say when it was made
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
    // The raw text, since a deeply nested value cannot be written out again.
    title: named ?? textOf(value, TITLE_LIMIT) ?? data.trim().slice(0, TITLE_LIMIT),
    body: textOf(fields["body"], BODY_LIMIT),
    project: typeof fields["project"] === "string" ? fields["project"] : null,
    href: href !== null && isInside(href) ? href : null,
    created_at: momentOf(fields["created_at"], now),
    data: isRecord(fields["data"]) ? fields["data"] : {},
  };
}

/** The place of a message in the host's order, by which the host is asked for later ones; null for a message that has none. */
export const placeOf = ({ id }: Notification): string | null => (id.startsWith("unnamed ") ? null : id);
