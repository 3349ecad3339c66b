import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import type { CodeContent } from "../../../contract/code/code.ts";
import { isCommitHash, shortHash } from "../../../contract/code/shortHash.ts";
import { CodeFolder } from "../../components/code/CodeFolder.tsx";
import { FileWithoutText } from "../../components/code/FileWithoutText.tsx";
import { MissingContent } from "../../components/code/MissingContent.tsx";
import { ReadFolders } from "../../components/code/ReadFolders.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { MarkdownSuspends } from "../../components/ui/markdownSuspends.ts";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useCacheAnswer } from "../../queries/useCacheAnswer.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useReplacement } from "../addresses/movedTab.ts";
import { Holding, InOrder } from "../loading/InOrder.tsx";
import { hrefTo } from "../paths.ts";
import { DocumentRelatedSection } from "../documents/DocumentRelatedSection.tsx";
import { type CodeState, codeQuery } from "./codeUrl.ts";
import styles from "./CodeTab.module.css";
import { FileSection } from "./FileSection.tsx";
import { ReadmeSection } from "./ReadmeSection.tsx";
import { RevisionSection } from "./RevisionSection.tsx";

/** In which the content of an address that was replaced is not requested again, in milliseconds. */
const REPLACED_WITHIN_MS = 5000;

export interface ContentSectionProps {
  slug: string;
  state: CodeState;
  /** The folders that repositories are limited to, by id. */
  folders: Readonly<Record<string, readonly string[]>>;
}

/** The folder or the file at an address. */
export function ContentSection({ slug, state, folders }: ContentSectionProps) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const { repository, path, revision } = state;
  const query = { repository, path, revision };
  const cacheAnswer = useCacheAnswer();
  const content = useQuery(
    queryKeys.codeContent(slug, query),
    async (signal) => {
      const result = await code.content(slug, query, signal);
      const address = result.data?.repository.address ?? repository;
      // The address is replaced as soon as the answer is shown: without its data the page would be loaded and drawn again.
      if (result.success && address !== repository)
        cacheAnswer(queryKeys.codeContent(slug, { ...query, repository: address }), result.data);
      return result;
    },
    { isLive: revision === null, keepPreviousData: false, staleMs: REPLACED_WITHIN_MS },
  );
  useCanonicalAddress(slug, content.data, state);
  return (
    <AsyncContent query={content} failed={t("failed")} loading={<Skeleton count={24} height="1.25rem" />}>
      {(data) => <LoadedContent slug={slug} state={state} content={data} folders={folders} />}
    </AsyncContent>
  );
}

/** A link by the repository's id shows its name in the address. */
function useCanonicalAddress(slug: string, content: CodeContent | null, state: CodeState): void {
  const { search, hash } = useLocation();
  const address = content?.repository.address;
  const isCanonical = address === undefined || address === state.repository;
  const path = new URLSearchParams(search).has("path") ? null : state.path;
  useReplacement(isCanonical ? null : hrefTo.code(slug, { repository: address, path }) + search + hash);
}

const LoadedContent = observer(function LoadedContent({
  slug,
  state,
  content,
  folders,
}: ContentSectionProps & { content: CodeContent }) {
  const { t } = useTranslation("code");
  const { plan } = useStore();
  const { repository, path, kind } = content;
  const { revision } = state;
  const hrefOf = (to: string, at: string | null = revision, query = {}) =>
    hrefTo.code(slug, { repository: repository.address, path: to, revision: at }, query);
  const commitHref = (hash: string) => hrefTo.commit(slug, hash);
  const name = revisionName(content, revision);
  const parts = path.split("/").filter(Boolean);
  const crumbs = [
    { text: repository.name, href: hrefOf("") },
    ...parts.map((text, at) =>
      at === parts.length - 1 ? { text } : { text, href: hrefOf(parts.slice(0, at + 1).join("/")) },
    ),
  ];
  const parent = parts.length === 0 ? null : hrefOf(parts.slice(0, -1).join("/"));
  // A folder is no node of the graph; the document explorer knows its people and what mentions it, at the last synced commit.
  const hasRelated = plan.has("document_explorer") && content.revision?.is_head === true;
  const isThere = content.revision !== null && kind !== "missing" && kind !== "unread";
  return (
    <Stack gap={3}>
      <h2 className="visually-hidden">{[repository.name, ...parts].join("/")}</h2>
      <Inline gap={2}>
        <RevisionSection
          slug={slug}
          repository={repository.id}
          current={name}
          hrefOf={(at) => hrefOf(path, at, codeQuery({ view: state.view }))}
        />
        <Breadcrumbs crumbs={crumbs} label={t("path")} />
        {content.revision && (
          <LinkButton
            size="small"
            variant="minimal"
            text={t("file.compare")}
            href={hrefOf(path, revision, codeQuery({ base: repository.branch ?? repository.head ?? "HEAD" }))}
          />
        )}
      </Inline>
      {(path === "" || kind === "missing") && (
        <ReadFolders repository={repository.name} folders={folders[repository.id] ?? []} />
      )}
      {isThere && content.revision && !content.revision.is_head && (
        <InlineNotice
          title={t("older")}
          action={<LinkButton size="small" variant="outlined" href={hrefOf(path, null)} text={t("toCurrent")} />}
        >
          {t("olderText", { revision: name })}
        </InlineNotice>
      )}
      {kind === "folder" ? (
        <div className={styles.file} data-aside={hasRelated || undefined}>
          <InOrder>
            <Stack gap={3}>
              <CodeFolder
                entries={content.entries}
                total={content.entries_total}
                parentHref={parent}
                hrefOf={(entry) => hrefOf(entry.path)}
                commitHref={commitHref}
              />
              {content.readme && (
                <MarkdownSuspends value>
                  <Suspense
                    fallback={
                      <Holding>
                        <Skeleton count={8} />
                      </Holding>
                    }
                  >
                    <ReadmeSection slug={slug} content={content} readme={content.readme} revision={revision} />
                  </Suspense>
                </MarkdownSuspends>
              )}
            </Stack>
            {hasRelated && (
              <DocumentRelatedSection slug={slug} address={{ source: repository.id, path }} isNode={false} />
            )}
          </InOrder>
        </div>
      ) : kind === "text" || kind === "image" || kind === "binary" || kind === "lfs" ? (
        <FileSection key={`${repository.id} ${path}`} slug={slug} state={state} content={content} />
      ) : kind === "link" || kind === "submodule" ? (
        <FileWithoutText
          content={content}
          targetHref={content.target_path === null ? null : hrefOf(content.target_path)}
        />
      ) : (
        <MissingContent
          content={content}
          requested={revision}
          hrefOf={hrefOf}
          commitHref={commitHref}
          personHref={(person) => hrefTo.person(slug, person)}
          requestedHref={revision !== null && isCommitHash(revision) ? commitHref(revision) : null}
        />
      )}
    </Stack>
  );
});

/** As the picker and the notices name a revision. */
export function revisionName(
  { repository, revision }: Pick<CodeContent, "repository" | "revision">,
  requested: string | null,
): string {
  if (requested === null) return repository.branch ?? shortHash(repository.head ?? "HEAD");
  return revision?.kind === "commit" && isCommitHash(requested) ? shortHash(requested) : requested;
}
