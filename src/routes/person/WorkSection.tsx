import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { type AddableWorkList, PersonWorkLists } from "../../components/persons/PersonWorkLists.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { personKeys } from "../../queries/personKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { hrefTo } from "../paths.ts";

export interface WorkSectionProps {
  slug: string;
  address: string;
  name: string;
  /** The logins of the person's accounts. */
  logins: readonly string[];
}

/** What a person works on and has done. */
export function WorkSection({ slug, address, name, logins }: WorkSectionProps) {
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
          actionOf={(list, title) =>
            // Commits are of a signature, everything else of an account.
            (logins.length > 0 || list === "commits") && (
              <LazyAddToDashboard
                name={title}
                card={personList(list, { logins, name }, { title: `${name}: ${title}`, project: slug })}
              />
            )
          }
          pageHref={({ source, path }) => (path === null ? null : hrefTo.document(slug, { source, path }))}
        />
      )}
    </AsyncContent>
  );
}

/** The card of a list of the person: the rows that the list is a part of, in its order. */
function personList(
  list: AddableWorkList,
  { logins, name }: Pick<WorkSectionProps, "logins" | "name">,
  card: { readonly title: string; readonly project: string },
): CardDraft {
  const names = [...logins];
  const shared = { ...card, title: card.title.slice(0, TEXT_LIMITS.name), kind: "list", rows: 10 } as const;
  if (list === "commits")
    return { ...shared, of: "search", filter: { q: [`kind:commit author:${JSON.stringify(name)}`] } };
  if (list === "reviews") return { ...shared, of: "requests", filter: { reviewer: names } };
  if (list === "requests") return { ...shared, of: "requests", filter: { state: ["open"], author: names } };
  if (list === "opened") return { ...shared, of: "issues", filter: { author: names } };
  return { ...shared, of: "issues", filter: { state: ["open"], assignee: names } };
}
