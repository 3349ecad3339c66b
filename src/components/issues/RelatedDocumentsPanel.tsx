import type { RelatedDocument } from "../../../contract/documents/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { EmptyPanel } from "../patterns/EmptyPanel.tsx";
import { ShortList } from "../patterns/ShortList.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./IssuePanels.module.css";

export interface RelatedDocumentsPanelProps {
  documents: readonly RelatedDocument[];
  /** Name of a wiki or repository, by its id. */
  sources: ReadonlyMap<string, string>;
  /** The address of a page. */
  hrefOf: (document: RelatedDocument) => string;
}

/** Pages shown before "more". */
const SHOWN = 3;

/** Pages related to the issue. */
export function RelatedDocumentsPanel({ documents, sources, hrefOf }: RelatedDocumentsPanelProps) {
  const { t } = useTranslation("issuePage");
  if (documents.length === 0) return <EmptyPanel title={t("related.title")} text={t("related.empty")} />;
  return (
    <PanelCard title={t("related.title")} lead={t("related.lead")}>
      <ShortList items={documents} shown={SHOWN} more={(count) => t("related.more", { count })}>
        {(items) => (
          <ol className={styles.list} aria-label={t("related.list")}>
            {items.map((document) => (
              <li key={document.id}>
                <span className={styles.line}>
                  <a href={hrefOf(document)}>
                    <ForeignText text={document.title} />
                  </a>
                  {document.section !== null && <span>{document.section}</span>}
                </span>
                <Text tone="muted" className={styles.meta}>
                  {sources.has(document.source) && <span>{sources.get(document.source)}</span>}
                  <code>
                    <ForeignText text={document.path} />
                  </code>
                </Text>
                <TermList terms={termsOf(document)} shown={SHOWN_TERMS} label={t("similar.terms")} />
              </li>
            ))}
          </ol>
        )}
      </ShortList>
    </PanelCard>
  );
}

const SHOWN_TERMS = 8;
const termsOf = ({ reasons }: RelatedDocument): string[] => [...new Set(reasons.flatMap(({ terms }) => terms))];
