import * as endpoints from "virtual:endpoints/groups";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

export type GroupAddress = BodySent<"previewGroup">;
export type NewGroup = BodySent<"linkGroup">;
export type GroupChange = BodySent<"changeGroup">;

/** Groups of repositories whose sources follow into a project. */
export const createGroupsService = ({ call, send }: Client) => ({
  list: (project: string, signal?: AbortSignal) => call(endpoints.listGroups, { query: { project }, signal }),
  /** What a group has at its host. */
  preview: (body: GroupAddress, signal?: AbortSignal) => call(endpoints.previewGroup, { body, signal }),
  link: (id: string, body: NewGroup) => call(endpoints.linkGroup, { params: { id }, body }),
  change: (itemId: string, body: GroupChange) => call(endpoints.changeGroup, { params: { itemId }, body }),
  /** Compares a group with its host, in the background. */
  compare: (itemId: string) => call(endpoints.compareGroup, { params: { itemId } }),
  /** The sources of a removed group may stay as single sources. */
  remove: (itemId: string, keepsSources: boolean) =>
    send(endpoints.removeGroup, { params: { itemId }, query: { keep_sources: keepsSources ? "true" : "false" } }),
  /** The secret is only in this response. */
  makeWebhook: (itemId: string) => call(endpoints.createGroupWebhook, { params: { itemId } }),
});
export type GroupsService = ReturnType<typeof createGroupsService>;
