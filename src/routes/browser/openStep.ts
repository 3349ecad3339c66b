import { webHref } from "../../domain/webAddress.ts";

/** Opens the address of the next step: a page of this server, or of the code host. @returns false for any other address */
export function openStep(url: string): boolean {
  const href = url.startsWith("/api/") ? url : webHref(url);
  if (href !== undefined) window.open(href, "_self");
  return href !== undefined;
}
