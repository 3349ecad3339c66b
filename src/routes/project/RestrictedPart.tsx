import { useState } from "react";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { RestrictedItems } from "../../components/restricted/RestrictedItems.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useServices } from "../appContext.tsx";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";

const PAGE = 20;
const MOST = 200;

export interface RestrictedPartProps {
  slug: string;
  /** A new value reloads the items. */
  version: string;
}

/** The restricted items of a project that the caller's role may read. */
export function RestrictedPart({ slug, version }: RestrictedPartProps) {
  const { sources } = useServices();
  const { t } = useWords("project");
  const wordFailure = useFailureText();
  const [query, setQuery] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const { answer, failure, isLoading, retry } = useAnswer(
    JSON.stringify([slug, limit, query]),
    (signal) => sources.restricted(slug, { q: query, limit }, signal),
    { version },
  );
  if (failure) return <ErrorState title={t("restricted.failed")} failure={wordFailure(failure)} onRetry={retry} />;
  const hasMore = answer !== null && answer.next !== null && limit < MOST;
  return (
    <RestrictedItems
      items={answer?.results ?? null}
      query={query}
      isLoading={isLoading}
      onSearch={(next) => {
        setLimit(PAGE);
        setQuery(next);
      }}
      onMore={hasMore ? () => setLimit(Math.min(MOST, limit + PAGE)) : undefined}
    />
  );
}
