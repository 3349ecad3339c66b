import { useState } from "react";
import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import { installationFor } from "../../domain/appCoverage.ts";
import { type FilterDraft, filterDraft, toGroupFilter, wrongPatterns } from "../../domain/groupDraft.ts";
import type { SourceErrors } from "../../domain/sourceDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import { GroupFilterFields } from "./GroupFilterFields.tsx";
import { SourceSignIn, type SourceSignInValue } from "./SourceSignIn.tsx";

/** What a dialog changes of a group. */
export interface GroupEdit {
  filter: ReturnType<typeof toGroupFilter>;
  with_issues: boolean;
  credential?: { token: string; username?: string };
  use_connection?: true;
  installation_id?: string;
  forgets_removed?: true;
}

export interface GroupDialogProps {
  group: LinkedGroup;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  /** Installations of apps that the user may link with. */
  installations?: readonly UsableInstallation[] | undefined;
  isBusy?: boolean;
  /** Why the server or the host refused the last attempt. */
  errors?: SourceErrors | undefined;
  onSave: (edit: GroupEdit) => void;
  onClose: () => void;
}

/** Changes the filter of a linked group, and where wanted its access. */
export function GroupDialog({
  group,
  connected = [],
  installations = [],
  isBusy = false,
  errors = {},
  onSave,
  onClose,
}: GroupDialogProps) {
  const { t } = useTranslation("groups");
  const { t: tProject } = useTranslation("project");
  const [filter, setFilter] = useState<FilterDraft>(() => filterDraft(group.filter, group.with_issues));
  const [isNewAccess, setNewAccess] = useState(group.error_code === "unauthorized");
  const [access, setAccess] = useState<SourceSignInValue>({ signIn: "token", token: "", username: "" });
  const [forgets, setForgets] = useState(false);
  const wrong = wrongPatterns(filter);
  const faultOf = (patterns: readonly string[]) =>
    patterns.length > 0 ? t("filter.wrong", { patterns: patterns.join(", ") }) : null;
  const others = [...(errors.url ?? []), ...(errors.provider ?? []), ...(errors.other ?? [])];
  /** An app reads a group by the installation on its account alone. */
  const covering = installationFor(
    group.url,
    installations.filter(({ provider }) => provider === group.provider),
  );
  const isToken = isNewAccess && access.signIn === "token";
  const save = (): void => {
    const username = access.username.trim();
    onSave({
      filter: toGroupFilter(filter),
      with_issues: filter.withIssues,
      ...(isToken && { credential: { token: access.token.trim(), ...(username !== "" && { username }) } }),
      ...(isNewAccess && access.signIn === "connected" && { use_connection: true as const }),
      ...(isNewAccess && access.signIn === "app" && covering && { installation_id: covering.id }),
      ...(forgets && { forgets_removed: true as const }),
    });
  };
  return (
    <FormDialog
      title={t("change.title", { name: group.name })}
      draft={[filter, isNewAccess, access, forgets]}
      action={t("change.save")}
      faults={{
        include: faultOf(wrong.include),
        exclude: faultOf(wrong.exclude),
        token: isToken && access.token.trim() === "" ? tProject("form.required") : null,
        username: null,
      }}
      failure={{ text: "", fields: { ...errors } }}
      alert={others.length > 0 ? others.join(" ") : undefined}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p">{t("change.text")}</Text>
          <GroupFilterFields
            provider={group.provider}
            value={filter}
            isBusy={isBusy}
            errors={{ include: errorsOf("include") ?? [], exclude: errorsOf("exclude") ?? [] }}
            onChange={(part) => setFilter({ ...filter, ...part })}
          />
          {group.counts !== null && group.counts.removed > 0 && (
            <Checkbox
              label={t("change.forgetsRemoved", { count: group.counts.removed })}
              checked={forgets}
              disabled={isBusy}
              onChange={({ currentTarget }) => setForgets(currentTarget.checked)}
            />
          )}
          {group.provider !== "git" && (
            <Checkbox
              label={t("change.newAccess")}
              checked={isNewAccess}
              disabled={isBusy}
              onChange={({ currentTarget }) => setNewAccess(currentTarget.checked)}
            />
          )}
          {isNewAccess && (
            <SourceSignIn
              provider={group.provider}
              connected={connected}
              installations={covering ? [covering] : []}
              value={access}
              isBusy={isBusy}
              errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
              onChange={(part) => setAccess({ ...access, ...part })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
