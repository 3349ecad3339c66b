/** Limits of questions about a project, for both sides. Free of zod, so that the web app may import it. */
export const ASK_LIMITS = {
  /** Characters of a question. */
  question: 2000,
  /** Passages of one answer. */
  passages: 14,
  /** Minutes in which what was shown may be sent. */
  ticketMinutes: 15,
  /** Characters of what a ticket seals and encodes. */
  ticket: 700_000,
} as const;
