import { useCallback } from "react";
import type { CodeContent } from "../../../contract/code/code.ts";
import { MarkdownPage, type MarkdownPageProps } from "../../components/patterns/MarkdownPage.tsx";
import { NamedText } from "../../components/patterns/NamedText.tsx";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import { useRelativeLinks } from "../addresses/useRelativeLinks.ts";
import { Card } from "../../components/ui/Card.tsx";
import styles from "./ReadmeSection.module.css";
import { usePictures } from "./usePictures.ts";

export interface ReadmeSectionProps extends Pick<MarkdownPageProps, "target" | "onTopHeading"> {
  slug: string;
  content: Pick<CodeContent, "repository" | "revision">;
  readme: NonNullable<CodeContent["readme"]>;
  /** As the address names it. */
  revision: string | null;
}

/** A text of a repository with its links to files, and its pictures from there. */
export function ReadmeSection({ slug, content, readme, revision, ...scroll }: ReadmeSectionProps) {
  const { address, id } = content.repository;
  const { path, text, is_markdown } = readme;
  const fileHref = useCallback(
    (file: string) => hrefTo.code(slug, { repository: address, path: file, revision }),
    [slug, address, revision],
  );
  const resolve = useRelativeLinks(path, fileHref);
  const nameHrefs = useNameHrefs(slug, id, text);
  const loadImage = usePictures(slug, id, path, content.revision?.hash ?? null);
  return (
    <section aria-label={path.split("/").at(-1)}>
      {is_markdown ? (
        <MarkdownPage text={text} resolve={resolve} loadImage={loadImage} nameHrefs={nameHrefs} {...scroll} />
      ) : (
        <Card as="pre" className={styles.plain}>
          <NamedText text={text} hrefs={nameHrefs} />
        </Card>
      )}
    </section>
  );
}
