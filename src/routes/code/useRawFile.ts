import type { CodeContent } from "../../../contract/code/code.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { downloadFile, REVOKE_DELAY_MS } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** The bytes of a file: as a download, and as plain text in another tab, where nothing of it is run. */
export function useRawFile(slug: string, { repository, path, revision }: CodeContent) {
  const { code } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("code");
  const formatError = useErrorMessage();
  const load = useMutation(
    () => code.raw(slug, { repository: repository.id, path, revision: revision?.hash ?? null }),
    {
      onError: (error) => notifications.show(`${t("file.downloadFailed")} ${formatError(error).text}`, "error"),
    },
  );
  const open = async (): Promise<void> => {
    // Before the bytes are there: a browser blocks a tab that is opened later than the click.
    const tab = window.open("about:blank");
    const { data: bytes } = await load.mutate();
    if (bytes === null || tab === null) {
      tab?.close();
      return;
    }
    const address = URL.createObjectURL(new Blob([bytes], { type: "text/plain;charset=utf-8" }));
    tab.opener = null;
    tab.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
  };
  const download = async (): Promise<void> => {
    const { data: bytes } = await load.mutate();
    if (bytes === null) return;
    downloadFile(bytes, path.split("/").at(-1) ?? "file", "application/octet-stream");
  };
  return { isLoading: load.isPending, open, download };
}
