import { boolean, arrayOf, timestamp, number, nullable, object, string, type Guard } from "../responseGuard.ts";
import { isFields } from "../parseResponse.ts";

const plain: Guard = (value) =>
  value === null || ["string", "number", "boolean"].includes(typeof value) || arrayOf(string)(value);
const facts: Guard = (value) => isFields(value) && Object.values(value).every(plain);

export const sessions = arrayOf(
  object({
    id: string,
    current: boolean,
    user_agent: string,
    address: string,
    created_at: timestamp,
    last_used_at: timestamp,
  }),
);
export const auditPage = object({
  count: number,
  next: nullable(string),
  kept_days: number,
  results: arrayOf(
    object({
      id: string,
      at: timestamp,
      action: string,
      actor: object({ id: nullable(string), name: string, email: string }),
      subject: nullable(object({ kind: string, id: nullable(string), name: string })),
      before: nullable(facts),
      after: nullable(facts),
      address: string,
    }),
  ),
});
export const auditRetention = object({ kept_days: number });
