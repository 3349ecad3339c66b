import { useEffect, useState } from "react";
import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import type { AppOffer } from "../../components/sources/AppOfferNote.tsx";
import { type AppDraft, isAppProvider, withPresetApp } from "../../domain/appCoverage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { openStep } from "../browser/openStep.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/**
 * How the user of a form gets an app, which is preselected until the user chooses another sign-in.
 * @param from the page with the form, shown again after an installation
 * @param setDraft is given the draft with the app
 * @returns undefined for a provider without apps, and while they are read
 */
export function useAppOffer<Draft extends AppDraft>(
  draft: Draft,
  installations: readonly UsableInstallation[],
  from: string,
  setDraft: (draft: Draft) => void,
): AppOffer | undefined {
  const { session } = useStore();
  const services = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [isBadAddress, setBadAddress] = useState(false);
  const isOn = isAppProvider(draft.provider);
  const company = session.user?.company?.id ?? null;
  const isAdmin = session.isCompanyAdmin;
  const apps = useQuery(isOn && isAdmin && company !== null ? sourceKeys.hostApps(company) : null, (signal) =>
    services.apps.ofCompany(company ?? "", signal),
  );
  const users = useQuery(isOn && !isAdmin && company !== null ? sourceKeys.companyUsers(company) : null, (signal) =>
    services.companies.users(company ?? "", undefined, signal),
  );
  const install = useMutation((appId: string) => services.apps.install(company ?? "", appId, from), {
    onSuccess: ({ url }) => setBadAddress(!openStep(url)),
  });
  // After the answer the browser leaves the page.
  const isInstalling = install.isPending || (install.data !== null && !isBadAddress);
  const offered = (apps.data ?? []).filter(({ provider }) => provider === draft.provider);
  const preset = withPresetApp(draft, installations, offered);
  useEffect(() => {
    if (preset !== draft) setDraft(preset);
  }, [preset, draft, setDraft]);
  const isRead = isAdmin ? apps.data !== null : company === null || users.data !== null || users.error !== null;
  if (!isOn || !isRead) return undefined;
  return {
    apps: offered,
    registerHref: isAdmin ? hrefTo.settings("apps") : null,
    admins: (users.data ?? []).filter(({ role }) => role === "Admin").map(({ name }) => name),
    isInstalling,
    failure: isBadAddress ? t("form.app.badAddress") : install.error && formatError(install.error).text,
    onInstall: (appId) => {
      if (isInstalling) return;
      setBadAddress(false);
      void install.mutate(appId);
    },
  };
}
