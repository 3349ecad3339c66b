/** Where the page of a list ended, as a text that a client returns to get the next one. */
import { z } from "zod";
import { Invalid } from "./errors.ts";
import { message } from "./messages/messages.ts";

/** A row's time and id, of a list that is sorted by a time. */
export const TimePosition = z.tuple([z.iso.datetime(), z.string().max(200)]);

/** @param position plain JSON that a schema of `decodeCursor` accepts */
export const encodeCursor = (position: string | number | readonly (string | number | boolean)[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/**
 * The position that a cursor has; null for none.
 * @throws Invalid for a text that no page of this list returned
 */
export function decodeCursor<Position>(position: z.ZodType<Position>, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new Invalid({ cursor: [message("field.format")] }, { cause: error });
  }
}
