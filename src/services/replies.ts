import * as endpoints from "virtual:endpoints/replies";
import type { BodySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** The comment that is kept on the issues of a tracker. */
export const createRepliesService = ({ call }: Client) => ({
  get: (itemId: string, signal?: AbortSignal) => call(endpoints.getReplies, { params: { itemId }, signal }),
  change: (itemId: string, body: BodySent<"changeReplies">) =>
    call(endpoints.changeReplies, { params: { itemId }, body }),
  preview: (itemId: string, body: BodySent<"previewReply">) =>
    call(endpoints.previewReply, { params: { itemId }, body }),
});
export type RepliesService = ReturnType<typeof createRepliesService>;
