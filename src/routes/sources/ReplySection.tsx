import type { ReplySettingsBody } from "../../../contract/issues/replies.ts";
import { type PreviewDraft, ReplyDialog } from "../../components/sources/ReplyDialog.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useAppRights } from "./useAppRights.ts";

export interface ReplySectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** The dialog in which the comment on the issues of a tracker is turned on, written and previewed. */
export function ReplySection({ slug, source, onClose }: ReplySectionProps) {
  const services = useServices();
  const formatError = useErrorMessage();
  const settings = useQuery(sourceKeys.replies(slug, source.id), (signal) => services.replies.get(source.id, signal));
  const readsByApp = settings.data?.accounts.some(({ by }) => by === "app") === true;
  const rights = useAppRights({ slug, sourceId: source.id, use: "comment" }, readsByApp);
  const save = useMutation((body: ReplySettingsBody) => services.replies.change(source.id, body), {
    invalidates: [sourceKeys.replies(slug, source.id)],
    onSuccess: onClose,
  });
  const preview = useMutation((draft: PreviewDraft) => services.replies.preview(source.id, draft));
  const refused = save.error ?? preview.error;
  return (
    <ReplyDialog
      name={source.name}
      settings={settings.data ?? null}
      preview={preview.data}
      rights={{
        ...rights,
        // Whether the app can write is part of the settings.
        onCheck: () => {
          rights.onCheck();
          settings.refetch();
        },
      }}
      isBusy={save.isPending}
      isPreviewing={preview.isPending}
      failure={settings.error ? formatError(settings.error).text : undefined}
      refusal={refused && formatError(refused)}
      onSave={(body) => {
        preview.reset();
        void save.mutate(body);
      }}
      onPreview={(draft) => {
        save.reset();
        void preview.mutate(draft);
      }}
      onClose={onClose}
    />
  );
}
