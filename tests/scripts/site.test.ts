import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { findSections, type SearchEntry } from "../../scripts/site/findSections.ts";
import { planPages } from "../../scripts/site/planPages.ts";
import { splitDocument } from "../../scripts/site/readDocument.ts";
import { renderSite, type Site } from "../../scripts/site/renderSite.ts";
import { documentsOf, siteMap } from "../../scripts/site/siteMap.ts";

const root = join(import.meta.dirname, "../..");
let site: Site;
beforeAll(() => {
  site = renderSite(root);
});

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);

describe("the documentation site", () => {
  test("has no link that leads to nothing", () => {
    expect(site.broken).toEqual([]);
    const ids = new Map([...site.texts].map(([path, html]) => [path, new Set(idsOf(html))]));
    let count = 0;
    const lost = [...site.texts].flatMap(([path, html]) =>
      [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, target = ""]) => {
        if (/^(?:https?|mailto):/.test(target)) return [];
        count += 1;
        const [file = "", anchor] = target.split("#");
        const page = file === "" ? path : posix.join(dirname(path), file);
        const known = ids.get(page);
        return known && (anchor === undefined || known.has(anchor)) ? [] : [`${path}: ${target}`];
      }),
    );
    expect(count).toBeGreaterThan(5000);
    expect(lost).toEqual([]);
  });

  test("has each section of each document once", () => {
    const groups = siteMap();
    const { pages } = planPages(root, groups, []);
    for (const path of documentsOf(groups)) {
      const { sections } = splitDocument(path, readFileSync(join(root, path), "utf8"));
      const planned = pages.filter(({ source }) => source === path);
      expect(planned.flatMap((page) => page.sections.map(({ anchor }) => anchor)).toSorted(), path).toEqual(
        sections.map(({ anchor }) => anchor).toSorted(),
      );
    }
  });

  test("loads nothing of another host, and every picture and file from its own folder", () => {
    const loaded = [...site.texts].flatMap(([path, html]) =>
      [...html.matchAll(/<(?:img|script|link)[^>]*? (?:src|href)="([^"]*)"/g)].map(([, address = ""]) => ({
        path,
        address,
      })),
    );
    expect(loaded.filter(({ address }) => /^(?:[a-z]+:|\/)/.test(address))).toEqual([]);
    const pictures = loaded
      .map(({ path, address }) => posix.join(dirname(path), address))
      .filter((path) => path.startsWith("pictures/"));
    expect(pictures.length).toBe(16);
    expect(pictures.filter((path) => !existsSync(site.copies.get(path) ?? ""))).toEqual([]);
  });

  test("has one title and no anchor twice on each page", () => {
    const faults = [...site.texts].flatMap(([path, html]) => {
      const ids = idsOf(html);
      const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
      const titles = html.split("<h1").length - 1;
      return twice.length === 0 && titles === 1 ? [] : [`${path}: ${titles} titles, ${twice.join(" ")}`];
    });
    expect(faults).toEqual([]);
  });

  test("shows HTML of a document as text", () => {
    const { sections } = splitDocument("a.md", "# A\n\n<!-- hidden -->\n\n## B\n\n```\n## no heading\n```\n\n## B\n");
    expect(sections.map(({ anchor }) => anchor)).toEqual(["", "b", "b-1"]);
    expect(site.texts.get("operate/machines.html")).not.toContain("capacity: begin");
    expect([...site.texts.values()].join("\n")).not.toMatch(/<(?:kbd|iframe|style)\b/);
  });
});

describe("the search of the site", () => {
  const pagesFor = (query: string): string[] =>
    findSections(site.index, query, 5).map(({ path, anchor }) => `${path}#${anchor}`);

  test.each([
    ["CLEW_PUBLIC_URL", "operate/settings#settings"],
    ["restore backup", "operate/backup#backup"],
    ["helm", "install/kubernetes#kubernetes"],
    ["gitlab token", "connect/gitlab#"],
    ["flow efficiency", "concepts/metrics#flow-efficiency"],
    ["clew blame", "cli/commands#clew-blame"],
  ])("leads from %s to its page", (query, place) => {
    expect(pagesFor(query)).toContain(place);
  });

  test("finds words in any case and without accents, and needs all of them", () => {
    const entries: SearchEntry[] = [
      ["a", "İstanbul", "", "", "The office in Zürich", ""],
      ["b", "Ankara", "", "", "The office", ""],
    ];
    expect(findSections(entries, "istanbul ZURICH", 5).map(({ path }) => path)).toEqual(["a"]);
    expect(findSections(entries, "office", 5)).toHaveLength(2);
    expect(findSections(entries, "office paris", 5)).toEqual([]);
    expect(findSections(entries, "zurich", 5)[0]?.excerpt).toEqual([
      { text: "The office in ", isMatch: false },
      { text: "Zürich", isMatch: true },
    ]);
  });

  test("takes few bytes, compressed as servers send it", () => {
    expect(gzipSync(JSON.stringify(site.index)).length).toBeLessThan(320_000);
  });
});
