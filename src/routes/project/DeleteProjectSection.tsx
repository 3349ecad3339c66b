import { useState } from "react";
import { mayInProject } from "../../../contract/access/policy.ts";
import { DeleteProjectDialog } from "../../components/projects/DeleteProjectDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useCloseProject } from "./useCloseProject.ts";
import { useProject } from "./useProject.ts";

/** Deletes the project for all of its members. */
export function DeleteProjectSection() {
  const { role } = useProject().project;
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const [isOpen, setOpen] = useState(false);
  const canDelete = mayInProject(role, "project.delete");
  return (
    <>
      <p>{canDelete ? t("settings.deleteText") : t("settings.notDelete", { role: tStates(`roles.${role}`) })}</p>
      <Button
        intent="danger"
        variant="outlined"
        text={t("settings.delete")}
        disabled={!canDelete}
        onClick={() => setOpen(true)}
      />
      {isOpen && <DeletionDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Counts what would be deleted when the dialog opens. */
function DeletionDialog({ onClose }: { onClose: () => void }) {
  const { slug, name } = useProject().project;
  const { projects } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const closeProject = useCloseProject();
  const contents = useQuery(settingsKeys.projectContents(slug), (signal) => projects.contents(slug, signal));
  const remove = useMutation(() => projects.remove(slug), {
    onSuccess: async () => {
      notifications.show(t("settings.deleted", { name }));
      await closeProject();
    },
  });
  return (
    <DeleteProjectDialog
      name={name}
      contents={contents.error ? formatError(contents.error).text : contents.data}
      isBusy={remove.isPending}
      failure={remove.error ? formatError(remove.error).text : undefined}
      onDelete={() => void remove.mutate()}
      onClose={onClose}
    />
  );
}
