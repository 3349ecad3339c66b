import { observer } from "mobx-react-lite";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useCloseProject } from "./useCloseProject.ts";
import { useProject } from "./useProject.ts";

/** Removes the user from the members of the project. */
export const LeaveProjectSection = observer(function LeaveProjectSection() {
  const { slug } = useProject().project;
  const { projects } = useServices();
  const { session } = useStore();
  const { t } = useTranslation("project");
  const leave = useConfirmation((email: string) => projects.removeUsers(slug, [email]), {
    onSuccess: useCloseProject(),
  });
  const myEmail = session.user?.email ?? "";
  return (
    <>
      <p>{t("settings.leaveText")}</p>
      <Button variant="outlined" text={t("settings.leave")} onClick={() => leave.ask(myEmail)} />
      <ConfirmDialog
        {...leave.dialog}
        title={t("people.leaveTitle")}
        text={t("people.leaveText")}
        action={t("people.leave")}
      />
    </>
  );
});
