import { useState } from "react";
import type { LinkedGroup } from "../../../contract/sources/linkedGroups.ts";
import type { NewWebhook } from "../../../contract/sources/sources.ts";
import { GroupDialog, type GroupDialogProps, type GroupEdit } from "../../components/sources/GroupDialog.tsx";
import { GroupList } from "../../components/sources/GroupList.tsx";
import { RemoveGroupDialog } from "../../components/sources/RemoveGroupDialog.tsx";
import { WebhookDialog } from "../../components/sources/WebhookDialog.tsx";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { sourceErrors } from "./sourceErrors.ts";
import { useInstallations } from "./useInstallations.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface GroupsSectionProps {
  groups: readonly LinkedGroup[];
  /** Sources of each group, by its id. */
  counts: Readonly<Record<string, number>>;
  canChange: boolean;
  connected?: readonly string[] | undefined;
  onCompare: (id: string) => void;
  /** A group was changed or removed. */
  onChanged: () => Promise<void>;
}

/** Reads which installations of apps there are once the dialog is open. */
function ChangeGroupDialog(props: Omit<GroupDialogProps, "installations">) {
  const { installations } = useInstallations(null);
  return <GroupDialog {...props} installations={installations} />;
}

/** The linked groups of a project, with the dialogs that change them. */
export function GroupsSection({ groups, counts, canChange, connected, onCompare, onChanged }: GroupsSectionProps) {
  const services = useServices();
  const formatError = useErrorMessage();
  const [changing, setChanging] = useState<LinkedGroup | null>(null);
  const [removing, setRemoving] = useState<LinkedGroup | null>(null);
  const [hook, setHook] = useState<{ readonly name: string; readonly webhook: NewWebhook | null } | null>(null);
  const change = useMutation((id: string, edit: GroupEdit) => services.groups.change(id, edit), {
    onSuccess: async () => {
      setChanging(null);
      await onChanged();
    },
  });
  const remove = useMutation((id: string, keeps: boolean) => services.groups.remove(id, keeps), {
    onSuccess: async () => {
      setRemoving(null);
      await onChanged();
    },
  });
  const makeWebhook = useMutation(({ id }: LinkedGroup) => services.groups.makeWebhook(id), {
    onSuccess: async (webhook, { name }) => {
      setHook({ name, webhook });
      await onChanged();
    },
  });
  return (
    <>
      <GroupList
        groups={groups}
        actions={
          canChange
            ? {
                onCompare: ({ id }) => onCompare(id),
                onChange: setChanging,
                onWebhook: (group) => {
                  setHook({ name: group.name, webhook: null });
                  void makeWebhook.mutate(group);
                },
                onRemove: setRemoving,
              }
            : undefined
        }
      />
      {changing && (
        <ChangeGroupDialog
          group={changing}
          connected={connected}
          isBusy={change.isPending}
          errors={change.error ? sourceErrors(formatError(change.error)) : undefined}
          onSave={(edit) => void change.mutate(changing.id, edit)}
          onClose={() => {
            change.reset();
            setChanging(null);
          }}
        />
      )}
      {removing && (
        <RemoveGroupDialog
          group={{ name: removing.name, sources: counts[removing.id] ?? 0 }}
          isBusy={remove.isPending}
          failure={remove.error ? formatError(remove.error).text : undefined}
          onRemove={(keeps) => void remove.mutate(removing.id, keeps)}
          onClose={() => {
            remove.reset();
            setRemoving(null);
          }}
        />
      )}
      {hook && (
        <WebhookDialog
          name={hook.name}
          webhook={hook.webhook}
          failure={makeWebhook.error ? formatError(makeWebhook.error).text : undefined}
          onCopy={copyText}
          onClose={() => setHook(null)}
        />
      )}
    </>
  );
}
