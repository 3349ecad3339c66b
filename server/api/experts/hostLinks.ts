/** Where a commit can be read on its host; null for a host that has no such page, or none that is known. */
export function commitUrl(provider: string, url: string, hash: string): string | null {
  if (!/^https?:\/\//.test(url)) return null;
  const base = url.replace(/\/+$/, "").replace(/\.git$/, "");
  if (provider === "github") return `${base}/commit/${hash}`;
  if (provider === "gitlab") return `${base}/-/commit/${hash}`;
  return provider === "bitbucket" ? `${base}/commits/${hash}` : null;
}
