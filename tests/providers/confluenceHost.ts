import { wikiAnswer } from "../../server/demo/hosts/wikiAnswers.ts";
import type { WikiData } from "../../server/demo/hosts/wikiHostData.ts";
import { publishedCheck } from "./published/publishedCheck.ts";
import { type RestHost, startRestHost } from "./restHost.ts";
import { PEOPLE, type Work } from "./work.ts";

/** Small enough that every list has a second page. */
const ROWS = 5;

const REASON = "it is asked before it is known which kind of Confluence answers, and is that of Data Center";
const CHECK = publishedCheck("confluence", {
  undocumented: { "GET /wiki/rest/applinks/1.0/manifest": REASON, "GET /rest/applinks/1.0/manifest": REASON },
});

/** Confluence Cloud over the space ROCKET of some work, with its token. */
export const startConfluenceHost = (work: Work): Promise<RestHost> =>
  startRestHost(
    ({ path, query, headers }) => {
      const given = /^Basic (.+)$/.exec(headers.authorization ?? "")?.[1];
      const token = given === undefined ? undefined : Buffer.from(given, "base64").toString().split(":").at(-1);
      if (token !== undefined && token !== work.token)
        return { status: 401, body: { code: 401, message: "Unauthorized" } };
      return wikiAnswer(wikiOf(work), path, query, ROWS) ?? { status: 404, body: "<!doctype html><title>404</title>" };
    },
    undefined,
    CHECK,
  );

const wikiOf = ({ pages }: Work): WikiData => {
  const people = [
    ...new Set([
      ...PEOPLE,
      ...pages.flatMap(({ author, comments }) => [author, ...(comments ?? []).map((remark) => remark.author)]),
    ]),
  ];
  return {
    space: { id: "11", key: "ROCKET", name: "Rocket" },
    people: people.map((name, index) => ({ accountId: `acc-${index}`, name })),
    pages: pages.map(
      ({
        id,
        kind,
        comments,
        title,
        parent,
        version,
        body,
        labels,
        attachments,
        author,
        updatedAt,
        readers,
        isArchived,
      }) => ({
        id,
        kind: kind ?? "page",
        comments: (comments ?? []).map(({ author: writer, ...remark }) => ({
          ...remark,
          author: `acc-${people.indexOf(writer)}`,
        })),
        title,
        parent,
        // The last version is by the author, those before by others in turn.
        versions: Array.from({ length: version }, (_, index) => ({
          author: `acc-${index === version - 1 ? people.indexOf(author) : index % 3}`,
          at: updatedAt,
        })),
        labels,
        files: attachments,
        body,
        readers: (readers ?? []).map((name) => `acc-${people.indexOf(name)}`),
        isArchived: isArchived ?? false,
      }),
    ),
    blogFiles: ["of a blog.png"],
  };
};
