import { PersonWorkLists } from "../../components/persons/PersonWorkLists.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { personKeys } from "../../queries/personKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

export interface WorkSectionProps {
  slug: string;
  address: string;
}

/** What a person works on and has done. */
export function WorkSection({ slug, address }: WorkSectionProps) {
  const { persons } = useServices();
  const { t } = useTranslation("persons");
  const work = useQuery(personKeys.personWork(slug, address), (signal) => persons.work(slug, address, signal), {
    isLive: true,
  });
  return (
    <AsyncContent query={work} failed={t("work.failed")} loading={<Skeleton count={12} />}>
      {(data) => (
        <PersonWorkLists
          work={data}
          issueHref={({ address: issue }) => hrefTo.issue(slug, issue)}
          requestHref={({ address }) => hrefTo.request(slug, address)}
          commitHref={({ hash }) => hrefTo.commit(slug, hash)}
          pageHref={({ source, path }) => (path === null ? null : hrefTo.document(slug, { source, path }))}
        />
      )}
    </AsyncContent>
  );
}
