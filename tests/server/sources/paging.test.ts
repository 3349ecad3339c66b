import { describe, expect, test } from "vitest";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { jqlTime } from "../../../server/sources/providers/jira/jqlTime.ts";
import { linkTo, onOrigin } from "../../../server/sources/rest/links.ts";
import { type TimeReadPosition, type TimeQuery, readByTime } from "../../../server/sources/rest/readByTime.ts";
import { nextOf } from "../../../server/sources/rest/restClient.ts";
import { readGithubUrl } from "../../../server/sources/providers/github/repositoryUrl.ts";
import { verbatim } from "../../../server/messages/messages.ts";

describe("a link to the next page", () => {
  const base = "https://host.example/api/v4/list?page=1";
  test.each([
    [`<https://host.example/a?page=2>; rel="next"`, "https://host.example/a?page=2"],
    [
      `<https://host.example/a?page=9>; rel="last", <https://host.example/a?page=2>; rel="next"`,
      "https://host.example/a?page=2",
    ],
    [`<https://host.example/a,b?c=1>; title="x, y"; rel=next`, "https://host.example/a,b?c=1"],
    [
      `</wiki/api/v2/pages?cursor=abc%3D>; rel="next", <https://host.example/wiki>; rel="base"`,
      "https://host.example/wiki/api/v2/pages?cursor=abc%3D",
    ],
    [`<https://host.example/a>; rel="prev next"`, "https://host.example/a"],
    [`<https://host.example/a>; rel="prev"`, null],
    ["", null],
    [null, null],
  ])("%s", (header, expected) => {
    expect(linkTo("next", header, base)).toBe(expected);
  });

  test("stays at the host that was asked, under the names that it has here", () => {
    expect(onOrigin("https://host.example/a?b", "https://host.example/api")).toBe("https://host.example/a?b");
    // Behind a proxy that ends the encryption, and on this machine.
    expect(onOrigin("http://host.example/a?b", "https://host.example/api")).toBe("https://host.example/a?b");
    expect(onOrigin("http://localhost:81/a?b", "http://127.0.0.1:81/api")).toBe("http://127.0.0.1:81/a?b");
    expect(onOrigin("http://localhost:82/a?b", "http://127.0.0.1:81/api")).toBeNull();
    expect(onOrigin("https://evil.example/a", "https://host.example/api")).toBeNull();
    expect(onOrigin("javascript:alert(1)", "https://host.example/api")).toBeNull();
  });

  test("is the number of the next page where there is no link at all", () => {
    const headers = (values: Record<string, string>) => ({ get: (name: string) => values[name] ?? null });
    expect(nextOf({ url: base, headers: headers({ "x-next-page": "2" }) })).toBe(
      "https://host.example/api/v4/list?page=2",
    );
    expect(nextOf({ url: base, headers: headers({ "x-next-page": "" }) })).toBeNull();
    expect(nextOf({ url: base, headers: headers({ "x-next-page": "2", link: `<${base}>; rel="first"` }) })).toBeNull();
  });
});

describe("a reading by time that is cut short", () => {
  const second = (at: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, at));
  /** 1,000 rows within one minute, in pages of 50; the host wants patience after every third answer. */
  const rows = Array.from({ length: 1000 }, (_, at) => ({ id: String(at), updatedAt: second(at / 20), value: at }));
  const host = (breaksAfter: number, refusesLinks = false) => {
    let requestCount = 0;
    return async ({ since, link }: TimeQuery) => {
      requestCount += 1;
      if (requestCount > breaksAfter) throw new SourceError("rate_limited", verbatim("later"), { retryAfterMs: 1 });
      if (link !== null && refusesLinks) throw new SourceError("bad_answer", verbatim("too old"));
      const [from, at] = link === null ? [since, 0] : [link.split(" ")[0] ?? null, Number(link.split(" ")[1])];
      const found = rows.filter(({ updatedAt }) => !from || from === "all" || updatedAt >= new Date(from));
      const next = at + 50 < found.length ? `${from ?? "all"} ${at + 50}` : null;
      return { rows: found.slice(at, at + 50), next, total: found.length };
    };
  };
  const readAll = async (breaksAfter: number, refusesLinks = false) => {
    const read = new Set<number>();
    let place: TimeReadPosition = { until: null, next: null };
    for (let attempt = 0; attempt < 200; attempt += 1) {
      try {
        for await (const page of readByTime(
          place,
          "host.example",
          host(breaksAfter, refusesLinks && attempt % 2 === 1),
        )) {
          for (const value of page.values) read.add(value);
          place = page.place;
        }
        return { read: read.size, attempts: attempt + 1, place };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
      }
    }
    return null;
  };

  test("ends although all rows are younger than the overlap and patience is wanted every few answers", async () => {
    expect(await readAll(3)).toMatchObject({ read: 1000, place: { next: null } });
    expect(await readAll(1)).toMatchObject({ read: 1000 });
  });

  test("begins again by time when the host has forgotten its own link", async () => {
    expect(await readAll(40, true)).toMatchObject({ read: 1000 });
  });
});

describe("a time in a query of Jira", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  test.each([
    ["America/New_York", '"2026-11-21 05:55"'],
    // East of Greenwich the earlier of the two is taken: a host that takes it for UTC misses nothing either.
    ["Europe/Istanbul", '"2026-11-21 10:55"'],
    ["UTC", '"2026-11-21 10:55"'],
    ["Nowhere/Land", '"2026-11-20 22:55"'],
    [null, '"2026-11-20 22:55"'],
  ])("of an owner in %s", (zone, expected) => {
    expect(jqlTime(noon, zone)).toBe(expected);
  });
});

describe("where the API of a GitHub server is", () => {
  test.each([
    ["https://github.com/o/n", "https://api.github.com", []],
    ["https://api.github.com/repos/o/n", "https://api.github.com", []],
    ["https://git.example/o/n", "https://git.example/api/v3", ["https://git.example"]],
    ["http://127.0.0.1:3000/o/n", "http://127.0.0.1:3000", ["http://127.0.0.1:3000/api/v3"]],
    ["http://127.0.0.1:3000/api/v3/repos/o/n", "http://127.0.0.1:3000/api/v3", []],
    ["http://127.0.0.1:3000/repos/o/n", "http://127.0.0.1:3000", []],
    ["https://git.example/prefix/o/n", "https://git.example/prefix", ["https://git.example/prefix/api/v3"]],
  ])("%s", (typed, api, others) => {
    expect(readGithubUrl(typed)).toMatchObject({ owner: "o", name: "n", api, others });
  });
});
