import type { PageRules, ProviderRules } from "../../connector/ProviderRules.ts";
import { signedByHmac } from "../../connector/webhookSignature.ts";
import { cloneUrl, dataCenterUrl, repositoryPageUrl } from "./dataCenterUrl.ts";

const DATA_CENTER_PAGES: PageRules = {
  commit: "commits",
  file: "browse",
  folder: "browse",
  line: "#",
  revision: "at",
  profiles: "users",
};

export const bitbucketRules: ProviderRules = {
  pages: { commit: "commits", file: "src", folder: "src", line: "#lines-" },
  webhooks: {
    events: { repository: ["repo:push", "pullrequest:created", "pullrequest:updated", "pullrequest:fulfilled"] },
    isSigned: signedByHmac("x-hub-signature"),
  },
  otherHosts: (address) => {
    const url = dataCenterUrl(address);
    return (
      url && {
        page: repositoryPageUrl(url),
        clone: cloneUrl(url),
        root: url.root,
        // The documentation of HTTP access tokens refuses those of projects and repositories in another form.
        tokenScheme: "bearer",
        name: `${url.project}/${url.slug}`,
        pages: DATA_CENTER_PAGES,
        webhookEvents: {
          repository: [
            "repo:refs_changed",
            "pr:opened",
            "pr:modified",
            "pr:from_ref_updated",
            "pr:reviewer:updated",
            "pr:reviewer:approved",
            "pr:reviewer:changes_requested",
            "pr:reviewer:unapproved",
            "pr:comment:added",
            "pr:comment:edited",
            "pr:comment:deleted",
            "pr:merged",
            "pr:declined",
            "pr:deleted",
          ],
        },
      }
    );
  },
  hasOneAddress: true,
  requestReports: "report",
};
