import type { DocumentStaleReferences } from "../../../contract/documents.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./StaleReferenceList.module.css";

export interface StaleReferenceListProps {
  references: DocumentStaleReferences;
  /** The address of a line of the page. */
  lineHref: (line: number) => string;
}

const SHOWN_LINES = 4;

/** Names in a page that the code no longer has, each with the commit that removed it. */
export function StaleReferenceList({ references, lineHref }: StaleReferenceListProps) {
  const { t, format } = useTranslation("documents");
  return (
    <>
      {references.items.length > 0 ? (
        <Stack as="ul">
          {references.items.map((item) => (
            <li key={`${item.kind} ${item.name}`} className={styles.item}>
              <p className={styles.line}>
                <Text as="code" weight="strong">
                  {item.name}
                </Text>
                <span className={styles.faint}>
                  {item.lines.slice(0, SHOWN_LINES).map((line) => (
                    <a key={line} href={lineHref(line)} className={styles.at}>
                      {t("staleReferences.line", { line })}
                    </a>
                  ))}
                </span>
              </p>
              <p className={styles.faint}>
                {t("staleReferences.removedBy")}{" "}
                <CommitLink hash={item.removed_by.hash} url={item.removed_by.url} title={item.removed_by.title} />{" "}
                {item.removed_by.author} · <RelativeTime at={item.removed_by.at} />
              </p>
              <p className={styles.commitTitle}>{item.removed_by.title}</p>
              {item.kind === "identifier" && (
                <p className={styles.faint}>{t("staleReferences.wasIn", { path: item.path })}</p>
              )}
              {item.now !== null && <p className={styles.faint}>{t("staleReferences.now", { name: item.now })}</p>}
            </li>
          ))}
        </Stack>
      ) : (
        <p className={styles.faint}>
          {references.state === "checking"
            ? t("staleReferences.checkingText")
            : references.checked === 0
              ? t("staleReferences.nothingNamed")
              : t("staleReferences.freshText", { count: references.checked })}
        </p>
      )}
      {references.state === "unread" && <p className={styles.faint}>{t("staleReferences.unread")}</p>}
      {references.since !== null && (
        <p className={styles.faint}>{t("staleReferences.since", { date: format.date(references.since) })}</p>
      )}
    </>
  );
}

/** The short hash of a commit, as a link where its host has a page for it. */
export function CommitLink({ hash, url, title }: { hash: string; url: string | null; title: string }) {
  const short = <code>{shortHash(hash)}</code>;
  if (url === null) return short;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={title}>
      {short}
    </a>
  );
}
