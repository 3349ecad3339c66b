/** The rows of restrictions in Confluence's answers (REST v1). */
import { z } from "zod";

const Subjects = z.object({ results: z.array(z.unknown()).nullish(), size: z.number().nullish() });
export const Operation = z.object({
  restrictions: z.object({ user: Subjects.nullish(), group: Subjects.nullish() }).nullish(),
});
export type Operation = z.infer<typeof Operation>;
export const Restrictions = z.object({ read: Operation.nullish() });
