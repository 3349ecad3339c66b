import type { HostData, HostIssue } from "./hostData.ts";
import { milestonesOf } from "./workflowAnswers.ts";
import { articleOf, escapeMarkup, type HostPage } from "./hostPage.ts";

/**
 * The page behind a link of the repository: the repository itself, its issues, requests, releases and milestones, one of each, and a person.
 * @param root what precedes the paths of the page's own links
 * @returns undefined for any other path
 */
export function repositoryPage(data: HostData, path: string, root = ""): HostPage | undefined {
  const { owner, name, description, isPrivate } = data.repository;
  if (isPrivate) return undefined;
  const full = `${owner}/${name}`;
  if (path === `/${full}`) {
    const about = description === null ? "" : `<p>${escapeMarkup(description)}</p>`;
    const lists = ["issues", "pulls", "releases"].map(
      (list) => `<li><a href="${root}/${full}/${list}">${list}</a></li>`,
    );
    return { title: full, body: `<h1>${escapeMarkup(full)}</h1>\n${about}\n<ul>${lists.join("\n")}</ul>` };
  }
  const login = /^\/([^/]+)$/.exec(path)?.[1];
  if (login !== undefined) return personPage(data, decoded(login), root);
  const rest = path.startsWith(`/${full}/`) ? path.slice(full.length + 2) : "";
  if (rest === "issues") return listPage(data, "Issues", root, (issue) => issue.isPullRequest !== true);
  if (rest === "pulls") return listPage(data, "Pull requests", root, (issue) => issue.isPullRequest === true);
  if (/^releases(?:\/|$)/.test(rest)) return releasesPage(data, rest);
  const milestone = milestonesOf(data)[Number(/^milestone\/(\d{1,6})$/.exec(rest)?.[1]) - 1];
  if (milestone !== undefined) return listPage(data, milestone, root, (issue) => issue.milestone === milestone);
  const number = /^(?:issues|pull)\/(\d+)(?:\/(?:files|commits))?$/.exec(rest)?.[1];
  const issue = data.issues.find((candidate) => candidate.number === Number(number));
  return issue && issuePage(full, issue, root);
}

/** For a link that leads nowhere on this host: a repository's files, for example, are in git and not here. */
export const missingPage = ({ repository: { owner, name } }: HostData, root = ""): HostPage => ({
  title: "Not found",
  body: `<h1>There is no such page on the demo's host</h1>
<p>It has the issues, requests and releases of <a href="${root}/${owner}/${name}">${escapeMarkup(`${owner}/${name}`)}</a>. Use your browser's Back button to return to Clew.</p>`,
});

function issuePage(full: string, issue: HostIssue, root: string): HostPage {
  const { pull } = issue;
  const posts = [
    { author: issue.author, at: issue.createdAt, text: issue.body ?? "" },
    ...[
      ...issue.comments.map(({ id, author, createdAt: at, body: text }) => {
        return { id: `issuecomment-${id}`, author, at, text };
      }),
      ...(pull?.reviews ?? []).map(({ id, author, submittedAt: at, state, body }) => {
        return { id: `pullrequestreview-${id}`, author, at, text: `${state.replace("_", " ")}\n${body}` };
      }),
      ...(pull?.lineComments ?? []).map(({ id, author, createdAt: at, path, line, body }) => {
        return { id: `discussion_r${id}`, author, at, text: `${path}:${line}\n${body}` };
      }),
    ].toSorted((a, b) => a.at.localeCompare(b.at)),
  ];
  const files = (pull?.files ?? []).map(
    ({ path, additions, deletions }) => `<li>${escapeMarkup(path)} +${additions} −${deletions}</li>`,
  );
  const [kind, list] = issue.isPullRequest ? ["Pull request", "pulls"] : ["Issue", "issues"];
  return {
    title: `${issue.title} · ${full}`,
    body: `<p><a href="${root}/${full}/${list}">${escapeMarkup(full)}</a></p>
<h1>${escapeMarkup(issue.title)} #${issue.number}</h1>
<p>${[kind, issue.state, ...issue.labels].map(escapeMarkup).join(" · ")}</p>
${posts.map(articleOf).join("\n")}
${files.length === 0 ? "" : `<article><h2>Files</h2><ul>${files.join("\n")}</ul></article>`}`,
  };
}

function listPage(
  { repository, issues }: HostData,
  title: string,
  root: string,
  isListed: (issue: HostIssue) => boolean,
): HostPage {
  const full = `${repository.owner}/${repository.name}`;
  const rows = issues
    .filter(isListed)
    .toSorted((a, b) => b.number - a.number)
    .map((issue) => `<li>${issueLink(full, issue, root)} · ${issue.state}</li>`);
  return { title: `${title} · ${full}`, body: `<h1>${escapeMarkup(title)}</h1>\n<ul>${rows.join("\n")}</ul>` };
}

const issueLink = (full: string, { isPullRequest, number, title }: HostIssue, root: string): string =>
  `<a href="${root}/${full}/${isPullRequest ? "pull" : "issues"}/${number}">#${number} ${escapeMarkup(title)}</a>`;

function releasesPage({ repository, releases = [] }: HostData, rest: string): HostPage | undefined {
  const tag = /^releases\/tag\/(.+)$/.exec(rest)?.[1];
  if (tag === undefined && rest !== "releases") return undefined;
  const shown = releases.filter((release) => !release.isDraft && (tag === undefined || release.tag === decoded(tag)));
  if (tag !== undefined && shown.length === 0) return undefined;
  const articles = shown.map(
    ({ name, tag: of, createdAt, body }) =>
      `<article><h2>${escapeMarkup(name ?? of)}</h2><p><time>${createdAt}</time></p><pre>${escapeMarkup(body ?? "")}</pre></article>`,
  );
  return {
    title: `Releases · ${repository.owner}/${repository.name}`,
    body: `<h1>Releases</h1>\n${articles.join("\n")}`,
  };
}

function personPage({ users, repository, issues }: HostData, login: string, root: string): HostPage | undefined {
  const user = users.find((candidate) => candidate.login === login);
  if (!user && login !== repository.owner) return undefined;
  const full = `${repository.owner}/${repository.name}`;
  const rows = issues
    .filter(({ author }) => author === login)
    .map((issue) => `<li>${issueLink(full, issue, root)}</li>`);
  return {
    title: login,
    body: `<h1>${escapeMarkup(user?.name ?? login)}</h1>\n<p>${escapeMarkup(login)}</p>\n<ul>${rows.join("\n")}</ul>`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
