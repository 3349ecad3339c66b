import { type Location, useLocation } from "react-router-dom";
import { useReplacement } from "../addresses/movedTab.ts";
import { hrefTo } from "../paths.ts";

/**
 * Leads an address of the time when the forms were a view of the list of issues (`?view=paste`, with `create` for a new issue) to the path of
 * the form, with its text. A long text is in the state. Returns whether it does: the caller then renders nothing.
 */
export function useMovedIssueForm(slug: string): boolean {
  const { search, hash, state } = useLocation() as Location<unknown>;
  const params = new URLSearchParams(search);
  const path = params.has("create") ? hrefTo.newIssue(slug) : hrefTo.localizeText(slug);
  const isForm = params.get("view") === "paste";
  params.delete("view");
  params.delete("create");
  const rest = params.toString();
  return useReplacement(isForm ? `${path}${rest && `?${rest}`}${hash}` : null, state);
}
