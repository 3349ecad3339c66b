import type { ReactNode } from "react";
import { DocumentRelatedPanel } from "../../components/documents/DocumentRelatedPanel.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { useServices } from "../appContext.tsx";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import styles from "./DocumentRelatedSection.module.css";

interface DocumentRelatedSectionProps {
  slug: string;
  address: DocumentAddress;
  /** False for a folder, which is no node of the graph. */
  isNode: boolean;
  children?: ReactNode;
}

/** The side of a document or folder: its own parts, then related items. */
export function DocumentRelatedSection({ slug, address, isNode, children }: DocumentRelatedSectionProps) {
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const related = useQuery(
    documentKeys.documentRelated(slug, address.source, address.path),
    (signal) => documents.related(slug, address, signal),
    {
      isLive: true,
      keepPreviousData: false,
    },
  );
  return (
    <div className={styles.aside} role="complementary" aria-label={t("related.label")}>
      {children}
      <AsyncContent query={related} failed={t("related.failed")} loading={<Skeleton count={8} />}>
        {(data) => (
          <DocumentRelatedPanel
            related={data}
            issueHref={({ address }) => hrefTo.issue(slug, address)}
            pageHref={(page) => hrefTo.document(slug, page)}
            fileHref={(file) => hrefTo.codeAt(slug, file)}
            commitHref={(hash) => hrefTo.commit(slug, hash)}
            personHref={(person) => hrefTo.person(slug, person)}
          />
        )}
      </AsyncContent>
      {isNode && related.data && (
        <ConnectedSection key={`${address.source} ${address.path}`} slug={slug} node={{ kind: "page", ...address }} />
      )}
    </div>
  );
}
