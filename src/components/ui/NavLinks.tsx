import type { ReactNode, Ref } from "react";

export interface NavLink {
  readonly id: string;
  readonly href: string;
  readonly text: ReactNode;
  readonly icon?: ReactNode;
  /** A small number next to the name. */
  readonly count?: string | undefined;
}

export interface NavLinksProps {
  /** Name of the landmark. */
  label: string;
  items: readonly NavLink[];
  /** Id of the page on screen. */
  current: string;
  /** A look: a class of the landmark; `text` and `count` are classes of its parts. */
  styles: { readonly nav?: string; readonly text?: string; readonly count?: string };
  size?: "medium" | "small";
  listRef?: Ref<HTMLUListElement>;
}

/** The list of links behind TabNav and SideNav, which give it their looks. */
export function NavLinks({ label, items, current, styles, size, listRef }: NavLinksProps) {
  return (
    <nav className={styles.nav} aria-label={label} data-size={size}>
      <ul ref={listRef}>
        {items.map(({ id, href, text, icon, count }) => (
          <li key={id}>
            <a href={href} aria-current={id === current ? "page" : undefined}>
              {icon}
              <span className={styles.text}>{text}</span>
              {/* Screen readers need the space: without it the name and the number are one word. */}
              {count !== undefined && " "}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
