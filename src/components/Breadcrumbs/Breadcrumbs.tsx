import { useWords } from "../../i18n/useWords.ts";
import styles from "./Breadcrumbs.module.css";

export interface Crumb {
  text: string;
  /** The last crumb is the page itself and has none. */
  href?: string;
}

export interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  /** Tells them from others on the same page. */
  label?: string;
}

/** The way from the top to this page. Blueprint's own puts things into a list that do not belong there (axe), hence this one. */
export function Breadcrumbs({ crumbs, label }: BreadcrumbsProps) {
  const { t } = useWords("states");
  return (
    <nav aria-label={label ?? t("breadcrumbs")}>
      <ol className={styles.list}>
        {crumbs.map(({ text, href }, index) => (
          <li key={`${index} ${text}`} className={styles.crumb}>
            {href === undefined ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
