import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { planHas } from "../../../contract/planFeatures.ts";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { FileTree } from "../../components/documents/FileTree.tsx";
import { FolderList } from "../../components/documents/FolderList.tsx";
import { GoToFile } from "../../components/documents/GoToFile.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useDebouncedText } from "../../components/ui/useDebouncedText.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DocumentSection } from "./DocumentSection.tsx";
import { foldersAbove, placeKey, readDocument } from "./documentUrl.ts";
import { usePartTitle, useProject } from "./useProject.ts";
import { useDocumentTree } from "./useDocumentTree.ts";
import { Button } from "../../components/ui/Button.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { DocumentIcon, FolderOpenIcon, GitRepoIcon, ManualIcon } from "../../components/ui/icons.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import styles from "./DocumentsTab.module.css";

interface ExplorerProps {
  slug: string;
  sources: readonly LinkedSource[];
}

/** The document explorer: a tree of files and pages, the open document, and its related items. */
export const Component = observer(function DocumentsTab() {
  const { t } = useTranslation("documents");
  const { project, sources } = useProject();
  const { plan } = useStore();
  const [params] = useSearchParams();
  usePartTitle("documents", params.get("path")?.split("/").findLast(Boolean));
  const { slug } = project;
  if (!planHas(plan.name, "document_explorer")) {
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
  const formatError = useErrorMessage();
  const navigate = useNavigate();
  const location = useLocation();
  const [params] = useSearchParams();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [wanted, setWanted] = useState("");
  const state = useMemo(() => readDocument(params), [params]);
  const wikis = useMemo(() => new Set(sources.filter(({ kind }) => kind === "wiki").map(({ id }) => id)), [sources]);
  const tree = useDocumentTree(documents, slug, state, wikis);
  const { text, type, commit } = useDebouncedText(wanted, setWanted);
  const question = wanted.trim();
  const found = useQuery(
    question === "" ? null : queryKeys.documentSearch(slug, question),
    (signal) => documents.find(slug, question, signal),
    {
      isLive: true,
      keepPreviousData: false,
    },
  );

  // A project with one source has no list of sources: its files are the start.
  const only = tree.sources?.length === 1 ? (tree.sources[0]?.source ?? null) : null;
  const source = state.source ?? only;
  const here = source === null ? null : { source, path: state.path };
  const { ensure } = tree;
  useEffect(() => {
    if (source !== null && state.path === "") ensure({ source, path: "" });
  }, [ensure, source, state.path]);
  // On a narrow page the tree covers the document: it closes when a document is opened.
  useEffect(() => setTreeOpen(false), [location.search]);

  const name = sources.find(({ id }) => id === source)?.name;
  const level = here ? tree.levelOf(here) : undefined;
  const isFolder =
    here !== null &&
    (state.path === "" || (level !== undefined && level.entries.length > 0 && !isPage(tree.rows, here)));
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
            void navigate(hrefTo.document(slug, document));
          }}
        />
        <Button
          className={styles.disclose}
          aria-expanded={isTreeOpen}
          icon={<FolderOpenIcon />}
          text={t(isTreeOpen ? "tree.hide" : "tree.show")}
          onClick={() => setTreeOpen(!isTreeOpen)}
        />
        <div className={styles.tree}>
          {tree.sources === null ? (
            tree.failure ? (
              <ErrorState title={t("tree.failedTitle")} failure={formatError(tree.failure)} onRetry={tree.retry} />
            ) : (
              <Skeleton shape="rows" count={10} height="1.5rem" />
            )
          ) : (
            <FileTree
              rows={tree.rows}
              currentKey={here ? placeKey(here) : null}
              onToggle={tree.toggle}
              onOpen={({ href }) => void navigate(href)}
            />
          )}
        </div>
      </div>
      <Stack>
        {here && (
          <Breadcrumbs
            label={t("crumbsLabel")}
            crumbs={[
              ...(only === null ? [{ text: t("crumbs"), href: hrefTo.document(slug) }] : []),
              ...(state.path === ""
                ? [{ text: name ?? here.source }]
                : [
                    { text: name ?? here.source, href: hrefTo.document(slug, { source: here.source }) },
                    ...foldersAbove(state.path).map((path) => ({
                      text: wordOf(path),
                      href: hrefTo.document(slug, { source: here.source, path }),
                    })),
                    { text: wordOf(state.path) },
                  ]),
            ]}
          />
        )}
        {here === null ? (
          tree.sources && (
            <>
              <EmptyState headingLevel={2} icon={<DocumentIcon size={40} />} title={t("welcome")}>
                {t("welcomeText")}
              </EmptyState>
              <div className={styles.box}>
                <FolderList
                  entries={tree.sources}
                  wikis={wikis}
                  hrefOf={(entry) => hrefTo.document(slug, { source: entry.source, path: entry.path })}
                />
              </div>
            </>
          )
        ) : state.path === "" && level?.status === "ready" && level.entries.length === 0 ? (
          <EmptyState icon={<GitRepoIcon size={40} />} title={t("folder.waiting")}>
            {t("folder.waitingText")}
          </EmptyState>
        ) : (
          <DocumentSection
            key={placeKey(here)}
            slug={slug}
            address={here}
            title={state.path === "" ? (name ?? here.source) : wordOf(state.path)}
            state={state}
            isFolder={isFolder}
            wikis={wikis}
            level={level}
            onFolder={ensure}
            onRetryLevel={tree.retry}
          />
        )}
      </Stack>
    </div>
  );
}

const isPage = (rows: readonly { key: string; kind: string }[], here: { source: string; path: string }): boolean =>
  rows.find(({ key }) => key === placeKey(here))?.kind === "page";

/** The last name of a path; slashes in a wiki's title are encoded there. */
const wordOf = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
