import type { RequestRef } from "../../../contract/requestRef.ts";

/** A request as far as a link needs it. */
export const requestRef = ({ key, address, title, state, url }: RequestRef): RequestRef => ({
  key,
  address,
  title,
  state,
  url,
});
