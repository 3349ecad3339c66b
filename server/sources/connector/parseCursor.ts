import type { z } from "zod";
import type { TrackerCursor } from "./connectorTypes.ts";

/** A stored cursor. One of an older version counts as none: everything is read again, which changes nothing that is stored. */
export function parseCursor<T>(shape: z.ZodType<T>, stored: TrackerCursor | null): T {
  const parsed = shape.safeParse(stored ?? {});
  return parsed.success ? parsed.data : shape.parse({});
}
