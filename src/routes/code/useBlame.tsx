import { useMemo, type ReactNode } from "react";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { FileCodeProps } from "../../components/code/FileCode.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";

/** Who wrote the lines of a file, as the code's view takes it, and what to say while it is not there. */
export function useBlame(
  slug: string,
  { repository, path, revision }: Pick<CodeContent, "repository" | "path" | "revision">,
  isShown: boolean,
): { readonly column: NonNullable<FileCodeProps["blame"]> | null; readonly notice: ReactNode } {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const query = { repository: repository.id, path, revision: revision?.hash ?? null };
  const blame = useQuery(
    isShown ? codeKeys.codeBlame(slug, query) : null,
    (signal) => code.blame(slug, query, signal),
    { keepPreviousData: false },
  );
  const { data } = blame;
  const column = useMemo(
    () =>
      data?.status === "shown"
        ? {
            ranges: data.ranges,
            commits: data.commits,
            hrefs: {
              commit: ({ hash }: { readonly hash: string }) => hrefTo.commit(slug, hash),
              issue: ({ address }: { readonly address: string }) => hrefTo.issue(slug, address),
              request: ({ address }: { readonly address: string }) => hrefTo.request(slug, address),
              person: (person: { readonly id: string; readonly name: string }) => hrefTo.person(slug, person),
            },
          }
        : null,
    [data, slug],
  );
  const notice = isShown ? (
    <AsyncContent query={blame} failed={t("blame.failed")} loading={<Skeleton count={1} />}>
      {({ status }) => status !== "shown" && <InlineNotice>{t(`blame.${status}`)}</InlineNotice>}
    </AsyncContent>
  ) : null;
  return { column, notice };
}
