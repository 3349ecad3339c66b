import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Section } from "../ui/Section.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { MoreLine } from "./MoreLine.tsx";
import styles from "./TitledList.module.css";

export interface TitledListProps {
  title: string;
  /** Heading level of the title. */
  headingLevel: 2 | 3;
  /** Number of entries, with those that are not shown; they are counted in the last line. */
  total: number;
  /** Shown for no entries; null: nothing is rendered for none. */
  emptyText: string | null;
  /** Above the list: what its entries or their numbers are. */
  lead?: string;
  /** The list scrolls from this height on (CSS length). */
  maxHeight?: string;
  /** Next to the title. */
  actions?: ReactNode;
  /** Below the list. */
  note?: ReactNode;
  /** `li` elements. */
  children: readonly ReactNode[];
}

/** A list with a title and the number of its entries, which may be shown in part. */
export function TitledList(props: TitledListProps) {
  const { title, headingLevel, total, emptyText, lead, maxHeight, actions, note, children } = props;
  const { format } = useTranslation("states");
  if (total === 0 && emptyText === null) return null;
  const list = (
    <Stack as="ul" gap={2}>
      {children}
      <MoreLine count={total - children.length} />
    </Stack>
  );
  return (
    <div className={styles.list}>
      <Section
        title={
          <>
            {title} {total > 0 && <Tag round>{format.number(total)}</Tag>}
          </>
        }
        headingLevel={headingLevel}
        size="body"
        gap={1}
        lead={total === 0 ? emptyText : lead}
        actions={actions}
      >
        {total > 0 && maxHeight !== undefined ? (
          <ScrollableRegion label={`${title} ${format.number(total)}`} maxHeight={maxHeight}>
            {list}
          </ScrollableRegion>
        ) : (
          total > 0 && list
        )}
        {note && (
          <Text as="p" size="small" tone="muted">
            {note}
          </Text>
        )}
      </Section>
    </div>
  );
}
