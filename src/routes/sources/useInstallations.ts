import type { InstallationRepository, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Pages of repositories that are read: the address of one beyond them is typed. */
const MAX_PAGES = 10;

/** What the form of a source offers of installations of apps. */
export interface Installed {
  readonly installations: readonly UsableInstallation[];
  /** Repositories of the chosen installation; null while they are read. */
  readonly repositories: readonly InstallationRepository[] | null;
  /** Why they could not be read. */
  readonly failure: string | null;
}

/**
 * The installations that the user may link with, and the repositories of the chosen one.
 * @param chosen null: none is chosen
 */
export function useInstallations(chosen: string | null): Installed {
  const services = useServices();
  const formatError = useErrorMessage();
  const installations = useQuery(sourceKeys.installations(), (signal) => services.apps.installations(signal));
  const repositories = useQuery<readonly InstallationRepository[]>(
    chosen === null ? null : sourceKeys.installationRepositories(chosen),
    async (signal): Promise<Result<readonly InstallationRepository[]>> => {
      const { apps } = services;
      const found: InstallationRepository[] = [];
      let cursor: string | null = null;
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const result: Awaited<ReturnType<typeof apps.repositories>> = await apps.repositories(
          chosen ?? "",
          cursor,
          signal,
        );
        if (!result.success) return result;
        found.push(...result.data.results);
        cursor = result.data.next;
        if (cursor === null) break;
      }
      return { success: true, data: found, error: null };
    },
    { keepPreviousData: false },
  );
  return {
    // A server without apps has none.
    installations: installations.data ?? [],
    repositories: repositories.data,
    failure: repositories.error && formatError(repositories.error).text,
  };
}
