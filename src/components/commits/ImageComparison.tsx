import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ImageComparison.module.css";

/** A picture as a `data:` address, or why it could not be read; null where there is none to show. */
export type ComparedImage = string | { readonly failure: ReactNode } | null;

export interface ImageComparisonProps {
  /** Undefined: there is no such side. */
  before: ComparedImage | undefined;
  after: ComparedImage | undefined;
  isLoading?: boolean;
}

/** A picture before and after a change. */
export function ImageComparison({ before, after, isLoading = false }: ImageComparisonProps) {
  const { t } = useTranslation("commits");
  if (isLoading) return <Skeleton count={4} />;
  return (
    <div className={styles.images}>
      {before !== undefined && <Side name={t("images.before")} image={before} />}
      {after !== undefined && <Side name={t("images.after")} image={after} />}
    </div>
  );
}

function Side({ name, image }: { name: string; image: ComparedImage }) {
  const { t } = useTranslation("commits");
  return (
    <figure className={styles.side}>
      <Text as="div" size="small" tone="muted">
        {name}
      </Text>
      {image === null && <Text size="small">{t("images.none")}</Text>}
      {typeof image === "string" ? <img src={image} alt={name} className={styles.image} /> : image?.failure}
    </figure>
  );
}
