import type { ApiError } from "../../services/result.ts";

/** Whether a host of another version lacks the endpoint: a 404 that names nothing that was not found. */
export const isMissingEndpoint = ({ status, code }: ApiError): boolean =>
  status === 404 && (code === null || code === "not_found");
