import type { ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { isWebAddress } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CollapsibleText } from "../issues/CollapsibleText.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Icon } from "../ui/Icon.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { LinkIcon } from "../ui/icons.ts";
import styles from "./SaidText.module.css";

/** Where the names in what was said lead to. */
export interface SaidLinks {
  /** The page of the request at its host: relative links begin there. */
  base: string;
  personHref: (person: Person) => string;
  /** The pages of what the text names, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

export interface SaidTextProps extends SaidLinks {
  /** Null: a deleted account. */
  author: Person | null;
  /** What they did; left out: nothing more than saying it. */
  did?: ReactNode;
  /** ISO 8601. */
  at: string;
  body: string;
  /** At its host. */
  url: string | null;
}

/** What a person said, as safe Markdown. */
export function SaidText({ author, did, at, body, url, base, personHref, nameHrefs }: SaidTextProps) {
  const { t } = useTranslation("requests");
  const name = author?.name ?? t("deletedAccount");
  return (
    <>
      <div className={styles.head}>
        <Avatar name={name} size={20} isDecorative />
        {author ? <a href={personHref(author)}>{name}</a> : <span>{name}</span>}
        {did !== undefined && <span>{did}</span>}
        <Text size="small" tone="muted">
          <RelativeTime at={at} />
        </Text>
        {url !== null && isWebAddress(url) && (
          <Text
            as="a"
            tone="muted"
            className={styles.link}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t("commentLink")}
            title={t("commentLink")}
          >
            <Icon of={LinkIcon} size={12} />
          </Text>
        )}
      </div>
      {body.trim() !== "" && (
        <div className={styles.body}>
          <CollapsibleText text={body} base={url ?? base} headingLevel={4} nameHrefs={nameHrefs} />
        </div>
      )}
    </>
  );
}
