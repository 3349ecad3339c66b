import type { CodeContent } from "../../../contract/code/code.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";

export interface FileWithoutTextProps {
  content: Pick<CodeContent, "kind" | "size" | "target" | "target_path">;
  /** Where the link leads within the repository; null where it leads out of it. */
  targetHref: string | null;
}

/** What a file is that has no lines: binary, stored by Git LFS, a link, or a commit of another repository. */
export function FileWithoutText({ content, targetHref }: FileWithoutTextProps) {
  const { t, format } = useTranslation("code");
  const { kind, size, target } = content;
  if (kind === "link")
    return (
      <EmptyState headingLevel={3} title={t("file.link")}>
        {targetHref === null ? (
          <>
            <code>
              <ForeignText text={target ?? ""} />
            </code>{" "}
            {t("file.linkOutside")}
          </>
        ) : (
          <a href={targetHref}>
            <code>
              <ForeignText text={target ?? ""} />
            </code>
          </a>
        )}
      </EmptyState>
    );
  if (kind === "submodule")
    return (
      <EmptyState headingLevel={3} title={t("file.submodule")}>
        {t("file.submoduleText", { hash: shortHash(target ?? "") })}
      </EmptyState>
    );
  const why = kind === "lfs" ? "lfs" : "binary";
  return (
    <EmptyState headingLevel={3} title={t(`file.${why}`)}>
      {t(`file.${why}Text`, { size: format.bytes(size) })}
    </EmptyState>
  );
}
