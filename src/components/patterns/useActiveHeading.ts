import { useEffect, type RefObject } from "react";

/** Height of the sticky header above a page plus a reading margin, in pixels. */
const HEAD = 128;
const HEADINGS = ":is(h1, h2, h3, h4, h5, h6)[id]";

/**
 * Scrolls to the heading `target` once it is rendered, and reports the id of the current heading: the last one above the window's header; at
 * the very end of a page, which no later heading can pass, the last visible one. Null above the first. Headings are looked up at each
 * scroll, because a page is rendered by a lazy chunk and its folded parts open later.
 */
export function useActiveHeading(
  box: RefObject<HTMLElement | null>,
  target: string | null,
  onHeading: ((id: string | null) => void) | undefined,
): void {
  useEffect(() => {
    const element = box.current;
    if (target === null || element === null) return undefined;
    const scroll = (): boolean => {
      const heading = [...element.querySelectorAll(HEADINGS)].find(({ id }) => id === target);
      heading?.scrollIntoView();
      return heading !== undefined;
    };
    if (scroll()) return undefined;
    const observer = new MutationObserver(() => {
      if (scroll()) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, target]);

  useEffect(() => {
    if (!onHeading) return undefined;
    let frame = 0;
    const notify = () => {
      frame = 0;
      const page = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= page.scrollHeight - 2;
      const edge = isAtEnd ? window.innerHeight : HEAD;
      const headings = box.current?.querySelectorAll(HEADINGS) ?? [];
      const passed = [...headings].findLast((heading) => heading.getBoundingClientRect().top <= edge);
      onHeading(passed?.id ?? null);
    };
    const handleScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(notify);
    };
    window.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", handleScroll);
      cancelAnimationFrame(frame);
    };
  }, [box, onHeading]);
}
