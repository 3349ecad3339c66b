/** Common parts of the engines' answers, which are in experts.ts, analysis.ts and documents.ts. */
import { z } from "zod";

/** The basis of an engine's statement, so that a reader can check it. */
export const Evidence = z.object({ text: z.string(), href: z.string().nullable() });
