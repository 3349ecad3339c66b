import type { HostData } from "./hostData.ts";
import { escapeHtml, hostPage } from "./hostPage.ts";

/** The page behind an issue's link: the text as it was written. Undefined for any other path. */
export function issuePage(data: HostData, path: string): string | undefined {
  const { owner, name } = data.repository;
  const [, number] = new RegExp(`^/${owner}/${name}/(?:issues|pull)/(\\d+)$`).exec(path) ?? [];
  const issue = data.issues.find((one) => one.number === Number(number));
  if (!issue) return undefined;
  const said = [{ author: issue.author, createdAt: issue.createdAt, body: issue.body ?? "" }, ...issue.comments];
  return hostPage(
    `${issue.title} · ${owner}/${name}`,
    `<h1>${escapeHtml(issue.title)} #${issue.number}</h1>
<p>${issue.state} · ${escapeHtml(issue.labels.join(", "))}</p>
${said.map(({ author, createdAt, body }) => `<article><p><strong>${escapeHtml(author ?? "ghost")}</strong> <time>${createdAt}</time></p><pre>${escapeHtml(body)}</pre></article>`).join("\n")}`,
  );
}
