import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Section } from "../ui/Section.tsx";
import styles from "./InsightViewCard.module.css";

export interface InsightViewCardProps {
  title: string;
  /** What the view shows; omitted where its parts say it. */
  text?: string;
  /** The method behind the view, on demand. */
  how?: string;
  /** Nothing was found: said in place of the text and the content. */
  isEmpty?: boolean;
  /** Next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a view that is no series, as wide as all cards. */
export function InsightViewCard({ title, text, how, isEmpty = false, actions, children }: InsightViewCardProps) {
  const { t } = useTranslation("insights");
  return (
    <Card className={styles.card}>
      <Section title={title} headingLevel={3} size="large" lead={isEmpty ? t("views.none") : text} actions={actions}>
        {how !== undefined && (
          <Disclosure variant="quiet" summary={t("card.how")}>
            {how}
          </Disclosure>
        )}
        {!isEmpty && children}
      </Section>
    </Card>
  );
}
