import { useEffect, type RefObject } from "react";

/** Height of the sticky header above a page plus a reading margin, in pixels. */
const HEAD = 128;

/**
 * Reports the id of the current heading: the last one above the window's header; at the very end of a page, which no later heading can
 * pass, the last visible one. Null above the first. Headings are looked up at each scroll, because a page is rendered by a lazy chunk and
 * its folded parts open later.
 */
export function useActiveHeading(
  box: RefObject<HTMLElement | null>,
  onHeading: ((id: string | null) => void) | undefined,
): void {
  useEffect(() => {
    if (!onHeading) return undefined;
    let frame = 0;
    const notify = () => {
      frame = 0;
      const page = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= page.scrollHeight - 2;
      const edge = isAtEnd ? window.innerHeight : HEAD;
      const headings = box.current?.querySelectorAll(":is(h1, h2, h3, h4, h5, h6)[id]") ?? [];
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
