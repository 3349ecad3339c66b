import type { Overview } from "../../../contract/overview.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { NamedText } from "../patterns/NamedText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AboutProject.module.css";

export interface AboutProjectProps extends Pick<Overview, "about" | "languages" | "size"> {
  /** Pages of the README, the files, the commits and the people; null where the reader's plan or the project has none. */
  hrefs: Readonly<Record<"readme" | "files" | "commits" | "people", string | null>>;
  /** Pages of what the README names, by the name as it is written. */
  nameHrefs: ReadonlyMap<string, string>;
}

const SIZES = ["files", "commits", "people"] as const;

/** What a project is: the first paragraph of its README, its languages and its size. */
export function AboutProject({ about, languages, size, hrefs, nameHrefs }: AboutProjectProps) {
  const { t, format } = useTranslation("overview");
  return (
    <section className={styles.about} aria-label={t("about.title")}>
      {about && (
        <p className={styles.lead}>
          <NamedText text={about.text} hrefs={nameHrefs} />{" "}
          {hrefs.readme !== null && (
            <a href={hrefs.readme} className={styles.more}>
              {t("about.readme")}
            </a>
          )}
        </p>
      )}
      <div className={styles.facts}>
        <ul className={styles.size} aria-label={t("about.size")}>
          {SIZES.filter((name) => size[name] > 0).map((name) => {
            const text = t(`about.${name}`, { count: size[name], formatted: format.number(size[name]) });
            const href = hrefs[name];
            return <li key={name}>{href === null ? text : <a href={href}>{text}</a>}</li>;
          })}
        </ul>
        {languages.length > 0 && (
          <div className={styles.languages}>
            <span className={styles.bar} aria-hidden="true">
              {languages.map(({ name, share }, at) => (
                <span key={name} data-place={at} style={{ flexGrow: share }} />
              ))}
            </span>
            <ul className={styles.names} aria-label={t("about.languages")}>
              {languages.slice(0, MAX_NAMED).map(({ name, share }, at) => (
                <li key={name}>
                  <span className={styles.dot} data-place={at} aria-hidden="true" />
                  {name}{" "}
                  <Text tone="muted" isNumeric>
                    {share < 0.01 ? t("about.below", { share: format.percent(0.01) }) : format.percent(share)}
                  </Text>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

/** The bar shows the others without a name. */
const MAX_NAMED = 5;
