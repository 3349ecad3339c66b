import { observer } from "mobx-react-lite";
import { Suspense, lazy, useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { CodeContent } from "../../../contract/code.ts";
import { CodeView } from "../../components/code/CodeView.tsx";
import { CsvTable } from "../../components/code/CsvTable.tsx";
import { EditorButton } from "../../components/code/EditorButton.tsx";
import { type CodeViewName, FileHeader } from "../../components/code/FileHeader.tsx";
import { FileWithoutText } from "../../components/code/FileWithoutText.tsx";
import { NotebookView } from "../../components/code/NotebookView.tsx";
import { PictureView } from "../../components/code/PictureView.tsx";
import { TableOfContents } from "../../components/documents/TableOfContents.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { type RenderedAs, renderedAs } from "../../domain/codeFile.ts";
import { editorNamed } from "../../domain/editorUrl.ts";
import { lineHash, linesOf, readLineHash } from "../../domain/codeLines.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { copyText } from "../copyText.ts";
import { hrefTo } from "../paths.ts";
import { type CodeState, codeQuery } from "./codeUrl.ts";
import styles from "./CodeTab.module.css";
import { HistorySection } from "./HistorySection.tsx";
import { ReadmeSection } from "./ReadmeSection.tsx";
import { useFileDiscussions } from "./useFileDiscussions.ts";
import { useBlame } from "./useBlame.tsx";
import { useCodeKeys } from "./useCodeKeys.ts";
import { useRawFile } from "./useRawFile.ts";
import { useSymbolLookup } from "./useSymbolLookup.ts";

/** Loaded with the first name that the reader points at. */
const SymbolLookupSection = lazy(async () => ({
  default: (await import("./SymbolLookupSection.tsx")).SymbolLookupSection,
}));

const CodeConnectedSection = lazy(async () => ({
  default: (await import("./CodeConnectedSection.tsx")).CodeConnectedSection,
}));

/** Loaded with the first file that has past discussions. */
const FileDiscussionsSection = lazy(async () => ({
  default: (await import("./FileDiscussionsSection.tsx")).FileDiscussionsSection,
}));

export interface FileSectionProps {
  slug: string;
  state: CodeState;
  content: CodeContent;
}

/** One file: what it is, how it is shown, and its lines, blame or history. */
export const FileSection = observer(function FileSection({ slug, state, content }: FileSectionProps) {
  const { t } = useTranslation("code");
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { preferences } = useStore();
  const { repository, path, text } = content;
  const selected = useMemo(() => readLineHash(hash), [hash]);
  const rendered = renderedAs(path);
  const [topLine, setTopLine] = useState(1);
  const lines = useMemo(() => (text === null ? null : linesOf(text).length), [text]);
  const views = viewsOf(content, rendered);
  // A link to a line shows the source, because only the source has lines.
  const first: CodeViewName = views.includes("rendered") && !selected ? "rendered" : "source";
  const view = state.view !== null && views.includes(state.view) ? state.view : first;
  const blame = useBlame(slug, content, view === "blame");
  const discussions = useFileDiscussions(slug, content);
  const raw = useRawFile(slug, content);
  const lookup = useSymbolLookup(slug, {
    source: repository.id,
    path,
    ...(state.revision !== null && { revision: state.revision }),
  });

  const hrefOf = useCallback(
    (to: Partial<CodeState>, range = selected) =>
      hrefTo.code(
        slug,
        {
          repository: repository.address,
          path,
          revision: to.revision === undefined ? state.revision : to.revision,
          line: range?.from,
          lastLine: range?.to,
        },
        codeQuery(to),
      ),
    [slug, repository.address, path, state.revision, selected],
  );
  const permalink = hrefOf({ revision: content.revision?.hash ?? null, view: state.view });
  useCodeKeys({
    onPermalink: () => void navigate(permalink, { preventScrollReset: true }),
    onBlame: () => void navigate(hrefOf({ view: view === "blame" ? "source" : "blame" }), { preventScrollReset: true }),
    onHistory: () => void navigate(hrefOf({ view: "history" }, null)),
  });
  const around = selected
    ? content.symbols.findLast(({ start_line, end_line }) => start_line <= selected.from && end_line >= selected.to)
    : undefined;
  const isCode = view === "source" || view === "blame";
  const isOutlined = view === "source" && content.symbols.length > 0;
  return (
    <Stack gap={3}>
      <FileHeader
        content={content}
        lines={lines}
        view={view}
        views={views}
        viewHref={(name) => hrefOf({ view: name }, name === "history" || name === "rendered" ? null : selected)}
        commitHref={(one) => hrefTo.commit(slug, one, { source: repository.id })}
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
          choice={{ editor: editorNamed(preferences.editor), folder: preferences.codeFolders.get(repository.id) ?? "" }}
          onChoose={({ editor, folder }) => preferences.setEditor(editor, repository.id, folder)}
        />
      </FileHeader>
      {content.truncated && <InlineNotice title={t("truncated")}>{t("truncatedText")}</InlineNotice>}
      {isCode && selected && (
        <Inline gap={1}>
          <LinkButton
            size="small"
            variant="outlined"
            href={hrefOf({ view: "history", lines: selected })}
            text={t("history.linesAction")}
          />
          {around && (
            <LinkButton
              size="small"
              variant="outlined"
              href={hrefOf({ view: "history", lines: { from: around.start_line, to: around.end_line } })}
              text={t("history.functionAction", { name: around.name })}
            />
          )}
        </Inline>
      )}
      {discussions.all.length > 0 && (
        <Suspense>
          <FileDiscussionsSection
            slug={slug}
            content={content}
            discussions={discussions}
            lineHref={(line) => hrefOf({ view: "source" }, { from: line, to: line })}
          />
        </Suspense>
      )}
      {view === "blame" && blame.notice}
      {view === "history" ? (
        <HistorySection slug={slug} state={state} content={content} fileHref={hrefOf({ view: "history" }, null)} />
      ) : text === "" ? (
        <EmptyState headingLevel={3} title={t("file.empty")} />
      ) : isCode && text !== null ? (
        <div className={styles.file} data-outlined={isOutlined || undefined}>
          <CodeView
            text={text}
            language={content.language}
            label={t("file.label", { path })}
            selected={selected}
            symbols={content.symbols}
            blame={view === "blame" ? blame.column : null}
            onSelect={(range) =>
              void navigate(hrefOf({ view: state.view }, null) + lineHash(range), {
                replace: true,
                preventScrollReset: true,
              })
            }
            discussions={discussions.byLine}
            onDiscussions={discussions.open}
            onTopLine={setTopLine}
            onSymbol={lookup.ask}
          />
          {lookup.at !== null && (
            <Suspense>
              <SymbolLookupSection slug={slug} lookup={lookup} />
            </Suspense>
          )}
          {isOutlined && (
            <aside className={styles.outline} aria-label={t("outline")}>
              <TableOfContents
                line={topLine}
                entries={content.symbols.map(({ name, kind, start_line, depth }) => ({
                  name,
                  kind,
                  line: start_line,
                  depth,
                  href: hrefOf({ view: state.view }, { from: start_line, to: start_line }),
                }))}
              />
            </aside>
          )}
        </div>
      ) : (
        <RenderedFile slug={slug} state={state} content={content} as={rendered} />
      )}
      {/* The graph knows the paths of the history that was read. */}
      {view !== "history" && content.last !== null && (
        <Suspense>
          <CodeConnectedSection slug={slug} content={content} selected={isCode ? selected : null} around={around} />
        </Suspense>
      )}
    </Stack>
  );
});

function viewsOf({ kind, text }: CodeContent, rendered: RenderedAs | null): readonly CodeViewName[] {
  if (kind !== "text" || text === null) return ["rendered", "history"];
  return rendered === null ? ["source", "blame", "history"] : ["rendered", "source", "blame", "history"];
}

/** A file as what it means: a page, a picture, a table or a notebook. */
function RenderedFile({ slug, state, content, as }: FileSectionProps & { as: RenderedAs | null }) {
  const { kind, text, image, path } = content;
  const name = path.split("/").at(-1) ?? path;
  if (kind === "image" && image !== null) return <PictureView src={image} name={name} />;
  if (text === null) return <FileWithoutText content={content} targetHref={null} />;
  if (as === "svg")
    return <PictureView src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`} name={name} />;
  if (as === "csv") return <CsvTable text={text} label={name} />;
  if (as === "notebook") return <NotebookView text={text} />;
  const readme = { path, text, is_markdown: true };
  return <ReadmeSection slug={slug} content={content} readme={readme} revision={state.revision} />;
}
