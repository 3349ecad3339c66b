import type { Person } from "../../../contract/fieldSchemas.ts";
import type { ChangeRequest, ReviewThread } from "../../../contract/requests.ts";
import { hrefTo } from "../paths.ts";

/** The page of the people of a project, narrowed to one with an account at a host. */
export const accountHref =
  (slug: string) =>
  ({ name }: Pick<Person, "name">): string =>
    hrefTo.projectTab(slug, "people", { who: name });

/** The changes of a request at the file of a discussion. */
export const threadHrefIn =
  (slug: string, { address }: Pick<ChangeRequest, "address">) =>
  ({ path }: Pick<ReviewThread, "path">): string =>
    `${hrefTo.request(slug, address, { tab: "changes" })}#${encodeURIComponent(path)}`;
