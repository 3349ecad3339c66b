import { type ReactNode, useId } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./InsightViewCard.module.css";

export interface InsightViewCardProps {
  title: string;
  /** What the view shows; omitted where its parts say it. */
  text?: string;
  /** The method behind the view, on demand. */
  how?: string;
  /** Nothing was found: said in place of the text and the content. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** The frame of a view that is no series, as wide as all cards. */
export function InsightViewCard({ title, text, how, isEmpty = false, children }: InsightViewCardProps) {
  const { t } = useTranslation("insights");
  const id = useId();
  const lead = isEmpty ? t("views.none") : text;
  return (
    <Card as="section" className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {lead !== undefined && (
        <Text as="p" size="small" tone="muted" className={styles.text}>
          {lead}
        </Text>
      )}
      {how !== undefined && (
        <div className={styles.how}>
          <Disclosure variant="quiet" summary={t("card.how")}>
            {how}
          </Disclosure>
        </div>
      )}
      {!isEmpty && children}
    </Card>
  );
}
