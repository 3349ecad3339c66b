import type { HostData, HostIssue } from "./hostData.ts";
import { escapeHtml, hostPage } from "./hostPage.ts";

/**
 * The HTML page behind a link of the repository: the repository itself, its issues, requests and releases, one of each, and a person.
 * @returns undefined for any other path
 */
export function repositoryPage(data: HostData, path: string): string | undefined {
  const { owner, name, description } = data.repository;
  const full = `${owner}/${name}`;
  if (path === `/${full}`) {
    const about = description === null ? "" : `<p>${escapeHtml(description)}</p>`;
    const lists = ["issues", "pulls", "releases"].map((list) => `<li><a href="/${full}/${list}">${list}</a></li>`);
    return hostPage(full, `<h1>${escapeHtml(full)}</h1>\n${about}\n<ul>${lists.join("\n")}</ul>`);
  }
  const login = /^\/([^/]+)$/.exec(path)?.[1];
  if (login !== undefined) return personPage(data, decoded(login));
  const rest = path.startsWith(`/${full}/`) ? path.slice(full.length + 2) : "";
  if (rest === "issues") return listPage(data, "Issues", (issue) => issue.isPullRequest !== true);
  if (rest === "pulls") return listPage(data, "Pull requests", (issue) => issue.isPullRequest === true);
  if (/^releases(?:\/|$)/.test(rest)) return releasesPage(data, rest);
  const number = /^(?:issues|pull)\/(\d+)(?:\/(?:files|commits))?$/.exec(rest)?.[1];
  const issue = data.issues.find((one) => one.number === Number(number));
  return issue && issuePage(full, issue);
}

/** For a link that leads nowhere on this host: a repository's files, for example, are in git and not here. */
export const missingPage = ({ repository: { owner, name } }: HostData): string =>
  hostPage(
    "Not found",
    `<h1>There is no such page on the demo's host</h1>
<p>It has the issues, requests and releases of <a href="/${owner}/${name}">${escapeHtml(`${owner}/${name}`)}</a>. Use your browser's Back button to return to Clew.</p>`,
  );

function issuePage(full: string, issue: HostIssue): string {
  const posts = [{ author: issue.author, createdAt: issue.createdAt, body: issue.body ?? "" }, ...issue.comments];
  const articles = posts.map(
    ({ author, createdAt, body }) =>
      `<article><p><strong>${escapeHtml(author ?? "ghost")}</strong> <time>${createdAt}</time></p><pre>${escapeHtml(body)}</pre></article>`,
  );
  return hostPage(
    `${issue.title} · ${full}`,
    `<h1>${escapeHtml(issue.title)} #${issue.number}</h1>
<p>${issue.state} · ${escapeHtml(issue.labels.join(", "))}</p>
${articles.join("\n")}`,
  );
}

function listPage({ repository, issues }: HostData, title: string, isListed: (issue: HostIssue) => boolean): string {
  const full = `${repository.owner}/${repository.name}`;
  const rows = issues
    .filter(isListed)
    .toSorted((a, b) => b.number - a.number)
    .map(
      (issue) =>
        `<li><a href="/${full}/${issue.isPullRequest ? "pull" : "issues"}/${issue.number}">#${issue.number} ${escapeHtml(issue.title)}</a> · ${issue.state}</li>`,
    );
  return hostPage(`${title} · ${full}`, `<h1>${title}</h1>\n<ul>${rows.join("\n")}</ul>`);
}

function releasesPage({ repository, releases = [] }: HostData, rest: string): string | undefined {
  const tag = /^releases\/tag\/(.+)$/.exec(rest)?.[1];
  if (tag === undefined && rest !== "releases") return undefined;
  const shown = releases.filter((release) => !release.isDraft && (tag === undefined || release.tag === decoded(tag)));
  if (tag !== undefined && shown.length === 0) return undefined;
  const articles = shown.map(
    ({ name, tag: of, createdAt, body }) =>
      `<article><h2>${escapeHtml(name ?? of)}</h2><p><time>${createdAt}</time></p><pre>${escapeHtml(body ?? "")}</pre></article>`,
  );
  return hostPage(`Releases · ${repository.owner}/${repository.name}`, `<h1>Releases</h1>\n${articles.join("\n")}`);
}

function personPage({ users, repository, issues }: HostData, login: string): string | undefined {
  const user = users.find((one) => one.login === login);
  if (!user && login !== repository.owner) return undefined;
  const full = `${repository.owner}/${repository.name}`;
  const rows = issues
    .filter(({ author }) => author === login)
    .map(
      (issue) =>
        `<li><a href="/${full}/${issue.isPullRequest ? "pull" : "issues"}/${issue.number}">#${issue.number} ${escapeHtml(issue.title)}</a></li>`,
    );
  return hostPage(
    login,
    `<h1>${escapeHtml(user?.name ?? login)}</h1>\n<p>${escapeHtml(login)}</p>\n<ul>${rows.join("\n")}</ul>`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
