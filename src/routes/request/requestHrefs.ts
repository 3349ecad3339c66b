import type { ChangeRequest, ReviewThread } from "../../../contract/requests/requests.ts";
import { hrefTo } from "../paths.ts";

/** The changes of a request at the file of a discussion. */
export const threadHrefIn =
  (slug: string, { address }: Pick<ChangeRequest, "address">) =>
  ({ path }: Pick<ReviewThread, "path">): string =>
    `${hrefTo.request(slug, address, { tab: "changes" })}#${encodeURIComponent(path)}`;
