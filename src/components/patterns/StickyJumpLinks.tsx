import { useEffect, useRef, useState } from "react";
import { JumpLinks, type JumpLinksProps } from "./JumpLinks.tsx";
import styles from "./StickyJumpLinks.module.css";

/** Pixels below the bar at which a part begins to be the current one: more than the scroll margin of a target. */
const MARGIN = 32;

export interface StickyJumpLinksProps extends Pick<JumpLinksProps, "label" | "targets"> {
  /** Id of the part that the address names; empty for none. */
  addressed: string;
}

/** Jump links that stay at the top of a long page and mark the part that is read. The page scrolls to the part in the address once, when that part is rendered. */
export function StickyJumpLinks({ label, targets, addressed }: StickyJumpLinksProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const ids = targets.map(({ id }) => id).join(" ");

  /** The part in the address that the page has scrolled to. */
  const shown = useRef<string | null>(null);

  useEffect(() => {
    // Parts that are rendered later do not take the reader back.
    if (shown.current === addressed) return;
    shown.current = null;
    if (!ids.split(" ").includes(addressed)) return;
    // The browser itself found nothing while the page was loading.
    document.getElementById(addressed)?.scrollIntoView();
    shown.current = addressed;
  }, [ids, addressed]);

  useEffect(() => {
    let frame = 0;
    const notify = (): void => {
      frame = 0;
      const parts = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
      const edge = (bar.current?.getBoundingClientRect().bottom ?? 0) + MARGIN;
      const page = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= page.scrollHeight - 2;
      const topOf = (part: Element): number => part.getBoundingClientRect().top;
      // At the end of the page several parts are visible, and none of them can reach the edge: the one that was chosen, or the last.
      const ended = isAtEnd
        ? (parts.find((part) => part.id === addressed && topOf(part) > edge) ?? parts.at(-1))
        : undefined;
      setCurrent((ended ?? parts.findLast((part) => topOf(part) <= edge))?.id ?? null);
    };
    const plan = (): void => {
      if (frame === 0) frame = requestAnimationFrame(notify);
    };
    plan();
    window.addEventListener("scroll", plan, { passive: true });
    window.addEventListener("resize", plan);
    return () => {
      window.removeEventListener("scroll", plan);
      window.removeEventListener("resize", plan);
      cancelAnimationFrame(frame);
    };
  }, [ids, addressed]);

  useEffect(() => {
    const list = bar.current?.querySelector("ul");
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    // Inside of the list only: the page must not move with its links.
    list.scrollLeft += link.getBoundingClientRect().left - list.getBoundingClientRect().left - MARGIN;
  }, [current]);

  return (
    <div ref={bar} className={styles.bar}>
      <JumpLinks label={label} targets={targets} current={current} />
    </div>
  );
}
