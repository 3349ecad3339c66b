import * as endpoints from "virtual:endpoints/apps";
import type { BodySent } from "../../contract/callTypes.ts";
import type { AppWrite } from "../../contract/integrations/apps.ts";
import type { Client } from "./client.ts";

export type NewApp = BodySent<"registerHostApp">;

/** Apps of the company at code hosts, for an Admin, and their installations, for those who link sources. */
export const createAppsService = ({ call, send }: Client) => ({
  ofCompany: (id: string, signal?: AbortSignal) => call(endpoints.listHostApps, { params: { id }, signal }),
  register: (id: string, body: NewApp) => call(endpoints.registerHostApp, { params: { id }, body }),
  remove: (id: string, appId: string) => send(endpoints.removeHostApp, { params: { id, appId } }),
  /** @param from the page that is shown again after the installation; left out: the settings */
  install: (id: string, appId: string, from?: string) =>
    call(endpoints.installHostApp, { params: { id, appId }, query: { from } }),
  refresh: (id: string, appId: string) => call(endpoints.refreshHostApp, { params: { id, appId } }),
  /** Whether the app that reads a source may comment or publish checks. */
  rights: (itemId: string, use: AppWrite, signal?: AbortSignal) =>
    call(endpoints.getAppRights, { params: { itemId }, query: { use }, signal }),
  installations: (signal?: AbortSignal) => call(endpoints.listUsableInstallations, { signal }),
  repositories: (installationId: string, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.installationRepositories, {
      params: { installationId },
      query: { cursor: cursor ?? undefined },
      signal,
    }),
});
export type AppsService = ReturnType<typeof createAppsService>;
