import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DocumentContent, DocumentEntry } from "../../../contract/documents.ts";
import { lineHash, readLineHash } from "../../domain/codeLines.ts";
import { DocumentPage } from "../../components/documents/DocumentPage.tsx";
import { StaleReferenceBadge } from "../../components/documents/StaleReferenceBadge.tsx";
import { StaleReferenceList } from "../../components/documents/StaleReferenceList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FolderList } from "../../components/documents/FolderList.tsx";
import { TableOfContents, type TableOfContentsEntry } from "../../components/documents/TableOfContents.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import type { ApiError } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../copyText.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { type DocumentState, documentHref, resolveRelative } from "./documentUrl.ts";
import { usePictures } from "./usePictures.ts";
import { DocumentRelatedSection } from "./DocumentRelatedSection.tsx";
import { ReadmeSection } from "./ReadmeSection.tsx";
import { headingsOf } from "./headings.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./DocumentsTab.module.css";

export interface DocumentSectionProps {
  slug: string;
  address: DocumentAddress;
  /** Display name of a folder. */
  title: string;
  state: DocumentState;
  isFolder: boolean;
  /** Ids of the sources that are wikis. */
  wikis: ReadonlySet<string>;
  level:
    | {
        readonly status: "loading" | "ready" | "failed";
        readonly entries: readonly DocumentEntry[];
        readonly failure: ApiError | null;
      }
    | undefined;
  /** Called when the address turns out to be a folder: its level has to be loaded. */
  onFolder: (address: DocumentAddress) => void;
  onRetryLevel: () => void;
}

/** Retry interval, in milliseconds, while the stale references are still checked. */
const POLL_INTERVAL_MS = 2500;

/** The document or folder at an address, and its related items next to it. */
export function DocumentSection(props: DocumentSectionProps) {
  const { slug, address, title, state, isFolder, wikis, level, onFolder, onRetryLevel } = props;
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const formatError = useErrorMessage();
  const { source, path } = address;
  const needsContent = path !== "" && !isFolder;
  const content = useQuery(
    needsContent ? queryKeys.documentContent(slug, source, path, state.revision) : null,
    (signal) => documents.content(slug, address, state.revision, signal),
    { isLive: state.revision === null, keepPreviousData: false },
  );
  const isFoundFolder = content.data?.kind === "folder";
  useEffect(() => {
    if (isFoundFolder) onFolder({ source, path });
  }, [isFoundFolder, onFolder, source, path]);

  if (!needsContent || isFoundFolder) {
    const readme = level?.entries.find(
      ({ kind, name }) => kind === "file" && /^readme(?:\.(?:md|markdown))?$/i.test(name),
    );
    return (
      <div className={styles.document}>
        <Stack>
          <h2 className={styles.folder}>{title}</h2>
          {!level || (level.status === "loading" && level.entries.length === 0) ? (
            <Skeleton shape="rows" count={8} height="2rem" />
          ) : level.status === "failed" && level.failure ? (
            <ErrorState title={t("folder.failed")} failure={formatError(level.failure)} onRetry={onRetryLevel} />
          ) : level.entries.length === 0 ? (
            <EmptyState headingLevel={3} title={t("folder.empty")}>
              {t("folder.emptyText")}
            </EmptyState>
          ) : (
            <>
              <div className={styles.box}>
                <FolderList
                  entries={level.entries}
                  wikis={wikis}
                  hrefOf={(entry) => hrefTo.document(slug, { source: entry.source, path: entry.path })}
                />
              </div>
              {readme && <ReadmeSection slug={slug} entry={readme} />}
            </>
          )}
        </Stack>
        <DocumentRelatedSection slug={slug} address={address} isNode={false} />
      </div>
    );
  }
  if (content.data === null) {
    return content.error ? (
      <ErrorState
        title={t("page.failed")}
        failure={formatError(content.error)}
        isRetrying={content.isLoading}
        onRetry={content.refetch}
      />
    ) : (
      <>
        <Skeleton count={1} height="1.5rem" />
        <Skeleton count={20} height="1rem" />
      </>
    );
  }
  return <LoadedDocument {...props} document={content.data} />;
}

function LoadedDocument({ slug, address, state, document }: DocumentSectionProps & { document: DocumentContent }) {
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [line, setLine] = useState(1);
  const [heading, setHeading] = useState<string | null>(null);
  const { source, path } = address;
  const { revision } = state;
  const isProse = document.format === "markdown" || /\.(?:rst|adoc|asciidoc)$/i.test(path);
  const isPage = document.text !== null && isProse && document.is_current;
  const selected = useMemo(() => readLineHash(hash), [hash]);
  // A link to a line shows the source, because only the source has lines.
  const view = state.view ?? (selected || document.format === null ? "source" : "rendered");

  const staleReferences = useQuery(
    isPage ? queryKeys.documentStaleReferences(slug, source, path) : null,
    (signal) => documents.staleReferences(slug, address, signal),
    {
      isLive: true,
      keepPreviousData: false,
      refetchIntervalMs: (found) => (found?.state === "checking" ? POLL_INTERVAL_MS : false),
    },
  );

  // The position of a heading is known only after the page is rendered by its lazy chunk.
  useEffect(() => {
    if (view !== "rendered" || hash === "" || selected) return undefined;
    let tries = 0;
    const timer = setInterval(() => {
      const heading = window.document.getElementById(decodeHash(hash));
      if (heading) heading.scrollIntoView();
      if (heading || ++tries > 20) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [hash, view, selected, document]);

  const hrefOf = useCallback(
    (change: { line?: number; view?: "rendered" | "source" }) =>
      documentHref(slug, { source, path, revision, line: change.line }, change.view ?? (change.line ? null : view)),
    [slug, source, path, revision, view],
  );
  const { links } = document;
  const resolve = useCallback(
    (href: string) => {
      const linked = links.find((link) => link.href === href);
      if (linked) return hrefTo.document(slug, linked);
      const target = resolveRelative(path, href);
      if (!target) return null;
      const place = hrefTo.document(slug, { source, path: target.path, revision });
      return target.hash === "" ? place : `${place}#${/^L\d/.test(target.hash) ? target.hash : `h-${target.hash}`}`;
    },
    [slug, source, path, revision, links],
  );
  const loadPicture = usePictures(slug, source, path, revision);
  const outline = useMemo((): TableOfContentsEntry[] => {
    if (document.format === "markdown" && document.text !== null) {
      return headingsOf(document.text).map((heading) => ({
        name: heading.text,
        kind: "",
        line: heading.line,
        depth: heading.depth,
        href: view === "rendered" ? `#${heading.id}` : hrefOf({ line: heading.line }),
      }));
    }
    return document.symbols.map(({ name, kind, start_line, depth }) => ({
      name,
      kind,
      line: start_line,
      depth,
      href: hrefOf({ line: start_line }),
    }));
  }, [document, view, hrefOf]);

  const nameHrefs = useNameHrefs(slug, source, document.format === "markdown" ? (document.text ?? "") : "");
  const passed = heading === null ? undefined : outline.find(({ href }) => href === `#${heading}`);
  const drawn = staleReferences.data;
  return (
    <div className={styles.document}>
      <DocumentPage
        document={document}
        badge={drawn && <StaleReferenceBadge references={drawn} />}
        view={view}
        selected={selected}
        viewHref={(next) => hrefOf({ view: next })}
        currentHref={hrefTo.document(slug, { source, path })}
        commitHref={(hash) => hrefTo.commit(slug, hash)}
        nameHrefs={nameHrefs}
        resolve={resolve}
        loadPicture={loadPicture}
        onSelect={(range) =>
          void navigate(documentHref(slug, { source, path, revision }, state.view) + lineHash(range), {
            replace: true,
            preventScrollReset: true,
          })
        }
        onTopLine={setLine}
        onTopHeading={setHeading}
        onCopyLink={() =>
          copyText(
            window.location.origin +
              hrefTo.document(slug, {
                source,
                path,
                revision: document.revision,
                line: selected?.from,
                lastLine: selected?.to,
              }),
          )
        }
        onCopyPath={() => copyText(path)}
      />
      <DocumentRelatedSection slug={slug} address={address} isNode>
        {outline.length > 0 && document.text !== null && (
          <TableOfContents entries={outline} line={view === "rendered" ? (passed?.line ?? 0) : line} />
        )}
        {isPage && (
          <Stack as="section" gap={2}>
            <h3 className={styles.title}>{t("staleReferences.title")}</h3>
            {drawn ? (
              <StaleReferenceList
                references={drawn}
                lineHref={(at) => hrefOf({ line: at })}
                commitHref={(hash) => hrefTo.commit(slug, hash)}
              />
            ) : staleReferences.error ? (
              <ErrorState
                title={t("staleReferences.failed")}
                failure={formatError(staleReferences.error)}
                isRetrying={staleReferences.isLoading}
                onRetry={staleReferences.refetch}
              />
            ) : (
              <Skeleton count={2} />
            )}
          </Stack>
        )}
      </DocumentRelatedSection>
    </div>
  );
}

const decodeHash = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1); // a single percent sign
  }
};
