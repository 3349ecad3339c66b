import { useCallback } from "react";
import type { CodeContent } from "../../../contract/code.ts";
import { Markdown } from "../../components/ui/Markdown.tsx";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { hrefTo } from "../paths.ts";
import { resolveRelative } from "../project/documentUrl.ts";
import { usePictures } from "../project/usePictures.ts";
import styles from "./CodeTab.module.css";

export interface ReadmeSectionProps {
  slug: string;
  content: Pick<CodeContent, "repository" | "revision">;
  readme: NonNullable<CodeContent["readme"]>;
  /** As the address names it. */
  revision: string | null;
}

/** A text of a repository with its links to files, and its pictures from there. */
export function ReadmeSection({ slug, content, readme, revision }: ReadmeSectionProps) {
  const { address, id } = content.repository;
  const { path, text, is_markdown } = readme;
  const resolve = useCallback(
    (href: string) => {
      const target = resolveRelative(path, href);
      if (!target) return null;
      const place = hrefTo.code(slug, { repository: address, path: target.path, revision });
      return target.hash === "" ? place : `${place}#${/^L\d/.test(target.hash) ? target.hash : `h-${target.hash}`}`;
    },
    [slug, address, path, revision],
  );
  const nameHrefs = useNameHrefs(slug, id, is_markdown ? text : "");
  const loadPicture = usePictures(slug, id, path, content.revision?.hash ?? null);
  return (
    <section className={styles.readme} aria-label={path.split("/").at(-1)}>
      {is_markdown ? (
        <Markdown text={text} headingLevel={3} resolve={resolve} loadPicture={loadPicture} nameHrefs={nameHrefs} />
      ) : (
        <pre className={styles.plain}>{text}</pre>
      )}
    </section>
  );
}
