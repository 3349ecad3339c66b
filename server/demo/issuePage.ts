import type { HostData } from "./hostData.ts";

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page behind an issue's link: the text as it was written. Undefined for any other path. */
export function issuePage(data: HostData, path: string): string | undefined {
  const { owner, name } = data.repository;
  const [, number] = new RegExp(`^/${owner}/${name}/(?:issues|pull)/(\\d+)$`).exec(path) ?? [];
  const issue = data.issues.find((one) => one.number === Number(number));
  if (!issue) return undefined;
  const said = [{ author: issue.author, createdAt: issue.createdAt, body: issue.body ?? "" }, ...issue.comments];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(issue.title)} · ${escapeHtml(owner)}/${escapeHtml(name)}</title>
<style>body{font:1rem/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap;font:inherit}article{border-top:1px solid;padding:1rem 0}</style>
<h1>${escapeHtml(issue.title)} #${issue.number}</h1>
<p>${issue.state} · ${escapeHtml(issue.labels.join(", "))}</p>
${said.map(({ author, createdAt, body }) => `<article><p><strong>${escapeHtml(author ?? "ghost")}</strong> <time>${createdAt}</time></p><pre>${escapeHtml(body)}</pre></article>`).join("\n")}
</html>
`;
}
