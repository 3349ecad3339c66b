/**
 * Calls that give power away, take it, or destroy what others work with. A session whose password was typed too long ago is asked for it again:
 * they answer 428 until `users/me/confirm/` has had the right one.
 */
import type { EndpointName } from "./endpoints.ts";

export const CONFIRMED_CALLS = [
  "changeCompanyRole",
  "removeCompanyUser",
  "createInvitation",
  "setAuditRetention",
  "exportAudit",
  "deleteProject",
  "createMcpToken",
  "rotateMcpToken",
] as const satisfies readonly EndpointName[];

export const needsConfirmation = (name: EndpointName): boolean =>
  (CONFIRMED_CALLS as readonly EndpointName[]).includes(name);
