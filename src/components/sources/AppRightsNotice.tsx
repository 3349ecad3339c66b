import type { AppRights, AppWrite } from "../../../contract/integrations/apps.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";

export interface AppRightsNoticeProps {
  use: AppWrite;
  /** Null while they are read. */
  rights: AppRights | null;
  isChecking?: boolean;
  /** Why they could not be read. */
  failure?: string | undefined;
  onCheck: () => void;
}

/** What the app that reads a source lacks for a use, with the page of the host that grants it. Nothing where nothing is missing. */
export function AppRightsNotice({ use, rights, isChecking = false, failure, onCheck }: AppRightsNoticeProps) {
  const { t } = useTranslation("replies");
  const missing = rights?.missing ?? null;
  if (missing === null && failure === undefined) return null;
  const url = rights?.url ?? "";
  const names = { app: rights?.app ?? "", account: rights?.account ?? "" };
  return (
    <Callout intent="warning" role="status">
      <Text as="p">{missing === null ? failure : t(`rights.${missing}.${use}`, names)}</Text>
      <Inline>
        {missing !== null && webHref(url) !== undefined && (
          <a href={webHref(url)} target="_blank" rel="noreferrer">
            {t(`rights.${missing}.link`)}
          </a>
        )}
        <Button size="small" variant="outlined" text={t("rights.again")} loading={isChecking} onClick={onCheck} />
      </Inline>
    </Callout>
  );
}
