import { z } from "zod";
import { openEmail } from "../../mail/Mail.ts";
import { findMail, listOutbox, type OutboxEntry } from "../../db/tables/notices/outbox.ts";
import { sendAgain } from "../../mail/outbox.ts";
import { command } from "./command.ts";
import { OperatorError } from "./options.ts";

const State = z.enum(["waiting", "kept", "sent", "failed"]);

const entryRow = ({ id, state, recipient, subject, created_at, attempts, last_error }: OutboxEntry) => ({
  id,
  state,
  to: recipient,
  subject,
  written: created_at.toISOString(),
  tries: attempts,
  error: last_error,
});

export const outboxCommands = {
  "outbox list": command(
    "the newest mails with their states",
    z.strictObject({
      state: State.optional(),
      limit: z.coerce.number("must be a number").int().min(1).max(1000).default(100),
    }),
    async ({ db }, options) => (await listOutbox(db, options)).map(entryRow),
  ),
  "outbox show": command(
    "one mail with its text, while it is kept",
    z.strictObject({ id: z.string().min(1) }),
    async ({ db, seal }, { id }) => {
      const row = await findMail(db, id);
      if (!row) throw new OperatorError(`There is no mail ${id}. See: clew operator outbox list`);
      const text = row.content ? openEmail(seal, { id, content: row.content }).text : null;
      return [{ ...entryRow(row), text }];
    },
  ),
  "outbox send": command(
    "sends a kept or failed mail again; --all true sends all that are still valid",
    z.strictObject({ id: z.string().min(1).optional(), all: z.literal("true").optional() }),
    async ({ db, mail }, { id, all }) => {
      if (!mail.isSent) throw new OperatorError("No mail server is set: CLEW_SMTP_URL and CLEW_MAIL_FROM name it.");
      if (id === undefined && all === undefined) throw new OperatorError("Name a mail by --id, or say --all true.");
      return [{ sent_again: await sendAgain(db, all ? undefined : [id ?? ""]) }];
    },
  ),
};
