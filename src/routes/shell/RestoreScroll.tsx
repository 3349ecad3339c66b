import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A page that is still too short after this time is not scrolled any more. */
const TIMEOUT_MS = 5000;
/** Input by which the user takes over the scroll position. */
const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Restores the scroll position after Back once the content is tall enough: the router restores it at once, when the page may still be too
 * short. Renders nothing.
 */
export function RestoreScroll() {
  const { key } = useLocation();
  const type = useNavigationType();
  const places = useRef(new Map<string, number>());
  // Before the next paint: the scroll event caused by a new page must not be stored for the previous one.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const position = type === "POP" ? (places.current.get(key) ?? 0) : 0;
    let isComing = position > 0;
    const note = (): void => {
      if (!isComing) places.current.set(key, window.scrollY);
    };
    window.addEventListener("scroll", note, { signal, passive: true });
    if (!isComing) return () => leaving.abort();

    const restore = (): void => {
      if (document.documentElement.scrollHeight - window.innerHeight < position) return;
      stop();
      window.scrollTo({ top: position, behavior: "instant" });
    };
    const observer = new ResizeObserver(restore);
    const timer = setTimeout(() => stop(), TIMEOUT_MS);
    const stop = (): void => {
      isComing = false;
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(document.body);
    for (const event of USER_INPUT) window.addEventListener(event, stop, { signal, passive: true });
    return () => {
      stop();
      leaving.abort();
    };
  }, [key, type]);
  return null;
}
