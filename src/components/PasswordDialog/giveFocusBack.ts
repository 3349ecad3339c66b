/** For so long, in milliseconds, what had the focus may be busy with what was called off. */
const PATIENCE = 2000;

/**
 * Gives the focus back to what had it before a dialog, as soon as that can take it: a button that loads is disabled until the call is over.
 * Whoever has moved on meanwhile is left where they are, and what is gone stays gone.
 * @param opener what had the focus; null: nothing had
 */
export function giveFocusBack(opener: HTMLElement | null): void {
  const end = performance.now() + PATIENCE;
  const attempt = (): void => {
    const { activeElement } = document;
    // A layer below takes the focus to itself when one above it closes.
    if (!opener?.isConnected || !activeElement?.contains(opener)) return;
    opener.focus();
    if (document.activeElement !== opener && performance.now() < end) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}
