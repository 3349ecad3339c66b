import type { DocumentStaleReferences } from "../../../contract/documents/documents.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./StaleReferenceList.module.css";

export interface StaleReferenceListProps {
  references: DocumentStaleReferences;
  /** The address of a line of the page. */
  lineHref: (line: number) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  personHref: (person: Person) => string;
}

const SHOWN_LINES = 4;

/** Names in a page that the code no longer has, each with the commit that removed it. */
export function StaleReferenceList({ references, lineHref, commitHref, personHref }: StaleReferenceListProps) {
  const { t, format } = useTranslation("documents");
  return (
    <>
      {references.items.length > 0 ? (
        <Stack as="ul">
          {references.items.map((item) => (
            <li key={`${item.kind} ${item.name}`} className={styles.item}>
              <p className={styles.line}>
                <Text as="code" weight="strong">
                  <ForeignText text={item.name} />
                </Text>
                <Text size="small" tone="muted">
                  {item.lines.slice(0, SHOWN_LINES).map((line) => (
                    <a key={line} href={lineHref(line)} className={styles.at}>
                      {t("staleReferences.line", { line })}
                    </a>
                  ))}
                </Text>
              </p>
              <Text as="p" size="small" tone="muted">
                {t("staleReferences.removedBy")}{" "}
                <CommitLine {...item.removed_by} href={commitHref(item.removed_by.hash)} personHref={personHref} />
              </Text>
              {item.kind === "identifier" && (
                <Text as="p" size="small" tone="muted">
                  {t("staleReferences.wasIn", { path: item.path })}
                </Text>
              )}
              {item.now !== null && (
                <Text as="p" size="small" tone="muted">
                  {t("staleReferences.now", { name: item.now })}
                </Text>
              )}
            </li>
          ))}
        </Stack>
      ) : (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {references.state === "checking"
            ? t("staleReferences.checkingText")
            : references.checked === 0
              ? t(references.state === "failed" ? "staleReferences.notCompared" : "staleReferences.nothingNamed")
              : t("staleReferences.freshText", { count: references.checked })}
        </Text>
      )}
      {(references.state === "unread" || references.state === "failed") && (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {t(references.state === "failed" ? "staleReferences.comparisonFailed" : "staleReferences.unread")}
        </Text>
      )}
      {references.since !== null && (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {t("staleReferences.since", { date: format.date(references.since) })}
        </Text>
      )}
    </>
  );
}
