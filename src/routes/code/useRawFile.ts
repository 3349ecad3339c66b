import { useState } from "react";
import type { CodeContent } from "../../../contract/code.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

/** How long an address of bytes in memory stays valid after it was opened, in milliseconds. */
const REVOKE_DELAY_MS = 60_000;

/** The bytes of a file: as a download, and as plain text in another tab, where nothing of it is run. */
export function useRawFile(slug: string, { repository, path, revision }: CodeContent) {
  const { code } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("code");
  const formatError = useErrorMessage();
  const [isLoading, setLoading] = useState(false);
  const load = async (): Promise<Blob | null> => {
    setLoading(true);
    const query = { repository: repository.id, path, revision: revision?.hash ?? null };
    const { data, error } = await code.raw(slug, query);
    setLoading(false);
    if (error) notifications.show(`${t("file.downloadFailed")} ${formatError(error).text}`, "error");
    return data;
  };
  const open = async (): Promise<void> => {
    // Before the bytes are there: a browser blocks a tab that is opened later than the click.
    const tab = window.open("about:blank");
    const bytes = await load();
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
    const bytes = await load();
    if (bytes === null) return;
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = path.split("/").at(-1) ?? "file";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
  };
  return { isLoading, open, download };
}
