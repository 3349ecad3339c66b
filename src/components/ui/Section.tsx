import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { Inline } from "./Inline.tsx";
import styles from "./Section.module.css";
import { Text, type TextProps } from "./Text.tsx";

export interface SectionProps extends Omit<ComponentPropsWithRef<"section">, "title" | "className" | "style"> {
  title: ReactNode;
  headingLevel: 2 | 3;
  /** The size of the title: `heading` for a part of a page, smaller ones for a part of a panel. */
  size?: Extract<TextProps["size"], "heading" | "large" | "body" | "compact">;
  /** Below the title: what the section is about. */
  lead?: ReactNode;
  /** After the title and not part of its name, such as a state. */
  badge?: ReactNode;
  /** Next to the title, such as a button or a link to the whole list. */
  actions?: ReactNode;
  /** Between the parts, in steps of 4 px. */
  gap?: 1 | 2 | 3;
  /** `false` where its content, such as a table, already has the title as its name. */
  isLandmark?: boolean;
}

/** A part of a page with its title, which is the name of the landmark. */
export function Section(props: SectionProps) {
  const { title, headingLevel, size = "heading", lead, badge, actions, gap = 3, isLandmark = true, ...more } = props;
  const { children, ...rest } = more;
  const id = useId();
  const heading = (
    <Text as={`h${headingLevel}` as const} id={id} size={size} weight="strong">
      {title}
    </Text>
  );
  return (
    <section {...rest} className={styles.section} data-gap={gap} aria-labelledby={isLandmark ? id : undefined}>
      <header className={styles.header}>
        {actions === undefined && badge === undefined ? (
          heading
        ) : (
          // The actions of a small section are as small as its title.
          <Text as="div" size={size === "compact" ? size : undefined} className={styles.head}>
            {badge === undefined ? (
              heading
            ) : (
              <Inline>
                {heading}
                {badge}
              </Inline>
            )}
            {actions}
          </Text>
        )}
        {lead !== undefined && (
          <Text as="p" tone="muted" size={size === "heading" ? undefined : "small"}>
            {lead}
          </Text>
        )}
      </header>
      {children}
    </section>
  );
}
