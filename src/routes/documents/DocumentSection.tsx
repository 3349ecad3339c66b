import { Suspense, lazy, useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { DocumentContent } from "../../../contract/documents/documents.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { DocumentPage } from "../../components/documents/DocumentPage.tsx";
import { PageList } from "../../components/documents/PageList.tsx";
import { StaleReferenceBadge } from "../../components/documents/StaleReferenceBadge.tsx";
import { TableOfContents } from "../../components/documents/TableOfContents.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { lineHash, readLineHash } from "../../domain/address.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { DocumentAddress } from "../../services/documents.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import { useHeadingOutline } from "../addresses/useHeadingOutline.ts";
import { useRelativeLinks } from "../addresses/useRelativeLinks.ts";
import { DocumentRelatedSection } from "./DocumentRelatedSection.tsx";
import { type DocumentState, type WikiAddresses, documentHref, entryHref } from "./documentUrl.ts";
import styles from "./DocumentsTab.module.css";
import { StaleReferencesSection } from "./StaleReferencesSection.tsx";
import { useStaleReferences } from "./useStaleReferences.ts";

const PageComments = lazy(async () => ({
  default: (await import("../../components/documents/PageComments.tsx")).PageComments,
}));

interface FolderSectionProps {
  slug: string;
  /** Address of the wiki, or of a space in it. */
  address: DocumentAddress;
  title: string;
  wikis: WikiAddresses;
}

/** The pages directly in a wiki or in one of its spaces. */
export function FolderSection({ slug, address, title, wikis }: FolderSectionProps) {
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const level = useQuery(
    documentKeys.documents(slug, address.source, address.path),
    (signal) => documents.list(slug, address, signal),
    { isLive: true },
  );
  return (
    <div className={styles.document}>
      <Stack>
        <h2 className={styles.folder}>{title}</h2>
        <AsyncContent
          query={level}
          failed={t("folder.failed")}
          loading={<Skeleton shape="rows" count={8} height="2rem" />}
        >
          {(entries) =>
            entries.length === 0 ? (
              <EmptyState headingLevel={3} title={t("folder.waiting")}>
                {t("folder.waitingText")}
              </EmptyState>
            ) : (
              <PageList
                label={t("tree.label")}
                entries={entries}
                wikis={wikis}
                hrefOf={(entry) => entryHref(slug, wikis, entry)}
              />
            )
          }
        </AsyncContent>
      </Stack>
      <DocumentRelatedSection slug={slug} address={address} isNode={false} />
    </div>
  );
}

export interface DocumentSectionProps extends FolderSectionProps {
  state: DocumentState;
}

/** The page of a wiki at an address, or the space, and its related items next to it. */
export function DocumentSection(props: DocumentSectionProps) {
  const { slug, address } = props;
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const content = useQuery(
    queryKeys.documentContent(slug, address.source, address.path),
    (signal) => documents.content(slug, address, signal),
    { isLive: true, keepPreviousData: false },
  );
  return (
    <AsyncContent query={content} failed={t("page.failed")} loading={<Skeleton count={20} height="1rem" />}>
      {(document) =>
        document.kind === "folder" ? <FolderSection {...props} /> : <LoadedPage {...props} document={document} />
      }
    </AsyncContent>
  );
}

function LoadedPage({ slug, address, wikis, state, document }: DocumentSectionProps & { document: DocumentContent }) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [line, setLine] = useState(1);
  const { source, path } = address;
  const wiki = wikis.get(source) ?? source;
  const text = document.text ?? "";
  const selected = useMemo(() => readLineHash(hash), [hash]);
  // A link to a line shows the source, because only the source has lines.
  const view = state.view ?? (selected ? "source" : "rendered");
  const staleReferences = useStaleReferences(slug, address);
  const lineHref = useCallback(
    (at: number) => documentHref(slug, { source: wiki, path, line: at }),
    [slug, wiki, path],
  );
  const outline = useHeadingOutline(text, view === "rendered" ? null : lineHref);
  const pageHref = useCallback((page: string) => hrefTo.document(slug, { source: wiki, path: page }), [slug, wiki]);
  const relative = useRelativeLinks(path, pageHref);
  const { links } = document;
  const resolve = useCallback(
    (href: string) => {
      const linked = links.find((link) => link.href === href);
      return linked ? entryHref(slug, wikis, linked) : relative(href);
    },
    [slug, wikis, links, relative],
  );
  const nameHrefs = useNameHrefs(slug, source, text);
  const personHref = (person: Person): string => hrefTo.person(slug, person);
  return (
    <div className={styles.document}>
      <DocumentPage
        document={document}
        badge={staleReferences.data && <StaleReferenceBadge references={staleReferences.data} />}
        comments={
          document.comments.length > 0 && (
            <Suspense fallback={<Skeleton count={4} />}>
              <PageComments
                comments={document.comments}
                total={document.comments_total}
                base={document.url ?? ""}
                personHref={personHref}
                nameHrefs={nameHrefs}
              />
            </Suspense>
          )
        }
        view={view}
        selected={selected}
        viewHref={(next) => documentHref(slug, { source: wiki, path }, next)}
        nameHrefs={nameHrefs}
        resolve={resolve}
        target={outline.target}
        onSelect={(range) =>
          void navigate(documentHref(slug, { source: wiki, path }, state.view) + lineHash(range), {
            replace: true,
            preventScrollReset: true,
          })
        }
        onTopLine={setLine}
        onTopHeading={outline.onTopHeading}
        onCopyLink={() =>
          copyText(
            window.location.origin +
              hrefTo.document(slug, { source: wiki, path, line: selected?.from, lastLine: selected?.to }),
          )
        }
      />
      <DocumentRelatedSection slug={slug} address={address} isNode>
        {outline.entries.length > 0 && (
          <TableOfContents entries={outline.entries} line={view === "rendered" ? outline.line : line} />
        )}
        <StaleReferencesSection slug={slug} address={address} query={staleReferences} lineHref={lineHref} />
      </DocumentRelatedSection>
    </div>
  );
}
