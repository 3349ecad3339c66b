import type { ReactNode } from "react";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { symbolKindOf } from "../../../contract/code/symbolKinds.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ShareIcon } from "../ui/icons.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchResultFacts.module.css";

export interface SearchResultFactsProps {
  result: SearchResult;
  /** Address of its page in this app. */
  href?: string | undefined;
  /** The page of its author; omitted where they have none. */
  personHref?: string | undefined;
  /** Name of the source that contains it; omitted where the project has one source. */
  sourceName?: string | undefined;
  /** Buttons after the facts. */
  children?: ReactNode;
}

/** Where a result is from, who wrote it and when. */
export function SearchResultFacts({ result, href, personHref, sourceName, children }: SearchResultFactsProps) {
  const { t } = useTranslation("search");
  const hash = result.hash === null ? null : <code>{shortHash(result.hash)}</code>;
  return (
    <Text as="p" tone="muted" className={styles.facts}>
      {result.symbol && <SymbolFacts symbol={result.symbol} />}
      {hash !== null && (result.kind === "commit" && href !== undefined ? <a href={href}>{hash}</a> : hash)}
      {sourceName !== undefined && <span>{sourceName}</span>}
      {result.line !== null && <span>{t("line", { line: result.line })}</span>}
      {result.language && <span>{result.language}</span>}
      {result.author && (
        <span>
          <Sentence
            text={t("by", { name: "<name/>" })}
            parts={{
              name: <PersonName name={result.author} href={personHref} />,
            }}
          />
        </span>
      )}
      {result.updated_at && (
        <span>
          <RelativeTime at={result.updated_at} />
        </span>
      )}
      {webHref(result.url) && (
        <a
          href={webHref(result.url)}
          target="_blank"
          rel="noreferrer"
          aria-label={t("onHostName", { title: result.title })}
        >
          {t("onHost")} <Icon of={ShareIcon} size={10} />
        </a>
      )}
      {children}
    </Text>
  );
}

/** The kind of a symbol, and its container. */
function SymbolFacts({ symbol: { kind, container } }: { symbol: NonNullable<SearchResult["symbol"]> }) {
  const { t } = useTranslation("search");
  const kindName = useTranslation("symbolKinds").t(`kind.${symbolKindOf(kind)}`);
  return <span>{container === null ? kindName : t("symbolIn", { kind: kindName, container })}</span>;
}
