/** What the engines' answers have in common; experts.ts, analysis.ts and documents.ts have the answers. */
import { z } from "zod";

/** What a statement of an engine rests on, so that a reader can check it. */
export const Evidence = z.object({ text: z.string(), href: z.string().nullable() });
