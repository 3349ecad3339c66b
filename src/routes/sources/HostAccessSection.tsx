import { observer } from "mobx-react-lite";
import { HostAccessDialog } from "../../components/sources/HostAccessDialog.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface HostAccessSectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** Changes whether a source follows who may see it at its host. */
export const HostAccessSection = observer(function HostAccessSection({
  slug,
  source,
  onClose,
}: HostAccessSectionProps) {
  const { hostAccess } = useServices();
  const { session } = useStore();
  const formatError = useErrorMessage();
  const key = sourceKeys.hostAccess(slug, source.id);
  const access = useQuery(key, (signal) => hostAccess.get(source.id, signal), { keepPreviousData: false });
  const choose = useMutation((isMirrored: boolean) => hostAccess.choose(source.id, isMirrored), {
    invalidates: [key],
    onSuccess: onClose,
  });
  const failed = choose.error ?? access.error;
  const provider = access.data?.provider ?? null;
  return (
    <HostAccessDialog
      name={source.name}
      access={access.data}
      connectHref={hrefTo.settings("integrations")}
      isConnected={provider !== null && session.user?.providers.includes(provider) === true}
      isBusy={choose.isPending}
      failure={failed ? formatError(failed).text : undefined}
      onSave={(isMirrored) => void choose.mutate(isMirrored)}
      onClose={onClose}
    />
  );
});
