const KEY = "clew.reloadedForChunk";

/**
 * After a release the chunks of the page that is open may be gone. Then the page is loaded anew, once: a second miss within a minute
 * is another fault, and the error boundary says so.
 */
export function reloadOnMissingChunk(now: () => number = Date.now): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now() - last < 60_000) return;
    sessionStorage.setItem(KEY, String(now()));
    event.preventDefault();
    window.location.reload();
  });
}
