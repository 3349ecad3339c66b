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
import type { DocumentAddress } from "../../services/documents.ts";
import { DocumentSection, FolderSection } from "./DocumentSection.tsx";
import { DocumentsStart } from "./DocumentsStart.tsx";
import {
  canonicalHref,
  type DocumentState,
  entryHref,
  foldersAbove,
  placeKey,
  readDocument,
  type WikiAddresses,
  wikiAddresses,
} from "./documentUrl.ts";
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
  const { search } = useLocation();
  const [params] = useSearchParams();
  // On a narrow page the tree covers the document: it is open at one address, so that an opened document closes it.
  const treeId = useId();
  const [treeOpenAt, setTreeOpenAt] = useState<string | null>(null);
  const isTreeOpen = treeOpenAt === search;
  const wikis = useMemo(() => wikiAddresses(sources), [sources]);
  const state = useMemo(() => readDocument(params, wikis), [params, wikis]);
  const tree = useDocumentTree(documents, slug, state, wikis);
  const navigate = useNavigate();

  // A project whose only source is a wiki has no list of sources: its pages are the start.
  const onlyWiki = tree.onlySource !== null && wikis.has(tree.onlySource) ? tree.onlySource : null;
  const source = state.source ?? onlyWiki;
  const address = source === null ? null : { source, path: state.path };
  return (
    <div className={styles.explorer}>
      <div className={styles.side} data-open={isTreeOpen || undefined}>
        <GoToFileSection slug={slug} wikis={wikis} />
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
                currentKey={address ? placeKey(address) : null}
                onToggle={tree.toggle}
                onOpen={({ href }) => void navigate(href)}
              />
            )}
          </AsyncContent>
        </div>
      </div>
      <Stack>
        {address !== null ? (
          <OpenDocument
            slug={slug}
            address={address}
            state={state}
            wikis={wikis}
            sourceName={sources.find(({ id }) => id === source)?.name ?? address.source}
            isOnlySource={onlyWiki !== null}
          />
        ) : tree.sources.data === null ? (
          tree.sources.isLoading && <Skeleton shape="rows" count={4} />
        ) : (
          <DocumentsStart slug={slug} sources={tree.sources.data} wikis={wikis} />
        )}
      </Stack>
    </div>
  );
}

/** Finds documents by their names. */
function GoToFileSection({ slug, wikis }: { slug: string; wikis: WikiAddresses }) {
  const { documents } = useServices();
  const navigate = useNavigate();
  const [settledText, setSettledText] = useState("");
  const { text, type, commit } = useDebouncedText(settledText, setSettledText);
  const q = settledText.trim();
  const matches = useQuery(
    q === "" ? null : documentKeys.documentSearch(slug, q),
    (signal) => documents.find(slug, q, signal),
    { isLive: true, keepPreviousData: false },
  );
  return (
    <GoToFile
      text={text}
      found={matches.data}
      isFailed={matches.error !== null}
      onChange={type}
      onOpen={(document) => {
        commit("");
        void navigate(entryHref(slug, wikis, document));
      }}
    />
  );
}

interface OpenDocumentProps {
  slug: string;
  address: DocumentAddress;
  state: DocumentState;
  wikis: WikiAddresses;
  sourceName: string;
  /** The only source has no list of sources above it. */
  isOnlySource: boolean;
}

/** The page or the folder at an address, below the folders that contain it. */
function OpenDocument({ slug, address, state, wikis, sourceName, isOnlySource }: OpenDocumentProps) {
  const { t } = useTranslation("documents");
  const { source, path } = address;
  const start = isOnlySource ? [] : [{ text: t("crumbs"), href: hrefTo.document(slug) }];
  if (path === "") {
    return (
      <>
        <Breadcrumbs label={t("crumbsLabel")} crumbs={[...start, { text: sourceName }]} />
        <FolderSection key={placeKey(address)} slug={slug} address={address} title={sourceName} wikis={wikis} />
      </>
    );
  }
  const toCrumb = (folder: string, text: string) => ({ text, href: entryHref(slug, wikis, { source, path: folder }) });
  const folders = foldersAbove(path).map((folder) => toCrumb(folder, lastName(folder)));
  return (
    <>
      <Breadcrumbs
        label={t("crumbsLabel")}
        crumbs={[...start, toCrumb("", sourceName), ...folders, { text: lastName(path) }]}
      />
      <DocumentSection
        key={placeKey(address)}
        slug={slug}
        address={address}
        title={lastName(path)}
        state={state}
        wikis={wikis}
      />
    </>
  );
}

/** The last name of a path; slashes in a wiki's title are encoded there. */
const lastName = (path: string): string =>
  path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
