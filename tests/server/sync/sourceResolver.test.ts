import { expect, test } from "vitest";
import { SourceResolver } from "../../../server/sources/SourceResolver.ts";

const source = (id: string, provider: string, url: string, kind: "repository" | "tracker" | "wiki" = "tracker") => ({
  id,
  kind,
  provider,
  url,
});
const places = new SourceResolver([
  source("web", "github", "https://github.com/acme/web"),
  source("api", "github", "https://github.com/acme/api"),
  source("team", "gitlab", "https://git.example:8443/group/sub/team"),
  source("tools", "gitlab", "https://git.example:8443/group/sub/tools"),
  source("prefixed", "gitlab", "https://host.example/gitlab/group/app"),
  source("web.git", "git", "git@github.com:Acme/Web.git", "repository"),
  source("api.git", "github", "https://www.github.com/acme/api/", "repository"),
  source("team.git", "git", "ssh://git@git.example:2222/group/sub/team.git", "repository"),
  source("other.git", "github", "https://github.com/acme/other", "repository"),
  source("lonely.git", "git", "/srv/git/lonely.git", "repository"),
  source("center", "bitbucket", "https://bb.example/projects/KEY/repos/atlas", "repository"),
  source("wiki", "confluence", "https://acme.example/wiki", "wiki"),
]);
const TRACKERS = ["web", "api", "team", "tools", "prefixed"];

test.each([
  ["web.git", TRACKERS, ["web"]],
  ["api.git", TRACKERS, ["api"]],
  ["api", TRACKERS, ["api"]],
  ["team.git", TRACKERS, ["team"]],
  ["other.git", TRACKERS, []],
  ["lonely.git", TRACKERS, []],
  ["wiki", TRACKERS, []],
  // With but one tracker it is meant, except by what has numbers of its own.
  ["wiki", ["web"], ["web"]],
  ["lonely.git", ["web"], ["web"]],
  ["other.git", ["web"], []],
  ["gone", ["web"], []],
])("a number alone in %s, with %j, means %j", (from, among, expected) => {
  expect(places.atSameLocation(from, among)).toEqual(expected);
});

test.each([
  ["acme/web", "api.git", ["web"]],
  ["acme/web", "lonely.git", ["web"]],
  ["cme/web", "api.git", []],
  ["web", "api.git", []],
  ["group/sub/tools", "team.git", ["tools"]],
  ["tools", "team", ["tools"]],
  ["tools", "team.git", []],
  ["group/app", "wiki", ["prefixed"]],
])("%s# in %s means %j", (name, from, expected) => {
  expect(places.byName(name, from, TRACKERS)).toEqual(expected);
});

test("an address leads to the source whose page it is below", () => {
  expect(places.byUrl("http://www.github.com/Acme/API", TRACKERS)).toEqual(["api"]);
  expect(places.byUrl("https://github.com/acme", TRACKERS)).toEqual([]);
  expect(places.byHost("https://git.example:8443/x", TRACKERS)).toEqual(["team", "tools"]);
});

test("a repository at Bitbucket Data Center is named by its project and its own name, and by its address for git", () => {
  expect(places.byName("key/atlas", "center", ["center", "api.git"])).toEqual(["center"]);
  expect(places.byUrl("ssh://git@bb.example:7999/key/atlas.git", ["center", "api.git"])).toEqual(["center"]);
});
