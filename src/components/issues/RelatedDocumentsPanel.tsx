import type { RelatedDocument } from "../../../contract/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { DocumentIcon } from "../ui/icons.ts";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePanels.module.css";

export interface RelatedDocumentsPanelProps {
  documents: readonly RelatedDocument[];
  /** Name of a wiki or repository, by its id. */
  sources: ReadonlyMap<string, string>;
  /** The address of a page. */
  hrefOf: (document: RelatedDocument) => string;
}

/** Pages related to the issue. */
export function RelatedDocumentsPanel({ documents, sources, hrefOf }: RelatedDocumentsPanelProps) {
  const { t } = useTranslation("assistance");
  return (
    <PanelCard title={t("related.title")} lead={t("related.lead")}>
      {documents.length === 0 ? (
        <EmptyState headingLevel={3} icon={<DocumentIcon size={40} />} title={t("related.empty")}>
          {t("related.emptyText")}
        </EmptyState>
      ) : (
        <ol className={styles.list} aria-label={t("related.list")}>
          {documents.map((document) => (
            <li key={document.id}>
              <span className={styles.line}>
                <a href={hrefOf(document)}>{document.title}</a>
                {document.section !== null && <span>{document.section}</span>}
              </span>
              <Text tone="muted" className={styles.meta}>
                {sources.has(document.source) && <span>{sources.get(document.source)}</span>}
                <code>{document.path}</code>
              </Text>
              <TermList terms={termsOf(document)} shown={SHOWN_TERMS} label={t("similar.terms")} />
            </li>
          ))}
        </ol>
      )}
    </PanelCard>
  );
}

const SHOWN_TERMS = 8;
const termsOf = ({ reasons }: RelatedDocument): string[] => [...new Set(reasons.flatMap(({ terms }) => terms))];
