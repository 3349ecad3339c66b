import type { CodeContent } from "../../../contract/code/code.ts";
import { CsvTable } from "../../components/code/CsvTable.tsx";
import { FileWithoutText } from "../../components/code/FileWithoutText.tsx";
import { NotebookView } from "../../components/code/NotebookView.tsx";
import type { MarkdownPageProps } from "../../components/patterns/MarkdownPage.tsx";
import { PictureView } from "../../components/patterns/PictureView.tsx";
import type { RenderedAs } from "../../domain/codeFile.ts";
import type { CodeState } from "./codeUrl.ts";
import { ReadmeSection } from "./ReadmeSection.tsx";

export interface RenderedFileProps extends Pick<MarkdownPageProps, "target" | "onTopHeading"> {
  slug: string;
  state: CodeState;
  content: CodeContent;
  as: RenderedAs | null;
}

/** A file as what it means: a page, a picture, a table or a notebook. */
export function RenderedFile({ slug, state, content, as, ...scroll }: RenderedFileProps) {
  const { kind, text, image, path } = content;
  const name = path.split("/").at(-1) ?? path;
  if (kind === "image" && image !== null) return <PictureView src={image} name={name} />;
  if (text === null) return <FileWithoutText content={content} targetHref={null} />;
  if (as === "svg")
    return <PictureView src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`} name={name} />;
  if (as === "csv") return <CsvTable text={text} label={name} />;
  if (as === "notebook") return <NotebookView text={text} />;
  const readme = { path, text, is_markdown: true };
  return <ReadmeSection slug={slug} content={content} readme={readme} revision={state.revision} {...scroll} />;
}
