import { useCallback } from "react";
import type { DocumentEntry } from "../../../contract/documents.ts";
import { Markdown } from "../../components/ui/Markdown.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { resolveRelative } from "./documentUrl.ts";
import { usePictures } from "./usePictures.ts";
import styles from "./DocumentsTab.module.css";

/** The README of a folder. */
export function ReadmeSection({ slug, entry }: { slug: string; entry: DocumentEntry }) {
  const { documents } = useServices();
  const { source, path } = entry;
  const content = useQuery(
    queryKeys.documentContent(slug, source, path),
    (signal) => documents.content(slug, { source, path }, null, signal),
    {
      isLive: true,
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
