import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * The path of a tab for an address of the time when tabs were a parameter (`?tab=people`), with its other parameters and its hash; null for
 * any other address.
 */
function movedTabHref(
  { search, hash }: { readonly search: string; readonly hash: string },
  hrefOf: (tab: string) => string,
): string | null {
  const params = new URLSearchParams(search);
  const tab = params.get("tab");
  if (tab === null) return null;
  params.delete("tab");
  const rest = params.toString();
  return `${hrefOf(tab)}${rest && `?${rest}`}${hash}`;
}

/** Leads an old address to the path of its tab, in place of the address. Returns whether it does: the caller then renders nothing. */
export const useMovedTab = (hrefOf: (tab: string) => string): boolean =>
  useReplacement(movedTabHref(useLocation(), hrefOf));

/**
 * The same for a query in the address of a project, which its search had before there was an overview, and which messages of the server still
 * have. The search has its own path now.
 */
export function useMovedSearch(isFront: boolean, searchHref: string): boolean {
  const { search, hash } = useLocation();
  const params = new URLSearchParams(search);
  const isQuery = isFront && !params.has("tab") && (params.has("q") || params.has("kind"));
  return useReplacement(isQuery ? `${searchHref}${search}${hash}` : null);
}

/** Leads to `href` in place of the address; null: stays. Returns whether it does: the caller then renders nothing. */
export function useReplacement(href: string | null, state: unknown = null): boolean {
  const navigate = useNavigate();
  useEffect(() => {
    if (href !== null) void navigate(href, { replace: true, preventScrollReset: true, state });
  }, [href, navigate, state]);
  return href !== null;
}
