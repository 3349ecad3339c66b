import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ClampedContent.module.css";

export interface ClampedContentProps {
  children: ReactNode;
}

/** Pixels of what is shown of longer content. */
const LIMIT = 384;
/** Content that is longer by no more than this, in pixels, is not cut: the button would take as much. */
const SLACK = 64;

/** The beginning of long content, and a button that shows all of it. A focus or a search of the browser within it shows all of it too. */
export function ClampedContent({ children }: ClampedContentProps) {
  const { t } = useTranslation("controls");
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Null until it is measured. */
  const [isLong, setIsLong] = useState<boolean | null>(null);
  // Before the paint: the button would move what is below it.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isOpen) return undefined;
    const measure = (): void => setIsLong(element.scrollHeight > LIMIT + SLACK);
    measure();
    const sizes = new ResizeObserver(measure);
    for (const measured of [element, ...element.children]) sizes.observe(measured);
    return () => sizes.disconnect();
  }, [isOpen]);
  return (
    <div>
      <div
        ref={box}
        id={id}
        className={styles.content}
        style={isOpen || isLong === false ? undefined : { maxBlockSize: LIMIT }}
        data-cut={(isLong === true && !isOpen) || undefined}
        // It has no scroll bar: what scrolls it is a focus, a jump mark or a search.
        onScroll={() => setIsOpen(true)}
      >
        <div>{children}</div>
      </div>
      {isLong === true && (
        <Button
          size="small"
          variant="outlined"
          aria-controls={id}
          text={t(isOpen ? "longText.collapse" : "longText.expand")}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
    </div>
  );
}
