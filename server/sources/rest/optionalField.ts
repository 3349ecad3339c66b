import type { z } from "zod";

/** A field without which the item is still worth storing: null where it is absent, or of another form than the published one. */
export const optionalField = <T>(shape: z.ZodType<T>) => shape.nullish().catch(null);
