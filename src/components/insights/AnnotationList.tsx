import type { Annotation } from "../../../contract/insights/annotations.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./AnnotationList.module.css";

export interface AnnotationListProps {
  /** The accessible name of the list. */
  label: string;
  /** In the order in which they are shown. */
  annotations: readonly Annotation[];
  /** They are of several projects. */
  namesProjects?: boolean;
  /** Omitted where nothing can be changed. */
  onEdit?: ((annotation: Annotation) => void) | undefined;
  onDelete?: ((annotation: Annotation) => void) | undefined;
}

/** Releases, incidents and notes with their days. */
export function AnnotationList({ label, annotations, namesProjects = false, onEdit, onDelete }: AnnotationListProps) {
  const { t } = useTranslation("insights");
  const { day } = useInsightFormats();
  return (
    <ul className={styles.list} aria-label={label}>
      {annotations.map((annotation) => {
        const { id, kind, title, url, project, repository, author, can_change } = annotation;
        const about = [namesProjects ? project.name : null, repository, author].filter((one) => one !== null);
        return (
          <li key={id} className={styles.item}>
            <Text tone="muted" isNumeric className={styles.day}>
              <time dateTime={annotation.day}>{day(annotation.day)}</time>
            </Text>
            <Text weight="medium">{t(`annotations.kinds.${kind}`)}</Text>
            <Text overflow="anywhere" className={styles.title}>
              {webHref(url) === undefined ? (
                <ForeignText text={title} />
              ) : (
                <a href={webHref(url)} target="_blank" rel="noreferrer">
                  <ForeignText text={title} />
                </a>
              )}
              {about.length > 0 && (
                <Text tone="muted" size="small">
                  {" "}
                  <ForeignText text={about.join(" · ")} />
                </Text>
              )}
            </Text>
            {can_change && onEdit && onDelete && (
              <span>
                <Button
                  size="small"
                  variant="minimal"
                  text={t("annotations.edit")}
                  aria-label={t("annotations.editOf", { title })}
                  onClick={() => onEdit(annotation)}
                />
                <Button
                  size="small"
                  variant="minimal"
                  text={t("annotations.delete")}
                  aria-label={t("annotations.deleteOf", { title })}
                  onClick={() => onDelete(annotation)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
