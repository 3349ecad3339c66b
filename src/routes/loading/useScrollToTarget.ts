import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** A target that cannot reach its place after this time is not waited for. */
const TIMEOUT_MS = 5000;
/** Input by which the reader takes over the scroll position. */
const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls to the part that the address of a loaded page names, which the browser cannot do while the part is not there. What is below the part may
 * appear later: until the page is long enough, each change of its height scrolls again.
 * @param isReady what is above the part has its final height
 */
export function useScrollToTarget(isReady: boolean): void {
  const { hash, key } = useLocation();
  /** The entry of the history whose target has been shown. */
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!isReady || hash === "" || shown.current === key) return undefined;
    const listeners = new AbortController();
    const stop = (): void => {
      shown.current = key;
      observer.disconnect();
      clearTimeout(timer);
      listeners.abort();
    };
    const show = (): void => {
      const target = document.getElementById(hash.slice(1));
      if (!target || target.offsetHeight === 0) return;
      target.scrollIntoView({ behavior: "instant" });
      const margin = Number.parseFloat(getComputedStyle(target).scrollMarginBlockStart) || 0;
      if (Math.abs(target.getBoundingClientRect().top - margin) < 2) stop();
    };
    const observer = new ResizeObserver(show);
    const timer = setTimeout(stop, TIMEOUT_MS);
    for (const event of USER_INPUT) window.addEventListener(event, stop, { signal: listeners.signal, passive: true });
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      listeners.abort();
    };
  }, [isReady, hash, key]);
}
