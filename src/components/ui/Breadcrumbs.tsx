import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "./ForeignText.tsx";
import styles from "./Breadcrumbs.module.css";

export interface Crumb {
  text: string;
  /** Omitted for the last crumb, the page itself. */
  href?: string;
}

export interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  /** Distinguishes it from others on the same page. */
  label?: string;
}

/** The path from the top to this page. Blueprint's own component puts invalid elements into a list (axe). */
export function Breadcrumbs({ crumbs, label }: BreadcrumbsProps) {
  const { t } = useTranslation("states");
  return (
    <nav aria-label={label ?? t("breadcrumbs")}>
      <ol className={styles.list}>
        {crumbs.map(({ text, href }, index) => (
          <li key={`${index} ${text}`} className={styles.crumb}>
            {href === undefined ? (
              <span aria-current="page">
                <ForeignText text={text} />
              </span>
            ) : (
              <a href={href}>
                <ForeignText text={text} />
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
