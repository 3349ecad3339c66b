import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Two parts of a page, one below the other. The upper one is at least as high as the window until it is complete, so that the lower one is out of sight,
 * and then has the height of its content. The lower one is then laid out as new where it has not been seen: it appears, and is not moved.
 */
export function useUnmovedBelow(isComplete: boolean): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly below: RefObject<HTMLDivElement | null>;
} {
  const place = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = below.current;
    // For a reader who has scrolled to the lower one, the browser anchors the scroll position.
    if (!isComplete || !element || (place.current?.getBoundingClientRect().top ?? 0) <= 0) return;
    element.style.display = "none";
    // Without a box, the browser has no former place to compare the new one with.
    element.getBoundingClientRect();
    element.style.removeProperty("display");
  }, [isComplete]);
  return { place, below };
}
