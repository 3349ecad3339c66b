import { useState } from "react";
import type { CommitFile } from "../../../contract/code/commits.ts";
import type { QueryKey } from "../../queries/queryKey.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { Result } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface UnfoldedFile {
  /** The file as it is shown: with its lines, once they have been loaded. */
  readonly file: CommitFile;
  readonly isUnfolding: boolean;
  /** The text of the last failure. */
  readonly failure: string | null;
  readonly onUnfold: () => void;
}

/** One file of a diff; the lines of a folded one are loaded when the reader unfolds it. @param fileOf the file in the answer */
export function useUnfoldedFile<T>(
  file: CommitFile,
  queryKey: QueryKey,
  queryFn: (signal: AbortSignal) => Promise<Result<T>>,
  fileOf: (data: T) => CommitFile | undefined,
): UnfoldedFile {
  const formatError = useErrorMessage();
  const [isUnfolded, setUnfolded] = useState(false);
  const isRequested = isUnfolded && file.folded !== null;
  const alone = useQuery(isRequested ? queryKey : null, queryFn, { keepPreviousData: false });
  return {
    file: (isRequested && alone.data !== null ? fileOf(alone.data) : undefined) ?? file,
    isUnfolding: alone.isLoading,
    failure: alone.error ? formatError(alone.error).text : null,
    onUnfold: () => (isUnfolded ? alone.refetch() : setUnfolded(true)),
  };
}
