import { sql } from "kysely";
import { anyOf } from "../../anyOf.ts";

/** Whether something is by none of these accounts; what has no known author is kept. @param author a column of an account's id */
export const notWrittenBy = (author: "issues.author_id" | "change_requests.author_id", accounts: readonly string[]) =>
  sql<boolean>`(${sql.ref(author)} = ${anyOf(accounts)}) is not true`;
