import { useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import { ProjectNameForm } from "../../components/projects/ProjectNameForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useProject } from "./useProject.ts";

/** Renames the project. */
export function ProjectNameSection() {
  const { slug, name, role } = useProject().project;
  const { projects } = useServices();
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  const { t } = useTranslation("project");
  const { t: tStates } = useTranslation("states");
  const formatError = useErrorMessage();
  const rename = useMutation((newName: string) => projects.rename(slug, newName), {
    onSuccess: async () => {
      notifications.show(t("settings.renamed"));
      await revalidate();
    },
  });
  const failure = rename.error && formatError(rename.error);
  return (
    <ProjectNameForm
      name={name}
      address={hrefTo.project(slug)}
      isBusy={rename.isPending}
      errors={failure ? (failure.fields["name"] ?? [failure.text]) : []}
      refusal={
        mayInProject(role, "project.update") ? undefined : t("settings.notRename", { role: tStates(`roles.${role}`) })
      }
      onRename={(newName) => void rename.mutate(newName)}
    />
  );
}
