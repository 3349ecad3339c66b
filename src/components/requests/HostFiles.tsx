import type { RequestDiff } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LineCounts } from "../patterns/LineCounts.tsx";
import { Callout } from "../ui/Callout.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./HostFiles.module.css";

export interface HostFilesProps {
  files: RequestDiff["host_files"];
  /** The file as it is now. */
  hrefOf: (path: string) => string;
}

/** The files that a request changes by its host's word, without their lines. */
export function HostFiles({ files, hrefOf }: HostFilesProps) {
  const { t } = useTranslation("requests");
  return (
    <Stack gap={3}>
      <Callout>{t("changes.listed")}</Callout>
      <ul className={styles.files} aria-label={t("changes.title")}>
        {files.map(({ path, added, removed }) => (
          <li key={path} className={styles.file}>
            <a href={hrefOf(path)}>
              <PathText path={path} />
            </a>
            <LineCounts added={added} removed={removed} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
