import { type JsonValue, type Places, repositoryPath, userAnswer } from "./hostAnswers.ts";
import type { HostData, DemoRelease } from "./hostData.ts";

/** One of `GET .../releases`. */
export function releaseAnswer(
  data: HostData,
  release: DemoRelease,
  places: Places,
): { readonly [name: string]: JsonValue } {
  const { repository } = data;
  const base = `${places.api}${repositoryPath(repository)}`;
  const page = `${places.web}/${repository.owner}/${repository.name}`;
  const self = `${base}/releases/${release.id}`;
  return {
    url: self,
    html_url: `${page}/releases/tag/${release.tag}`,
    assets_url: `${self}/assets`,
    upload_url: `${self}/assets{?name,label}`,
    tarball_url: `${base}/tarball/${release.tag}`,
    zipball_url: `${base}/zipball/${release.tag}`,
    id: release.id,
    node_id: Buffer.from(`0:Release${release.id}`).toString("base64"),
    tag_name: release.tag,
    target_commitish: repository.defaultBranch,
    name: release.name,
    body: release.body,
    draft: release.isDraft ?? false,
    prerelease: release.isPrerelease ?? false,
    created_at: release.createdAt,
    published_at: release.publishedAt,
    author: userAnswer(data, release.author, places),
    assets: [],
  };
}
