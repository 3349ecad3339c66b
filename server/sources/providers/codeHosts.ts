import { SourceError } from "../SourceError.ts";
import { type GitAddress, type GitAddressRules, hostInUrl, readGitAddress } from "../git/gitAddress.ts";
import type { CodeHost } from "../connector/connectorTypes.ts";
import { message } from "../../messages/messages.ts";

export type CodeHostName = "github" | "gitlab" | "bitbucket" | "git";

/**
 * Every code host is read with git. Hosts differ in which of their page URLs are accepted for a repository, and in the user name sent with a
 * token.
 */
export function createCodeHost(name: CodeHostName, rules: GitAddressRules): CodeHost {
  const { tokenUser, inside } = HOSTS[name];
  return {
    tokenUser,
    async address(url) {
      const address = await readGitAddress(url, rules);
      if (address.kind === "path" && name !== "git") {
        throw new SourceError("address", message("path.not_for_provider"));
      }
      return address.kind === "web" && inside ? { ...address, url: repositoryPage(address.url, inside) } : address;
    },
  };
}

const HOSTS: Record<CodeHostName, { tokenUser: string; inside: RegExp | null }> = {
  github: {
    tokenUser: "x-access-token",
    inside: /^(\/[^/]+\/[^/]+)\/(?:issues|pulls?|tree|blob|commits?|actions|wiki|releases)(?:\/.*)?$/,
  },
  gitlab: { tokenUser: "oauth2", inside: /^(\/.+?)\/-\/.*$/ },
  bitbucket: {
    tokenUser: "x-token-auth",
    inside: /^(\/[^/]+\/[^/]+)\/(?:src|commits|branches|pull-requests)(?:\/.*)?$/,
  },
  git: { tokenUser: "git", inside: null },
};

function repositoryPage(url: URL, inside: RegExp): URL {
  const page = new URL(url);
  page.pathname = page.pathname.replace(inside, "$1").replace(/\/+$/, "");
  return page;
}

/** One spelling for one repository, so that it cannot be linked to a project twice. */
export function canonicalUrl(address: GitAddress): string {
  switch (address.kind) {
    case "web":
      return address.url.href.replace(/\/+$/, "");
    case "path":
      return address.path;
    case "ssh":
      return `ssh://${address.user}@${hostInUrl(address.host)}${address.port === 22 ? "" : `:${address.port}`}/${address.path.replace(/^\//, "")}`;
  }
}
