import { isWikiPage } from "../../../contract/documents/isWikiPage.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchResultTitle.module.css";

export interface SearchResultTitleProps {
  result: Pick<SearchResult, "kind" | "path" | "title" | "url">;
}

/** Slashes in a title are encoded in its path. */
const pageName = (part: string): string => part.replaceAll("%2F", "/").replaceAll("%25", "%");

/** The last part of a path is emphasized, because users look for it. A page of a wiki is shown by its title. */
export function SearchResultTitle({ result }: SearchResultTitleProps) {
  if (result.path === null) return <ForeignText text={result.title} />;
  if (isWikiPage(result)) {
    const above = result.path.split("/").slice(0, -1).map(pageName);
    return (
      <span>
        <ForeignText text={result.title} />{" "}
        {above.length > 0 && (
          <Text tone="muted" className={styles.above}>
            {above.join(" / ")}
          </Text>
        )}
      </span>
    );
  }
  if (result.kind === "symbol")
    return (
      <span className={styles.path}>
        <strong>
          <ForeignText text={result.title} />
        </strong>{" "}
        <Text tone="muted">
          <ForeignText text={result.path} />
        </Text>
      </span>
    );
  const cut = result.path.lastIndexOf("/") + 1;
  return (
    <span className={styles.path}>
      <ForeignText text={result.path.slice(0, cut)} />
      <strong>
        <ForeignText text={result.path.slice(cut)} />
      </strong>
      {result.title !== result.path && result.title !== result.path.slice(cut) && (
        <span className={styles.symbol}>
          {" "}
          <ForeignText text={result.title} />
        </span>
      )}
    </span>
  );
}
