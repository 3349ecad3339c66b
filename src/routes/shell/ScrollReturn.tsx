import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Milliseconds after which a page that has not grown tall enough is left where it is. */
const PATIENCE = 5000;
/** Input by which the user takes over the scroll position. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Back leads to where one was on a page, also where its content comes after it: the router restores the place at once, when the page is
 * still too short for it. Draws nothing.
 */
export function ScrollReturn() {
  const { key } = useLocation();
  const type = useNavigationType();
  const places = useRef(new Map<string, number>());
  // Before the next paint: the scrolling that a new page causes must not be noted for the one before.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const wanted = type === "POP" ? (places.current.get(key) ?? 0) : 0;
    let isComing = wanted > 0;
    const note = (): void => {
      if (!isComing) places.current.set(key, window.scrollY);
    };
    window.addEventListener("scroll", note, { signal, passive: true });
    if (!isComing) return () => leaving.abort();

    const come = (): void => {
      if (document.documentElement.scrollHeight - window.innerHeight < wanted) return;
      stop();
      window.scrollTo({ top: wanted, behavior: "instant" });
    };
    const observer = new ResizeObserver(come);
    const timer = setTimeout(() => stop(), PATIENCE);
    const stop = (): void => {
      isComing = false;
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(document.body);
    for (const hand of HANDS) window.addEventListener(hand, stop, { signal, passive: true });
    return () => {
      stop();
      leaving.abort();
    };
  }, [key, type]);
  return null;
}
