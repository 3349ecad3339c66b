import type { ReactNode } from "react";
import { NavCount } from "./NavCount.tsx";
import styles from "./NavRail.module.css";
import { TooltipPanel } from "./TooltipPanel.tsx";
import { useRailHint } from "./useRailHint.ts";

export interface NavRailItem {
  readonly id: string;
  readonly href: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** A small number next to the name. */
  readonly count?: string | undefined;
  /** Whether a line separates it from the item before. */
  readonly startsGroup?: boolean;
  /** Whether the bar of a phone has it; the others are in the drawer behind `more`. */
  readonly isFrequent?: boolean;
}

/** A button of the rail: its text is its name, also where only the icon is shown. */
interface RailButton {
  readonly text: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

export interface NavRailProps {
  /** Name of the landmark. */
  label: string;
  items: readonly NavRailItem[];
  /** Id of the item of the page on screen. */
  current: string;
  /** Whether the page is below that of the item: an issue below the issues. */
  isBelowCurrent?: boolean;
  /** Whether a wide window shows the icons alone. */
  isCollapsed: boolean;
  /** Switches between names and icons, in a wide window. */
  toggle: RailButton;
  /** Opens the drawer with all items, on a phone. */
  more: RailButton;
  /** Above the items, except on a phone. */
  head?: ReactNode;
}

/** The pages of a section: a rail at the left edge of the window, and on a phone a bar at the bottom. */
export function NavRail(props: NavRailProps) {
  const { label, items, current, isBelowCurrent = false, isCollapsed, toggle, more, head } = props;
  const { hint, handlers, close } = useRailHint();
  return (
    <nav className={styles.rail} aria-label={label} data-collapsed={isCollapsed || undefined} {...handlers}>
      {head && <div className={styles.head}>{head}</div>}
      <ul className={styles.list}>
        {items.map(({ id, href, text, icon, count, startsGroup, isFrequent }) => (
          <li key={id} data-starts-group={startsGroup || undefined} data-frequent={isFrequent || undefined}>
            <a
              className={styles.item}
              href={href}
              data-hint={text}
              aria-current={id === current ? (isBelowCurrent ? true : "page") : undefined}
            >
              {icon}
              <span className={styles.text}>{text}</span>
              <NavCount count={count} className={styles.count} />
            </a>
          </li>
        ))}
        <li className={styles.more}>
          <button type="button" className={styles.item} aria-haspopup="dialog" onClick={more.onClick}>
            {more.icon}
            <span className={styles.text}>{more.text}</span>
          </button>
        </li>
      </ul>
      <button
        type="button"
        className={`${styles.item} ${styles.toggle}`}
        data-hint={toggle.text}
        onClick={toggle.onClick}
      >
        {toggle.icon}
        <span className={styles.text}>{toggle.text}</span>
      </button>
      {hint && (
        <TooltipPanel anchor={hint.anchor} text={hint.text} side="after" className={styles.hint} onClose={close} />
      )}
    </nav>
  );
}
