import type { ApiError } from "../../services/result.ts";

/** Whether this server refused a call, so that nothing came of it: after another failure it may have been carried out. */
export const isRefusal = ({ status }: ApiError): boolean => status !== null && status >= 400 && status < 500;
