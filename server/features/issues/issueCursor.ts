import { z } from "zod";
import type { Place, SortType } from "../../db/tables/issuePages.ts";
import { Invalid } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

const VALUES: Record<SortType, z.ZodType<string | number>> = {
  timestamptz: z.iso.datetime(),
  integer: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  text: z.string(),
};

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws Invalid for a text that no page of this order gave */
export function readCursor(cursor: string, type: SortType): Place {
  try {
    const place = z.tuple([VALUES[type], z.string().max(200)]);
    return place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (error) {
    throw new Invalid({ cursor: [message("field.format")] }, { cause: error });
  }
}
