import { z } from "zod";
import { Invalid } from "../../errors.ts";

/** Where a page of the list ended: the value that it is sorted by, and the id of the last issue. */
const VALUES = {
  timestamptz: z.iso.datetime(),
  integer: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  text: z.string(),
};
/** What the list is sorted by, as the database calls it. */
export type SortType = keyof typeof VALUES;
export type Place = readonly [value: string | number, id: string];

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws Invalid for a text that no page of this order gave */
export function readCursor(cursor: string, type: SortType): Place {
  try {
    const place = z.tuple([VALUES[type], z.string().max(200)]);
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new Invalid({ cursor: ["Invalid format"] }, { cause: error });
  }
}
