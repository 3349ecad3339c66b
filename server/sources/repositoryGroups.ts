/** Groups of repositories: at a host by its API, or a folder of this machine. */
import { isAbsolute } from "node:path";
import { message } from "../messages/messages.ts";
import type { RepositoryGroup, RepositoryPage } from "./connector/groupTypes.ts";
import { FolderGroup } from "./git/FolderGroup.ts";
import { canonicalUrl, readGitAddress } from "./git/gitAddress.ts";
import { openConnector } from "./openConnector.ts";
import { groupOf, repositoryRulesOf } from "./providers/connectorRegistry.ts";
import type { RepositoryContext } from "./repositoryAccess.ts";
import { SourceError } from "./SourceError.ts";
import type { OpenedGroup, SourceAccess } from "./sourceTypes.ts";

/** Repositories and pages of one listing. A company may have fewer sources; more is no group, but a host without an end. */
const MAX_LISTED = 20_000;
const MAX_PAGES = 1000;

/** @throws SourceError */
export async function openRepositoryGroup(context: RepositoryContext, access: SourceAccess): Promise<OpenedGroup> {
  const rules = repositoryRulesOf(access.provider);
  const isPath = isAbsolute(access.url.trim()) || /^file:/i.test(access.url.trim());
  if (isPath) {
    if (!rules.allowsPaths) throw new SourceError("address", message("path.not_for_provider"));
    const address = await readGitAddress(access.url, context);
    if (address.kind !== "path") throw new SourceError("address", message("address.git"));
    const url = canonicalUrl(address);
    return opened(url, url.split("/").findLast(Boolean) ?? url, new FolderGroup(address), Infinity);
  }
  const name = groupOf(access.provider, { url: access.url, credential: null, egress: context.egress }).name;
  const { url, connector } = openConnector(context, groupOf, access);
  return opened(url, name, connector, MAX_PAGES);
}

const opened = (url: string, name: string, group: RepositoryGroup, maxPages: number): OpenedGroup => ({
  url,
  name,
  list: (signal) => withinBounds(group.list(signal), name, maxPages),
});

/** Ends a list that has no end, such as one whose pages lead to each other. */
async function* withinBounds(
  pages: AsyncGenerator<RepositoryPage>,
  name: string,
  maxPages: number,
): AsyncGenerator<RepositoryPage> {
  let listed = 0;
  let read = 0;
  for await (const page of pages) {
    listed += page.repositories.length + page.unreadable;
    read += 1;
    if (listed > MAX_LISTED || read > maxPages)
      throw new SourceError("too_large", message("group.too_large", { name, max: MAX_LISTED }));
    yield page;
  }
}
