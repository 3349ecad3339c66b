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
export function useMovedTab(hrefOf: (tab: string) => string): boolean {
  const navigate = useNavigate();
  const href = movedTabHref(useLocation(), hrefOf);
  useEffect(() => {
    if (href !== null) void navigate(href, { replace: true });
  }, [href, navigate]);
  return href !== null;
}
