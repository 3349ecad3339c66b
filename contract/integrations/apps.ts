/** Apps that a company registers at a code host, their installations, and the repositories that these may read. */
import { z } from "zod";
import { APP_PROVIDERS, TEXT_LIMITS } from "../constants.ts";
import { Id, Timestamp, pageOf } from "../fieldSchemas.ts";
import { INSTALL_ORIGIN } from "./appReturn.ts";

/** Apps of one company. */
export const MAX_APPS = 10;
/** What an app may do at the host beyond reading: comment on issues, and publish checks on requests. */
export const APP_WRITES = ["comment", "check"] as const;
export type AppWrite = (typeof APP_WRITES)[number];
export const INSTALLATION_STATES = ["active", "suspended", "removed"] as const;

/** An account at the host that has installed the app. */
export const AppInstallation = z.object({
  id: Id,
  account: z.string(),
  state: z.enum(INSTALLATION_STATES),
  /** It has chosen repositories alone. */
  is_selective: z.boolean(),
  /** Its settings at the host. */
  page_url: z.string(),
  /** Sources that are read by it. */
  sources: z.number().int().nonnegative(),
});
export type AppInstallation = z.infer<typeof AppInstallation>;

/** Its private key and the secret of its webhook are in no answer. */
export const HostApp = z.object({
  id: Id,
  provider: z.enum(APP_PROVIDERS),
  name: z.string(),
  owner: z.string(),
  /** Where its tokens are valid: `https://github.com`. */
  origin: z.string(),
  page_url: z.string(),
  /** Where its owner changes or deletes it. */
  settings_url: z.string(),
  /** Its host reports changes; otherwise its sources are read every few minutes. */
  has_webhook: z.boolean(),
  last_delivery_at: Timestamp.nullable(),
  created_at: Timestamp,
  installations: z.array(AppInstallation),
});
export type HostApp = z.infer<typeof HostApp>;

export const NewAppBody = z.object({
  provider: z.enum(APP_PROVIDERS),
  /** The address of a server of the company; omitted: the provider's public one. */
  url: z.string().trim().max(TEXT_LIMITS.url).optional(),
  /** The organisation that is to own it; omitted: the account of the person. */
  organization: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/, "app.organization")
    .optional(),
  /** What the registration asks the host for beyond reading. */
  writes: z.array(z.enum(APP_WRITES)).max(APP_WRITES.length).default([]),
});

export const AppRightsQuery = z.object({ use: z.enum(APP_WRITES) });

/** Whether the app that reads a source may do something at the host. Nothing is missing where no app reads the source. */
export const AppRights = z.object({
  /** `app`: the app does not ask for the permission; `installation`: its account has not accepted it yet. */
  missing: z.enum(["app", "installation"]).nullable(),
  /** The names of the app and of the account that installed it; null where no app reads the source. */
  app: z.string().nullable(),
  account: z.string().nullable(),
  /** The page of the host that grants what is missing. */
  url: z.string().nullable(),
});
export type AppRights = z.infer<typeof AppRights>;

/** Where an installation was begun: the app shows this page again once the app is installed. */
export const InstallAppQuery = z.object({
  from: z.string().max(200).regex(INSTALL_ORIGIN).optional(),
});

/** The address that the browser opens next. */
export const AppStep = z.object({ url: z.string() });

/** An installation that the caller may link sources with. */
export const UsableInstallation = z.object({
  id: Id,
  provider: z.enum(APP_PROVIDERS),
  account: z.string(),
  origin: z.string(),
  /** The name of the app. */
  app: z.string(),
});
export type UsableInstallation = z.infer<typeof UsableInstallation>;

export const InstallationRepositoriesQuery = z.object({ cursor: z.string().max(20).optional() });

export const InstallationRepository = z.object({
  name: z.string(),
  url: z.string(),
  visibility: z.enum(["public", "private", "unknown"]),
});
export type InstallationRepository = z.infer<typeof InstallationRepository>;
export const InstallationRepositoryPage = pageOf(InstallationRepository).omit({ count: true });
export type InstallationRepositoryPage = z.infer<typeof InstallationRepositoryPage>;
