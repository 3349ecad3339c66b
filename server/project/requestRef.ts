import { requestAddress } from "../../contract/addresses/requestAddress.ts";
import type { RequestRef } from "../../contract/requests/requestRef.ts";
import type { Db } from "../db/openDb.ts";
import { listRequestsWithSharedNumber } from "../db/tables/requests/requestDetails.ts";

/** A request as far as a link needs it. */
export const requestRef = ({ key, address, title, state, url }: RequestRef): RequestRef => ({
  key,
  address,
  title,
  state,
  url,
});

/** Requests with how an address names each. */
export async function withRequestAddresses<T extends { readonly id: string; readonly number: number }>(
  db: Db,
  requests: readonly T[],
): Promise<(T & { readonly address: string })[]> {
  const shared = await listRequestsWithSharedNumber(
    db,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => ({ ...request, address: requestAddress(request, shared.has(request.id)) }));
}
