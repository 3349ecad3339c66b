import styles from "./JumpLinks.module.css";

export interface JumpLinksProps {
  /** Names the navigation. */
  label: string;
  /** Ids of parts of the page, in the order of the page. */
  targets: readonly { readonly id: string; readonly text: string }[];
}

/** Links to the parts of a long page. */
export function JumpLinks({ label, targets }: JumpLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {targets.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
