import { z } from "zod";
import { Id, Timestamp } from "./fields.ts";

/** An active session of a user. */
export const Session = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  /** What the browser calls itself; empty where it did not say. */
  user_agent: z.string(),
  /** The network it was used from last, such as 192.0.2.0/24; empty where it is not known. */
  address: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp,
});
export type Session = z.infer<typeof Session>;

/** Opens the socket once, within half a minute: `?ticket=` instead of `?token=`. */
export const SocketTicket = z.object({ ticket: z.string().min(1), expires_at: Timestamp });
