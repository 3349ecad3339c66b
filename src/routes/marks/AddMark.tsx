import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import { MAX_MARKS } from "../../../contract/marks/markRules.ts";
import type { MarkedItem } from "../../../contract/marks/marks.ts";
import type { Project } from "../../../contract/projects.ts";
import { AddMarkDialog } from "../../components/marks/AddMarkDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface AddMarkProps {
  slug: string;
  item: MarkedItem;
  /** The caller's; null while it is not known. */
  role: Project["role"] | null;
  /** Number of marks that the item has. */
  count: number;
}

/** Sets a mark by hand, where the plan and the role allow it. */
export const AddMark = observer(function AddMark({ slug, item, role, count }: AddMarkProps) {
  const { plan, notifications } = useStore();
  const { marks } = useServices();
  const { t } = useTranslation("marks");
  const formatError = useErrorMessage();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const add = useMutation((text: string) => marks.add(slug, { item, text }), {
    onSuccess: async (_, text) => {
      setOpen(false);
      notifications.show(t("added", { mark: text }), "success");
      await revalidate();
    },
  });
  if (!plan.has("custom_integrations") || role === null || !mayInProject(role, "issues.write")) return null;
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        text={t("add")}
        disabled={count >= MAX_MARKS}
        onClick={() => {
          add.reset();
          setOpen(true);
        }}
      />
      {isOpen && (
        <AddMarkDialog
          isBusy={add.isPending}
          failure={add.error && formatError(add.error)}
          onAdd={(text) => void add.mutate(text)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
});
