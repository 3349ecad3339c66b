import { numberOfAddress } from "../../contract/addresses/requestAddress.ts";
import type { Db } from "../db/openDb.ts";
import { type RequestWithBody, findRequest, listRequestsByNumber } from "../db/tables/requests/requestDetails.ts";
import { Conflict, NotFound } from "../errors.ts";
import { message } from "../messages/messages.ts";

/**
 * A request with its text, by its id, or by its number or key as an address has it. The caller's access to the project is checked before.
 * @throws NotFound when the project has no such request, Conflict when several have the number
 */
export async function requireRequest(db: Db, projectId: string, id: string): Promise<RequestWithBody> {
  const row = await findRequest(db, projectId, id);
  if (row) return row;
  const number = numberOfAddress(id);
  const [named, ...others] = number === null ? [] : await listRequestsByNumber(db, projectId, number, 2);
  if (!named) throw new NotFound(message("request.not_found"));
  if (others.length > 0) throw new Conflict(message("request.ambiguous", { key: named.key }));
  return named;
}
