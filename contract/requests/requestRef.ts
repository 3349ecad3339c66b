import { z } from "zod";
import { Id } from "../fieldSchemas.ts";

/** A pull or merge request, as far as a link needs it. */
export const RequestRef = z.object({
  key: z.string(),
  /** How the address of its page names it: its number, or its id where several requests of the project have the number. */
  address: Id,
  title: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  /** At its host. */
  url: z.string(),
});
export type RequestRef = z.infer<typeof RequestRef>;
