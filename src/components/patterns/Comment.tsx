import type { ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { HeadingLevel } from "../ui/Markdown.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { LinkIcon } from "../ui/icons.ts";
import { CollapsibleText } from "./CollapsibleText.tsx";
import { PersonName } from "./PersonName.tsx";
import styles from "./Comment.module.css";

/** Where the names in a comment lead to. */
export interface CommentLinks {
  /** The page of the issue or request at its host: relative links begin there. */
  base: string;
  personHref: (person: Person) => string;
  /** The pages of what the text names, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

export interface CommentProps extends CommentLinks {
  /** Null: unknown, or a deleted account. */
  author: Person | null;
  /** The words for an author that is null. */
  noAuthor: string;
  /** The kind of comment, behind the name of its author. */
  action?: ReactNode;
  /** ISO 8601. */
  at: string;
  /** Markdown. */
  body: string;
  /** Shown for an empty body; omitted: nothing is shown. */
  emptyText?: string;
  /** At its host. */
  url: string | null;
  /** Level of the headings in the text. */
  headingLevel: HeadingLevel;
  /** Draws a border around it, and a line below its head. */
  isFramed?: boolean;
}

/** A text that a person wrote at a host: its author, time and link, and the text as safe Markdown. */
export function Comment({
  author,
  noAuthor,
  action,
  at,
  body,
  emptyText,
  url,
  base,
  headingLevel,
  isFramed = false,
  personHref,
  nameHrefs,
}: CommentProps) {
  const { t } = useTranslation("controls");
  const name = author?.name ?? noAuthor;
  const isEmpty = body.trim() === "";
  return (
    <div className={styles.comment} data-framed={isFramed || undefined}>
      <div className={styles.head}>
        <Avatar name={name} size={isFramed ? 24 : 20} isDecorative />
        <PersonName name={name} href={author && personHref(author)} isUnderlined={false} className={styles.name} />
        {action !== undefined && <span>{action}</span>}
        <Text size="small" tone="muted">
          <RelativeTime at={at} />
        </Text>
        {webHref(url) && (
          <Text
            as="a"
            tone="muted"
            className={styles.link}
            href={webHref(url)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("comment.link")}
            title={t("comment.link")}
          >
            <Icon of={LinkIcon} size={12} />
          </Text>
        )}
      </div>
      {isEmpty && emptyText !== undefined && (
        <Text as="p" tone="muted" className={styles.body}>
          {emptyText}
        </Text>
      )}
      {!isEmpty && (
        <div className={styles.body}>
          <CollapsibleText text={body} base={url ?? base} headingLevel={headingLevel} nameHrefs={nameHrefs} />
        </div>
      )}
    </div>
  );
}
