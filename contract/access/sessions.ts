import { z } from "zod";
import { Id, Timestamp } from "../fieldSchemas.ts";

/** An active session of a user. */
export const Session = z.object({
  id: Id,
  /** The session of the request. */
  current: z.boolean(),
  /** The browser's user agent; empty where it sent none. */
  user_agent: z.string(),
  /** The network of the last request, such as 192.0.2.0/24; empty where unknown. */
  address: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  /** When its token first came from another browser in another network, and was refused; null: never. */
  refused_at: Timestamp.nullable(),
});
export type Session = z.infer<typeof Session>;

/** Opens the socket once, within 30 seconds: `?ticket=` instead of `?token=`. */
export const SocketTicket = z.object({ ticket: z.string().min(1), expires_at: Timestamp });
