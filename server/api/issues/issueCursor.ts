import { z } from "zod";
import { Invalid } from "../../errors.ts";

/** Where a page of the list ended: the value that it is sorted by, and the id of the last issue. */
const Place = z.tuple([z.union([z.string(), z.number()]), z.string()]);
export type Place = z.infer<typeof Place>;

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws Invalid for a text that no page gave */
export function readCursor(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new Invalid({ cursor: ["Invalid format"] }, { cause: error });
  }
}
