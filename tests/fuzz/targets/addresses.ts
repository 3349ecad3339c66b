import { clientNetwork, anonymizeIp, isAddress, proxyOf } from "../../../server/access/sessions/clientNetwork.ts";
import { languageOf } from "../../../server/http/language.ts";
import { readBitbucketUrl } from "../../../server/sources/providers/bitbucket/bitbucketUrl.ts";
import {
  cloneUrl,
  dataCenterUrl,
  repositoryPageUrl,
} from "../../../server/sources/providers/bitbucket/dataCenterUrl.ts";
import { message } from "../../../server/messages/messages.ts";
import { readConfluenceUrl } from "../../../server/sources/providers/confluence/confluenceUrl.ts";
import { readGithubUrl } from "../../../server/sources/providers/github/repositoryUrl.ts";
import { readGitlabUrl } from "../../../server/sources/providers/gitlab/gitlabUrl.ts";
import { readJiraUrl } from "../../../server/sources/providers/jira/jiraUrl.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { linkTo, onOrigin } from "../../../server/sources/rest/links.ts";
import { type Target, declared, promise, textOf } from "../engine/Target.ts";

/** The same for one of a Data Center. */
const readDataCenterUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const found = url && dataCenterUrl(url);
  if (!found) throw new SourceError("address", message("address.bitbucket"));
  promise(new URL(repositoryPageUrl(found)).origin === url.origin, "A page is at another origin.");
  promise(new URL(cloneUrl(found)).pathname.endsWith(".git"), "An address for git is none.");
  promise(dataCenterUrl(new URL(repositoryPageUrl(found)))?.slug === found.slug, "A page is of another repository.");
  return found;
};

const READERS = [readDataCenterUrl, readGithubUrl, readGitlabUrl, readBitbucketUrl, readJiraUrl, readConfluenceUrl];
const ROOT = "https://git.example:8443/gitlab/api/v4";

export const target: Target = {
  promise: "An address that a person typed or a header holds is read or refused; a link never leaves its origin.",
  shape: "text",
  run: (input) => {
    const text = textOf(input);
    for (const read of READERS) {
      const found = declared([SourceError], () => read(text));
      promise(found === undefined || found.host === new URL(`https://${found.host}`).host, "A host is none.");
    }
    for (const link of [text, linkTo("next", text, ROOT) ?? "", linkTo("last", text, ROOT) ?? ""]) {
      const followed = onOrigin(link, ROOT);
      promise(followed === null || new URL(followed).origin === new URL(ROOT).origin, "A link leaves the origin.");
    }
    promise(["EN", "TR"].includes(languageOf(text)), "A language is none.");
    promise(typeof isAddress(text) === "boolean", "It is no yes or no.");
    return [clientNetwork(text), anonymizeIp(text), proxyOf(text) ?? ""];
  },
};
