/**
 * Calls that grant or revoke access, or delete shared data. For a session whose password was entered too long ago they answer 428 until
 * `users/me/confirm/` has received the password.
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
