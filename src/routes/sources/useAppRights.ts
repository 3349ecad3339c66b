import type { AppWrite } from "../../../contract/integrations/apps.ts";
import type { AppRightsNoticeProps } from "../../components/sources/AppRightsNotice.tsx";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

/**
 * What the app that reads a source lacks for a use, read from its host.
 * @param isOn false where no app is used: nothing is requested
 */
export function useAppRights(
  { slug, sourceId, use }: { readonly slug: string; readonly sourceId: string; readonly use: AppWrite },
  isOn: boolean,
): AppRightsNoticeProps {
  const services = useServices();
  const formatError = useErrorMessage();
  const { data, error, isLoading, refetch } = useQuery(
    isOn ? sourceKeys.appRights(slug, sourceId, use) : null,
    (signal) => services.apps.rights(sourceId, use, signal),
    { keepPreviousData: false },
  );
  return {
    use,
    rights: data,
    isChecking: isLoading,
    failure: error ? formatError(error).text : undefined,
    onCheck: refetch,
  };
}
