import type { ReactNode } from "react";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { Text } from "../components/ui/Text.tsx";
import type { QueryState } from "../queries/useQuery.ts";
import { useErrorMessage } from "./useErrorMessage.ts";

/** What a part of a page loads: a query, or data of the loader (`useLoaderState`). */
export type LoadState<T> = Pick<QueryState<T>, "data" | "error" | "isLoading" | "refetch">;

export interface AsyncContentProps<T> {
  query: LoadState<T>;
  /** Title of the error. */
  failed: string;
  /** Shown below the error. */
  note?: string | undefined;
  /** Shown before the first data. */
  loading?: ReactNode;
  /** Shown in place of an empty list. */
  empty?: string;
  children: (data: T) => ReactNode;
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** The states of a part of a page: loading, failed with Retry, empty, loaded. Data stays while its reload fails. */
export function AsyncContent<T>({ query, failed, note, loading = null, empty, children }: AsyncContentProps<T>) {
  const { data, error, isLoading, refetch } = query;
  const formatError = useErrorMessage();
  if (data === null) {
    if (!error) return loading;
    return (
      <ErrorState title={failed} failure={formatError(error)} isRetrying={isLoading} onRetry={refetch} note={note} />
    );
  }
  if (empty !== undefined && isEmptyList(data)) {
    return (
      <Text as="p" tone="muted">
        {empty}
      </Text>
    );
  }
  return children(data);
}
