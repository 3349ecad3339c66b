import type { DocumentDrift } from "../../../contract/documents.ts";
import { shortHash } from "../../../contract/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./DriftList.module.css";

export interface DriftListProps {
  drift: DocumentDrift;
  /** The address of a line of the page. */
  lineHref: (line: number) => string;
}

const SHOWN_LINES = 4;

/** Names in a page that the code no longer has, each with the commit that removed it. */
export function DriftList({ drift, lineHref }: DriftListProps) {
  const { t, format } = useTranslation("documents");
  return (
    <>
      {drift.items.length > 0 ? (
        <Stack as="ul">
          {drift.items.map((item) => (
            <li key={`${item.kind} ${item.name}`} className={styles.item}>
              <p className={styles.line}>
                <Text as="code" weight="strong">
                  {item.name}
                </Text>
                <span className={styles.faint}>
                  {item.lines.slice(0, SHOWN_LINES).map((line) => (
                    <a key={line} href={lineHref(line)} className={styles.at}>
                      {t("drift.line", { line })}
                    </a>
                  ))}
                </span>
              </p>
              <p className={styles.faint}>
                {t("drift.removedBy")}{" "}
                <CommitLink hash={item.removed_by.hash} url={item.removed_by.url} title={item.removed_by.title} />{" "}
                {item.removed_by.author} · <RelativeTime at={item.removed_by.at} />
              </p>
              <p className={styles.commitTitle}>{item.removed_by.title}</p>
              {item.kind === "identifier" && <p className={styles.faint}>{t("drift.wasIn", { path: item.path })}</p>}
              {item.now !== null && <p className={styles.faint}>{t("drift.now", { name: item.now })}</p>}
            </li>
          ))}
        </Stack>
      ) : (
        <p className={styles.faint}>
          {drift.state === "checking"
            ? t("drift.checkingText")
            : drift.checked === 0
              ? t("drift.nothingNamed")
              : t("drift.freshText", { count: drift.checked })}
        </p>
      )}
      {drift.state === "unread" && <p className={styles.faint}>{t("drift.unread")}</p>}
      {drift.since !== null && <p className={styles.faint}>{t("drift.since", { date: format.date(drift.since) })}</p>}
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
