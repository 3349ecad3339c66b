import { useMutation, type Mutation } from "../../queries/useMutation.ts";
import type { ApiError, Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { csvName } from "./csvName.ts";
import { downloadFile } from "./downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface CsvDownloadTexts {
  readonly saved: (name: string) => string;
  /** The snackbar of a failure; omitted where the page shows `error`. */
  readonly failed?: (reason: string) => string;
}

/**
 * Downloads a list as a CSV file, and says in the snackbar which.
 * @param content what the file contains, as the beginning of its name
 */
export function useCsvDownload(
  content: string,
  load: () => Promise<Result<string>>,
  { saved, failed }: CsvDownloadTexts,
): Mutation<[], string> {
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  return useMutation(load, {
    onSuccess: (csv) => {
      const name = csvName(content);
      downloadFile(csv, name, "text/csv;charset=utf-8");
      notifications.show(saved(name));
    },
    onError: (error: ApiError) => {
      if (failed) notifications.show(failed(formatError(error).text), "error");
    },
  });
}
