import type { CommitFile } from "../../../contract/code/commits.ts";
import { ImageComparison } from "../../components/commits/ImageComparison.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { QueryFailure } from "../failures/QueryFailure.tsx";

export interface FileImagesProps {
  slug: string;
  source: string;
  hash: string;
  /** The commit that it is compared with. */
  parent: string | null;
  file: Pick<CommitFile, "path" | "old_path" | "old_mode" | "new_mode">;
}

/** A picture before and after a commit, read from the repository's copy. */
export function FileImages({ slug, source, hash, parent, file }: FileImagesProps) {
  const { path, old_path, old_mode, new_mode } = file;
  const before = useImage(slug, source, old_path ?? path, old_mode === null ? null : parent);
  const after = useImage(slug, source, path, new_mode === null ? null : hash);
  return (
    <ImageComparison
      before={old_mode === null ? undefined : before.image}
      after={new_mode === null ? undefined : after.image}
      isLoading={before.isLoading || after.isLoading}
    />
  );
}

/** @param revision null: there is no such side */
function useImage(slug: string, source: string, path: string, revision: string | null) {
  const { code } = useServices();
  const { t } = useTranslation("commits");
  const query = { repository: source, path, revision };
  // The picture of another parent or file is not shown in place of this one.
  const read = useQuery(
    revision === null ? null : queryKeys.codeContent(slug, query),
    (signal) => code.content(slug, query, signal),
    { keepPreviousData: false },
  );
  const { data, error, isLoading } = read;
  return {
    image:
      data === null && error
        ? { failure: <QueryFailure query={read} failed={t("images.failed")} /> }
        : (data?.image ?? null),
    isLoading: isLoading && data === null && error === null,
  };
}
