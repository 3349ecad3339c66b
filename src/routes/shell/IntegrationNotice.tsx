import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { CALENDARS } from "../../../contract/constants.ts";
import { IntegrationWarning } from "../../components/shell/IntegrationWarning.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";

/** Text and address of the integration warning, or null without one. */
function useIntegrationWarning(): { text: string; href: string } | null {
  const store = useStore();
  const shell = useTranslation("shell");
  const states = useTranslation("states");
  if (!store.hasIntegrationWarning) return null;
  const missing = store.missingIntegrations;
  const named = missing.filter((name) => !CALENDARS.some((calendar) => calendar === name));
  const href = hrefTo.settings("integrations");
  if (named.length === 0) return { text: shell.t("snackbar.noCalendar"), href };
  const list = shell.format.list(missing.map((name) => states.t(`sources.${name}`)));
  return { text: shell.t("snackbar.notConnected", { list }), href };
}

/** The warning about integrations that are not connected. */
export const IntegrationNotice = observer(function IntegrationNotice() {
  const store = useStore();
  const warning = useIntegrationWarning();
  const [isMounted, setMounted] = useState(false);
  // Screen readers announce what is added to a live region, so the region is mounted without the warning.
  useEffect(() => setMounted(true), []);
  return (
    <IntegrationWarning
      warning={isMounted ? warning : null}
      onClose={() => store.preferences.closeWarning(store.missingIntegrations)}
    />
  );
});
