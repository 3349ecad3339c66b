/** Retries for this long, in milliseconds, while the element is still disabled by a cancelled request. */
const PATIENCE = 2000;

/**
 * Restores focus after a dialog as soon as the element can take it: a loading button is disabled until the request completes. Focus that
 * the user has moved meanwhile is left alone, and a removed element is ignored.
 * @param opener the element that had the focus; null: none had
 */
export function returnFocus(opener: HTMLElement | SVGElement | null): void {
  const end = performance.now() + PATIENCE;
  const attempt = (): void => {
    const { activeElement } = document;
    // A layer below takes the focus when the one above it closes.
    if (!opener?.isConnected || !activeElement?.contains(opener)) return;
    opener.focus({ preventScroll: true });
    if (document.activeElement !== opener && performance.now() < end) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
