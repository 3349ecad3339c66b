import { observer } from "mobx-react-lite";
import { useId, useMemo, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { FileTree } from "../../components/documents/FileTree.tsx";
import { GoToFile } from "../../components/documents/GoToFile.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useReplacement } from "../addresses/movedTab.ts";
import { hrefTo } from "../paths.ts";
import { documentKeys } from "../../queries/documentKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { DocumentSection, FolderSection } from "./DocumentSection.tsx";
import { DocumentsStart } from "./DocumentsStart.tsx";
import { canonicalHref, entryHref, foldersAbove, placeKey, readDocument, wikiAddresses } from "./documentUrl.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";
import { useDocumentTree } from "./useDocumentTree.ts";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { FolderOpenIcon, ManualIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./DocumentsTab.module.css";

interface ExplorerProps {
  slug: string;
  sources: readonly LinkedSource[];
}

/** The document explorer: a tree of files and pages, the open page of a wiki, and its related items. Files open on the code page. */
export const Component = observer(function DocumentsTab() {
  const { t } = useTranslation("documents");
  const { project, sources } = useProject();
  const { plan } = useStore();
  const [params] = useSearchParams();
  useTabTitle("documents", params.get("path")?.split("/").findLast(Boolean));
  const { slug } = project;
  const isMoved = useReplacement(canonicalHref(slug, sources, useLocation()));
  if (isMoved) return null;
  if (!plan.has("document_explorer")) {
    return <UpgradeNotice feature="document_explorer" contactHref={hrefTo.support({ topic: "upgrade" })} />;
  }
  if (!sources.some(({ kind }) => kind !== "tracker")) {
    return (
      <EmptyState
        icon={<ManualIcon size={40} />}
        title={t("none")}
        action={<LinkButton href={hrefTo.projectTab(slug, "sources")} text={t("noneAction")} />}
      >
        {t("noneText")}
      </EmptyState>
    );
  }
  return <Explorer slug={slug} sources={sources} />;
});

function Explorer({ slug, sources }: ExplorerProps) {
  const { documents } = useServices();
  const { t } = useTranslation("documents");
  const navigate = useNavigate();
  const { search } = useLocation();
  const [params] = useSearchParams();
  // On a narrow page the tree covers the document: it is open at one address, so that an opened document closes it.
  const treeId = useId();
  const [treeOpenAt, setTreeOpenAt] = useState<string | null>(null);
  const isTreeOpen = treeOpenAt === search;
  const [settledText, setSettledText] = useState("");
  const wikis = useMemo(() => wikiAddresses(sources), [sources]);
  const state = useMemo(() => readDocument(params, wikis), [params, wikis]);
  const tree = useDocumentTree(documents, slug, state, wikis);
  const { text, type, commit } = useDebouncedText(settledText, setSettledText);
  const question = settledText.trim();
  const found = useQuery(
    question === "" ? null : documentKeys.documentSearch(slug, question),
    (signal) => documents.find(slug, question, signal),
    {
      isLive: true,
      keepPreviousData: false,
    },
  );

  // A project whose only source is a wiki has no list of sources: its pages are the start.
  const onlyWiki = tree.onlySource !== null && wikis.has(tree.onlySource) ? tree.onlySource : null;
  const source = state.source ?? onlyWiki;
  const here = source === null ? null : { source, path: state.path };
  const name = sources.find(({ id }) => id === source)?.name ?? source ?? "";
  return (
    <div className={styles.explorer}>
      <div className={styles.side} data-open={isTreeOpen || undefined}>
        <GoToFile
          text={text}
          found={found.data}
          isFailed={found.error !== null}
          onChange={type}
          onOpen={(document) => {
            commit("");
            void navigate(entryHref(slug, wikis, document));
          }}
        />
        <DisclosureButton
          variant="button"
          className={styles.disclose}
          button={{ icon: <FolderOpenIcon /> }}
          isOpen={isTreeOpen}
          controls={treeId}
          onToggle={() => setTreeOpenAt(isTreeOpen ? null : search)}
        >
          {t("tree.show")}
        </DisclosureButton>
        <div id={treeId} className={styles.tree}>
          <AsyncContent
            query={tree.sources}
            failed={t("tree.failedTitle")}
            loading={<Skeleton shape="rows" count={10} height="1.5rem" />}
          >
            {() => (
              <FileTree
                rows={tree.rows}
                currentKey={here ? placeKey(here) : null}
                onToggle={tree.toggle}
                onOpen={({ href }) => void navigate(href)}
              />
            )}
          </AsyncContent>
        </div>
      </div>
      <Stack>
        {here === null ? (
          tree.sources.data === null ? (
            tree.sources.isLoading && <Skeleton shape="rows" count={4} />
          ) : (
            <DocumentsStart slug={slug} sources={tree.sources.data} wikis={wikis} />
          )
        ) : (
          <>
            <Breadcrumbs
              label={t("crumbsLabel")}
              crumbs={[
                ...(onlyWiki === null ? [{ text: t("crumbs"), href: hrefTo.document(slug) }] : []),
                ...(state.path === ""
                  ? [{ text: name }]
                  : [
                      { text: name, href: entryHref(slug, wikis, { source: here.source, path: "" }) },
                      ...foldersAbove(state.path).map((path) => ({
                        text: wordOf(path),
                        href: entryHref(slug, wikis, { source: here.source, path }),
                      })),
                      { text: wordOf(state.path) },
                    ]),
              ]}
            />
            {state.path === "" ? (
              <FolderSection key={placeKey(here)} slug={slug} address={here} title={name} wikis={wikis} />
            ) : (
              <DocumentSection
                key={placeKey(here)}
                slug={slug}
                address={here}
                title={wordOf(state.path)}
                state={state}
                wikis={wikis}
              />
            )}
          </>
        )}
      </Stack>
    </div>
  );
}

/** The last name of a path; slashes in a wiki's title are encoded there. */
const wordOf = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
