type Opener = HTMLElement | SVGElement | null;

/** Retries for this long while the element is still disabled by a cancelled request. */
const TIMEOUT_MS = 2000;

/**
 * Restores focus after a dialog as soon as the element can take it: a loading button is disabled until the request completes. Focus that
 * the user has moved meanwhile is left alone. Where the element was removed, an item of a menu for example, the page gets the focus.
 * @param target the element that had the focus; null: none had. A function where the element is mounted again first
 */
export function returnFocus(target: Opener | (() => Opener)): void {
  const end = performance.now() + TIMEOUT_MS;
  const attempt = (): void => {
    const { activeElement } = document;
    const opener = typeof target === "function" ? target() : target;
    if (opener?.isConnected === false && activeElement === document.body) {
      document.querySelector("main")?.focus({ preventScroll: true });
      return;
    }
    // A layer below takes the focus when the one above it closes.
    if (!opener?.isConnected || !activeElement?.contains(opener)) return;
    opener.focus({ preventScroll: true });
    if (document.activeElement !== opener && performance.now() < end) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
