import * as endpoints from "virtual:endpoints/marks";
import type { Client } from "./client.ts";

/** Marks of issues, requests and pages. */
export const createMarksService = ({ send }: Client) => ({
  remove: (id: string, markId: string) => send(endpoints.removeMark, { params: { id, markId } }),
});
export type MarksService = ReturnType<typeof createMarksService>;
