import { matchRoutes } from "react-router-dom";
import type { AppRouter } from "../router.tsx";

/** Paths that the server serves: links there cause a page load. */
const NOT_OURS = /^\/(?:api|ws|mcp|health|demo-hosts)(?:\/|$)/;

/** The address inside the app that a click on this element navigates to, or null. */
export function internalTarget(element: EventTarget | null, here: Location): URL | null {
  const link = element instanceof Element ? element.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.hasAttribute("download") || (link.target && link.target !== "_self")) return null;
  const url = new URL(link.href, here.href);
  if (url.origin !== here.origin || NOT_OURS.test(url.pathname)) return null;
  const isSamePage = url.pathname === here.pathname && url.search === here.search;
  return isSamePage && url.hash ? null : url; // an anchor on this page is left to the browser
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Turns clicks on plain `<a href>` of this app into navigation, by one listener on the document, so that components need no router. Hover
 * or focus of a link prefetches the code of its screen. Returns a function that removes the listeners.
 */
export function interceptLinks(router: AppRouter, root: Document = document): () => void {
  const warmed = new Set<string>();
  const handleClick = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    const url = internalTarget(event.target, window.location);
    if (!url) return;
    event.preventDefault();
    void router.navigate(url.pathname + url.search + url.hash);
  };
  const handlePoint = (event: Event): void => {
    const url = internalTarget(event.target, window.location);
    if (!url || warmed.has(url.pathname)) return;
    warmed.add(url.pathname);
    for (const { route } of matchRoutes(router.routes, url.pathname) ?? []) {
      // A failed prefetch is repeated by the click, which also reports the error.
      if (typeof route.lazy === "function") route.lazy().catch(() => warmed.delete(url.pathname));
    }
  };
  const ending = new AbortController();
  const { signal } = ending;
  root.addEventListener("click", handleClick, { signal });
  root.addEventListener("pointerover", handlePoint, { signal, passive: true });
  root.addEventListener("focusin", handlePoint, { signal });
  return () => {
    ending.abort();
  };
}
