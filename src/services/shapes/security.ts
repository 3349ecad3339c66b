import { flag, list, moment, number, orNull, parts, text, type Shape } from "../answerShape.ts";
import { isFields } from "../readAnswer.ts";

const plain: Shape = (value) =>
  value === null || ["string", "number", "boolean"].includes(typeof value) || list(text)(value);
const facts: Shape = (value) => isFields(value) && Object.values(value).every(plain);

export const sessions = list(
  parts({ id: text, current: flag, user_agent: text, address: text, created_at: moment, last_used_at: moment }),
);
export const auditPage = parts({
  count: number,
  next: orNull(text),
  kept_days: number,
  results: list(
    parts({
      id: text,
      at: moment,
      action: text,
      actor: parts({ id: orNull(text), name: text, email: text }),
      subject: orNull(parts({ kind: text, id: orNull(text), name: text })),
      before: orNull(facts),
      after: orNull(facts),
      address: text,
    }),
  ),
});
export const auditRetention = parts({ kept_days: number });
