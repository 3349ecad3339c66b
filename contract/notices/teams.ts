/** The app of a company in Microsoft Teams. */
import { z } from "zod";
import { Timestamp } from "../fieldSchemas.ts";

const Guid = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "teams.id_form");

/** Its client secret is in no answer. */
export const TeamsApp = z.object({
  /** The application (client) id of its registration in Microsoft Entra. */
  app_id: z.string(),
  tenant_id: z.string(),
  /** Why Microsoft takes nothing from it any more; null while it does. */
  ended: z.string().nullable(),
  /** Users who have linked themselves. */
  linked: z.number().int().nonnegative(),
  created_at: Timestamp,
  /** What is uploaded to Teams: a zip with the manifest and two icons, in base64. */
  package: z.string(),
});
export type TeamsApp = z.infer<typeof TeamsApp>;

export const TeamsSettings = z.object({
  /** Null while none is set up. */
  app: TeamsApp.nullable(),
  /** The messaging endpoint of its Azure Bot. */
  messaging_endpoint: z.string(),
});
export type TeamsSettings = z.infer<typeof TeamsSettings>;

export const TeamsAppBody = z.object({
  app_id: Guid,
  tenant_id: Guid,
  client_secret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,255}$/, "teams.secret_form"),
});
export type TeamsAppBody = z.infer<typeof TeamsAppBody>;
