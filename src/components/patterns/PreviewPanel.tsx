import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Button } from "../ui/Button.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { CrossIcon } from "../ui/icons.ts";
import { useScrollable } from "../ui/useScrollable.ts";
import styles from "./PreviewPanel.module.css";

export interface PreviewPanelProps {
  /** For the buttons that open it. */
  id?: string | undefined;
  /** Its accessible name. */
  label: string;
  /** The accessible name of the part that scrolls. */
  title: string;
  /** Shows the title above the content, where `heading` does not have it. */
  isTitleShown?: boolean;
  /** The beginning of the head, before the actions. */
  heading: ReactNode;
  /** The page of the item; omitted where there is none. */
  open?: { readonly href: string; readonly text: string } | undefined;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** An item of a list next to that list: a head with actions and a body that scrolls. Escape closes it. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { id, label, title, isTitleShown = false, heading, open, closeLabel, onClose, children } = props;
  const body = useRef<HTMLDivElement>(null);
  const scrollable = useScrollable(body, title);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The list has a shortcut of its own for Escape, which skips a handled event.
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles up from the controls inside
    <aside id={id} className={styles.panel} aria-label={label} onKeyDown={handleKey}>
      <header className={styles.head}>
        <div className={styles.heading}>{heading}</div>
        {open && <LinkButton size="small" variant="outlined" {...open} />}
        <Button size="small" variant="minimal" icon={<CrossIcon />} aria-label={closeLabel} onClick={onClose} />
      </header>
      <div ref={body} className={styles.scroll} role="group" aria-label={title} {...scrollable}>
        {isTitleShown && (
          <h2 className={styles.title}>
            <ForeignText text={title} />
          </h2>
        )}
        {children}
      </div>
    </aside>
  );
}
