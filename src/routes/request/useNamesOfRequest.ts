import type { ChangeRequest, RequestEntry } from "../../../contract/requests/requests.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";

/** The pages of what the description and the discussion of a request name, by the name as it is written. */
export const useNamesOfRequest = (
  slug: string,
  { source, title, body, timeline }: Pick<ChangeRequest, "source" | "title" | "body" | "timeline">,
): ReadonlyMap<string, string> => useNameHrefs(slug, source, title, body, ...timeline.flatMap(textsOf));

function textsOf(entry: RequestEntry): readonly string[] {
  switch (entry.kind) {
    case "comment":
      return [entry.comment.body];
    case "thread":
      return entry.thread.comments.map(({ body }) => body);
    case "review":
      return [entry.body];
    case "commits":
    case "event":
      return [];
  }
}
