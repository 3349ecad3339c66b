import type { InstallationRepository, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Select } from "../ui/Select.tsx";

export interface InstalledRepositoriesProps {
  /** Those of the provider. */
  installations: readonly UsableInstallation[];
  /** The chosen one. */
  installation: string;
  /** Repositories of the chosen installation; null while they are read, or after a failure. Left out: the address is given already. */
  repositories?: readonly InstallationRepository[] | null;
  /** Why they could not be read. */
  failure?: string | null;
  /** The address of the form. */
  url: string;
  isBusy: boolean;
  onInstallation: (id: string) => void;
  onRepository: (url: string) => void;
}

/** The part of a form that chooses an installation of an app, and one of its repositories. */
export function InstalledRepositories({
  installations,
  installation,
  repositories,
  failure = null,
  url,
  isBusy,
  onInstallation,
  onRepository,
}: InstalledRepositoriesProps) {
  const { t } = useTranslation("project");
  const chosen = repositories?.find((repository) => repository.url === url.trim());
  return (
    <>
      {installations.length > 1 && (
        <FormField label={t("form.installation")}>
          {(control) => (
            <Select
              {...control}
              fill
              disabled={isBusy}
              value={installation}
              options={installations.map(({ id, account, app }) => ({
                value: id,
                text: t("form.installationText", { account, app }),
              }))}
              onValueChange={onInstallation}
            />
          )}
        </FormField>
      )}
      {failure !== null && <Callout intent="warning">{failure}</Callout>}
      {repositories !== undefined && failure === null && (
        <FormField label={t("form.repository")}>
          {(control) => (
            <Select
              {...control}
              fill
              disabled={isBusy}
              loading={repositories === null}
              value={chosen?.url ?? ""}
              options={[
                { value: "", text: t(repositories === null ? "form.repositoriesLoading" : "form.chooseRepository") },
                ...(repositories ?? []).map((repository) => ({ value: repository.url, text: repository.name })),
              ]}
              onValueChange={onRepository}
            />
          )}
        </FormField>
      )}
    </>
  );
}
