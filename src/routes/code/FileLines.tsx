import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { CodeContent } from "../../../contract/code/code.ts";
import { FileCode } from "../../components/code/FileCode.tsx";
import { renderedAs } from "../../domain/codeFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { CodeState } from "./codeUrl.ts";
import { RenderedFile } from "./RenderedFile.tsx";
import type { useBlame } from "./useBlame.tsx";
import type { FileAddress } from "./useFileAddress.ts";
import type { useFileDiscussions } from "./useFileDiscussions.ts";
import type { FileOutline } from "./useFileOutline.ts";
import { useSymbolLookup } from "./useSymbolLookup.ts";

/** Loaded with the first name that the reader points at. */
const SymbolLookupSection = lazyComponent(() => import("./SymbolLookupSection.tsx"), "SymbolLookupSection");

interface FileLinesProps {
  slug: string;
  state: CodeState;
  content: CodeContent;
  address: FileAddress;
  outline: FileOutline;
  blame: ReturnType<typeof useBlame>["column"];
  discussions: ReturnType<typeof useFileDiscussions>;
}

/** The lines of a file, or the file as rendered. */
export function FileLines({ slug, state, content, address, outline, blame, discussions }: FileLinesProps) {
  const { t } = useTranslation("code");
  const { repository, path, text, language, symbols } = content;
  const { view, selected, select } = address;
  const lookup = useSymbolLookup(slug, {
    source: repository.id,
    path,
    ...(state.revision !== null && { revision: state.revision }),
  });
  return (
    <>
      {view === "rendered" || text === null ? (
        <RenderedFile
          slug={slug}
          state={state}
          content={content}
          as={renderedAs(path)}
          target={outline.target}
          onTopHeading={outline.onTopHeading}
        />
      ) : (
        <FileCode
          text={text}
          language={language}
          label={t("file.label", { path })}
          selected={selected}
          symbols={symbols}
          blame={blame}
          onSelect={select}
          discussions={discussions.byLine}
          onDiscussions={discussions.open}
          onShown={outline.onShown}
          onSymbol={lookup.ask}
        />
      )}
      {lookup.at !== null && (
        <Suspense>
          <SymbolLookupSection slug={slug} lookup={lookup} />
        </Suspense>
      )}
    </>
  );
}
