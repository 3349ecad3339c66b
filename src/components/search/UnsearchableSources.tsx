import type { SearchAllAnswer } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import styles from "./UnsearchableSources.module.css";

/** Maximum of sources that are listed; further ones are counted. */
const MOST_LISTED = 5;

export interface UnsearchableSourcesProps {
  unsearchable: SearchAllAnswer["unsearchable"];
  /** Address of the sources of a project. */
  hrefOf: (slug: string) => string;
}

/** Names the sources that a search over all projects could not find anything of, and why. Nothing where there are none. */
export function UnsearchableSources({ unsearchable: { total, sources }, hrefOf }: UnsearchableSourcesProps) {
  const { t, format } = useTranslation("home");
  if (total === 0) return null;
  const listed = sources.slice(0, MOST_LISTED);
  const others = total - listed.length;
  return (
    <InlineNotice title={t("unsearchable.title", { count: total, formatted: format.number(total) })}>
      <ul className={styles.sources}>
        {listed.map(({ id, name, project, reason, error }) => (
          <li key={id}>
            <a href={hrefOf(project.slug)}>{t("unsearchable.source", { name, project: project.name })}</a>{" "}
            {t(`unsearchable.${reason}`)}
            {error !== null && ` ${error}`}
          </li>
        ))}
        {others > 0 && <li>{t("found.others", { count: others })}</li>}
      </ul>
    </InlineNotice>
  );
}
