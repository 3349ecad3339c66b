import * as endpoints from "virtual:endpoints/marks";
import type { MarkedItem } from "../../contract/marks/marks.ts";
import type { Client } from "./client.ts";

/** Marks of issues, requests and pages. */
export const createMarksService = ({ send }: Client) => ({
  add: (id: string, body: { readonly item: MarkedItem; readonly text: string }) =>
    send(endpoints.addMark, { params: { id }, body }),
  remove: (id: string, markId: string) => send(endpoints.removeMark, { params: { id, markId } }),
});
export type MarksService = ReturnType<typeof createMarksService>;
