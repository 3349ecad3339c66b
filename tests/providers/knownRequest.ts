import type { KnownRequest } from "../../server/sources/connector/requestTypes.ts";

/** An open request, so that its checks are read too. */
export const KNOWN_REQUEST: KnownRequest = {
  number: 1,
  externalId: "1",
  url: "https://host.example/acme/rocket/pull/1",
  headHash: "a".repeat(40),
  isOpen: true,
};
