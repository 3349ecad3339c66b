import { useCallback, type ReactNode } from "react";
import type { DocumentEntry } from "../../../contract/documents.ts";
import { DocumentRelatedPanel } from "../../components/documents/DocumentRelatedPanel.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { Markdown } from "../../components/ui/Markdown.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";
import { resolveRelative } from "./documentUrl.ts";
import { usePictures } from "./usePictures.ts";
import styles from "./DocumentsTab.module.css";

interface AsideProps {
  slug: string;
  address: DocumentAddress;
  version: string;
  children?: ReactNode;
}

/** The side of a document or folder: its own parts, then related items. */
export function Aside({ slug, address, version, children }: AsideProps) {
  const { documents } = useServices();
  const { t } = useWords("documents");
  const wordFailure = useFailureText();
  const related = useAnswer(
    `${address.source}\n${address.path}`,
    (signal) => documents.related(slug, address, signal),
    { version, forgets: true },
  );
  return (
    <div className={styles.aside} role="complementary" aria-label={t("related.label")}>
      {children}
      {related.answer ? (
        <DocumentRelatedPanel
          related={related.answer}
          issueHref={({ id }) => hrefTo.assistance(slug, id)}
          pageHref={(page) => hrefTo.document(slug, page)}
        />
      ) : related.failure ? (
        <ErrorState
          title={t("related.failed")}
          failure={wordFailure(related.failure)}
          isRetrying={related.isLoading}
          onRetry={related.retry}
        />
      ) : (
        <Skeleton count={8} />
      )}
    </div>
  );
}

/** The README of a folder. */
export function Readme({ slug, entry, version }: { slug: string; entry: DocumentEntry; version: string }) {
  const { documents } = useServices();
  const { source, path } = entry;
  const content = useAnswer(`${source}\n${path}`, (signal) => documents.content(slug, { source, path }, null, signal), {
    version,
    forgets: true,
  });
  const resolve = useCallback(
    (href: string) => {
      const target = resolveRelative(path, href);
      return target && hrefTo.document(slug, { source, path: target.path });
    },
    [slug, source, path],
  );
  const loadPicture = usePictures(slug, source, path, null);
  // A README that fails to load does not affect the folder; its own page shows the error.
  if (content.failure || content.answer?.text === null) return null;
  if (!content.answer) return <Skeleton count={6} />;
  return (
    <section className={styles.readme} aria-label={entry.name}>
      <Markdown text={content.answer.text} headingLevel={3} resolve={resolve} loadPicture={loadPicture} />
    </section>
  );
}
