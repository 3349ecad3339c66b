import { useCallback, type ReactNode } from "react";
import type { DocumentEntry } from "../../../contract/documents.ts";
import { DocumentRelatedPanel } from "../../components/documents/DocumentRelatedPanel.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { Markdown } from "../../components/ui/Markdown.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { resolveRelative } from "./documentUrl.ts";
import { usePictures } from "./usePictures.ts";
import styles from "./DocumentsTab.module.css";

interface DocumentRelatedSectionProps {
  slug: string;
  address: DocumentAddress;
  version: string;
  children?: ReactNode;
}

/** The side of a document or folder: its own parts, then related items. */
export function DocumentRelatedSection({ slug, address, version, children }: DocumentRelatedSectionProps) {
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const formatError = useErrorMessage();
  const related = useQuery(
    queryKeys.documentRelated(slug, address.source, address.path),
    (signal) => documents.related(slug, address, signal),
    {
      version,
      keepPreviousData: false,
    },
  );
  return (
    <div className={styles.aside} role="complementary" aria-label={t("related.label")}>
      {children}
      {related.data ? (
        <DocumentRelatedPanel
          related={related.data}
          issueHref={({ id }) => hrefTo.assistance(slug, id)}
          pageHref={(page) => hrefTo.document(slug, page)}
        />
      ) : related.error ? (
        <ErrorState
          title={t("related.failed")}
          failure={formatError(related.error)}
          isRetrying={related.isLoading}
          onRetry={related.refetch}
        />
      ) : (
        <Skeleton count={8} />
      )}
    </div>
  );
}

/** The README of a folder. */
export function ReadmeSection({ slug, entry, version }: { slug: string; entry: DocumentEntry; version: string }) {
  const { documents } = useServices();
  const { source, path } = entry;
  const content = useQuery(
    queryKeys.documentContent(slug, source, path),
    (signal) => documents.content(slug, { source, path }, null, signal),
    {
      version,
      keepPreviousData: false,
    },
  );
  const resolve = useCallback(
    (href: string) => {
      const target = resolveRelative(path, href);
      return target && hrefTo.document(slug, { source, path: target.path });
    },
    [slug, source, path],
  );
  const loadPicture = usePictures(slug, source, path, null);
  // A README that fails to load does not affect the folder; its own page shows the error.
  if (content.error || content.data?.text === null) return null;
  if (!content.data) return <Skeleton count={6} />;
  return (
    <section className={styles.readme} aria-label={entry.name}>
      <Markdown text={content.data.text} headingLevel={3} resolve={resolve} loadPicture={loadPicture} />
    </section>
  );
}
