import { observer } from "mobx-react-lite";
import { Suspense, useMemo } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { CodeContent } from "../../../contract/code/code.ts";
import { EditorButton } from "../../components/code/EditorButton.tsx";
import { FileHeader } from "../../components/code/FileHeader.tsx";
import { StaleReferenceBadge } from "../../components/documents/StaleReferenceBadge.tsx";
import { TableOfContents } from "../../components/documents/TableOfContents.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { isProse } from "../../domain/codeFile.ts";
import { parseEditor } from "../../domain/editorUrl.ts";
import { splitLines } from "../../domain/codeLines.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { copyText } from "../browser/copyText.ts";
import { hrefTo } from "../paths.ts";
import { StaleReferencesSection } from "../documents/StaleReferencesSection.tsx";
import { useStaleReferences } from "../documents/useStaleReferences.ts";
import { useSettled } from "../loading/useSettled.ts";
import type { CodeState } from "./codeUrl.ts";
import styles from "./CodeTab.module.css";
import { FileLines } from "./FileLines.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { LineHistoryLinks } from "./LineHistoryLinks.tsx";
import { useFileDiscussions } from "./useFileDiscussions.ts";
import { useFileOutline } from "./useFileOutline.ts";
import { useBlame } from "./useBlame.tsx";
import { useFileAddress } from "./useFileAddress.ts";
import { useRawFile } from "./useRawFile.ts";

const CodeConnectedSection = lazyComponent(() => import("./CodeConnectedSection.tsx"), "CodeConnectedSection");

/** Loaded with the first file that has past discussions. */
const FileDiscussionsSection = lazyComponent(() => import("./FileDiscussionsSection.tsx"), "FileDiscussionsSection");

export interface FileSectionProps {
  slug: string;
  state: CodeState;
  content: CodeContent;
}

/** One file: what it is, how it is shown, and its lines, blame or history. */
export const FileSection = observer(function FileSection({ slug, state, content }: FileSectionProps) {
  const { t } = useTranslation("code");
  const { plan, preferences } = useStore();
  const { repository, path, text } = content;
  const lines = useMemo(() => (text === null ? null : splitLines(text).length), [text]);
  const address = useFileAddress(slug, state, content);
  const { selected, views, view, hrefOf, sourceHref, permalink } = address;
  const outline = useFileOutline(content, address);
  const blame = useBlame(slug, content, view === "blame");
  const discussions = useFileDiscussions(slug, content);
  const isSettled = useSettled(discussions.query);
  const raw = useRawFile(slug, content);
  const around = selected
    ? content.symbols.findLast(({ start_line, end_line }) => start_line <= selected.from && end_line >= selected.to)
    : undefined;
  const isCode = view === "source" || view === "blame";
  // The document explorer compares a page with the code of the last synced commit.
  const isCompared =
    plan.has("document_explorer") && content.revision?.is_head === true && text !== null && isProse(path);
  const staleReferences = useStaleReferences(slug, isCompared ? { source: repository.id, path } : null);
  const hasComparison = isCompared && (view === "source" || view === "rendered");
  const isOutlined = outline.entries.length > 0;
  const loading = <Skeleton count={16} height="1.25rem" />;
  return (
    <Stack gap={3}>
      <FileHeader
        content={content}
        badge={staleReferences.data && <StaleReferenceBadge references={staleReferences.data} />}
        lines={lines}
        view={view}
        views={views}
        viewHref={(name) => hrefOf({ view: name }, name === "history" || name === "rendered" ? null : selected)}
        personHref={(person) => hrefTo.person(slug, person)}
        commitHref={(one) => hrefTo.commit(slug, one)}
        onCopyPath={() => copyText(path)}
        onCopyText={text === null ? undefined : () => copyText(text)}
        onCopyLink={() => copyText(window.location.origin + permalink)}
        onRaw={text === null || content.truncated ? undefined : () => void raw.open()}
        onDownload={() => void raw.download()}
        isDownloading={raw.isLoading}
      >
        <EditorButton
          path={path}
          line={selected?.from ?? null}
          choice={{ editor: parseEditor(preferences.editor), folder: preferences.codeFolders.get(repository.id) ?? "" }}
          onChoose={({ editor, folder }) => preferences.setEditor(editor, repository.id, folder)}
        />
      </FileHeader>
      {content.truncated && <InlineNotice title={t("truncated")}>{t("truncatedText")}</InlineNotice>}
      {isCode && selected && <LineHistoryLinks selected={selected} around={around} hrefOf={hrefOf} />}
      {view === "blame" && blame.notice}
      {!isSettled ? (
        loading
      ) : (
        // One boundary: what arrives later than the lines would move them.
        <Suspense fallback={loading}>
          {discussions.all.length > 0 && (
            <FileDiscussionsSection slug={slug} content={content} discussions={discussions} lineHref={sourceHref} />
          )}
          {view === "history" ? (
            <HistorySection slug={slug} state={state} content={content} fileHref={hrefOf({ view: "history" }, null)} />
          ) : text === "" ? (
            <EmptyState headingLevel={3} title={t("file.empty")} />
          ) : (
            <div className={styles.file} data-aside={isOutlined || hasComparison || undefined}>
              <FileLines
                slug={slug}
                state={state}
                content={content}
                address={address}
                outline={outline}
                blame={view === "blame" ? blame.column : null}
                discussions={discussions}
              />
              {(isOutlined || hasComparison) && (
                <div className={styles.aside} role="complementary" aria-label={t("outline")}>
                  {isOutlined && (
                    <div className={styles.outline}>
                      <TableOfContents line={outline.line} entries={outline.entries} />
                    </div>
                  )}
                  {hasComparison && (
                    <StaleReferencesSection
                      slug={slug}
                      address={{ source: repository.id, path }}
                      query={staleReferences}
                      lineHref={sourceHref}
                    />
                  )}
                </div>
              )}
            </div>
          )}
          {/* The graph knows the paths of the history that was read. */}
          {view !== "history" && content.last !== null && (
            <Suspense>
              <CodeConnectedSection slug={slug} content={content} selected={isCode ? selected : null} around={around} />
            </Suspense>
          )}
        </Suspense>
      )}
    </Stack>
  );
});
