import { describe, expect, test } from "vitest";
import { letterMask, nameLetters, plainName } from "../../contract/matching/nameLetters.ts";
import { NAME_SCORES, TypedName } from "../../contract/matching/nameMatch.ts";
import { TypedTitle } from "../../contract/matching/titleMatch.ts";

const scoreName = (typed: string, name: string): number => {
  const letters = nameLetters(name);
  return new TypedName(typed).scoreName(letters, 0, letters.length, letterMask(letters, 0, letters.length));
};
const scorePath = (typed: string, path: string, floor = 0): number => {
  const letters = nameLetters(path);
  const base = nameLetters(path.slice(0, path.lastIndexOf("/") + 1)).length;
  const masks = { name: letterMask(letters, base, letters.length), path: letterMask(letters, 0, letters.length) };
  const name = new TypedName(typed);
  name.floor = floor;
  return name.scorePath(letters, 0, letters.length, masks);
};
const scoreTitle = (typed: string, title: string): number => {
  const letters = nameLetters(title);
  return new TypedTitle(typed).score(letters, 0, letters.length);
};
const best = (typed: string, paths: readonly string[]): string | undefined =>
  paths.toSorted((a, b) => scorePath(typed, b) - scorePath(typed, a))[0];

describe("names", () => {
  test.each([
    ["url_for", "url_for", NAME_SCORES.exact + NAME_SCORES.exactCase],
    ["URL_FOR", "url_for", NAME_SCORES.exact],
    ["urlfor", "url_for", NAME_SCORES.spelled],
    ["url for", "urlFor", NAME_SCORES.spelled],
  ])("%s is the name %s", (typed, name, score) => {
    expect(scoreName(typed, name)).toBe(score);
  });

  test("a longer share of the name is better, and the kinds of match have an order", () => {
    const scores = [
      scoreName("router", "router"),
      scoreName("router", "routerX"),
      scoreName("router", "routerGroup"),
      scoreName("rougro", "RouterGroup"),
      scoreName("routergruop", "RouterGroup"),
      scoreName("group", "RouterGroup"),
      scoreName("rgh", "RouterGroupOfHandlers"),
      scoreName("outer", "RouterGroup"),
      scoreName("rtrgp", "RouterGroup"),
    ];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
    expect(scores.at(-1)).toBeGreaterThan(0);
  });

  test.each(["sesions", "sesssions", "sessoins", "sessiins", "xessions"])(
    "%s is sessions with one mistake",
    (typed) => {
      expect(scoreName(typed, "sessions")).toBeGreaterThan(NAME_SCORES.scattered);
      expect(scoreName(typed, "permissionOfDecisions")).toBeLessThan(scoreName(typed, "sessions"));
    },
  );

  test("two mistakes, or one in a short name, are another name", () => {
    expect(scoreName("sexxions", "sessions")).toBe(0);
    expect(scoreName("maps", "mats")).toBe(0);
  });

  test("two letters match beginnings of words only", () => {
    expect(scoreName("rg", "RouterGroup")).toBeGreaterThan(0);
    expect(scoreName("og", "RouterGroup")).toBe(0);
  });

  test("initials follow case, digits and separators", () => {
    for (const name of ["readHTTPHeader", "read_http_header", "read-http-header"])
      expect(scoreName("rhh", name)).toBeGreaterThanOrEqual(NAME_SCORES.everyWord);
    expect(scoreName("s2", "sha256")).toBeGreaterThanOrEqual(NAME_SCORES.everyWord);
  });

  test("Turkish letters and accents match plain ones", () => {
    expect(plainName("İstanbul ışık Çağrı")).toBe("Istanbul isik Cagri");
    expect(scoreName("isik", "ışık")).toBeGreaterThanOrEqual(NAME_SCORES.exact);
    expect(scoreName("ÇAĞRI", "çağrı")).toBeGreaterThanOrEqual(NAME_SCORES.exact);
    expect(scoreName("привет", "Привет")).toBeGreaterThanOrEqual(NAME_SCORES.exact);
  });

  test("nothing typed, or punctuation alone, matches nothing", () => {
    for (const typed of ["", "  ", "_", "/"]) expect(scoreName(typed, "name")).toBe(0);
  });
});

describe("paths", () => {
  test("the file of the very name comes before others", () => {
    const paths = [
      "internal/config/keyring_config.go",
      "docs/keyring.md",
      "internal/keyring/keyring.go",
      "keyrings.go",
    ];
    expect(best("keyring", paths.slice(2))).toBe("internal/keyring/keyring.go");
    expect(best("keyring.md", paths)).toBe("docs/keyring.md");
  });

  test("a file that stands for its folder has the folder's name", () => {
    expect(best("keyring", ["src/keyring/other.ts", "src/keyring/index.ts", "keyringSettings.ts"])).toBe(
      "src/keyring/index.ts",
    );
  });

  test("a typed folder asks for the path", () => {
    const paths = ["src/flask/sessions.py", "tests/sessions.py", "flask/src/sessions_flask.py"];
    expect(best("flask/sessions", paths)).toBe("src/flask/sessions.py");
    expect(best("./flask/sessions.py", paths)).toBe("src/flask/sessions.py");
    expect(best("tests\\sess", paths)).toBe("tests/sessions.py");
  });

  test("folders count when the last name alone does not match", () => {
    expect(scorePath("flasksess", "src/flask/sessions.py")).toBeGreaterThan(0);
    expect(scorePath("flasksess", "src/flask/sessions.py")).toBeLessThan(scorePath("flasksess", "flask_sessions.py"));
  });

  test("a floor changes no score that is above it", () => {
    const paths = [
      "src/router/group.go",
      "RouterGroup.go",
      "routergroup_test.go",
      "my_router_groups.go",
      "rxoxuxtxexr.go",
    ];
    const changed = ["r", "rg", "router", "rougro", "routergruop", "router/gr", "outer"].flatMap((typed) =>
      paths.flatMap((path) => {
        const score = scorePath(typed, path);
        const floors = Array.from({ length: 50 }, (_, at) => at * 20).filter((floor) => floor < score);
        return floors.filter((floor) => scorePath(typed, path, floor) !== score);
      }),
    );
    expect(changed).toEqual([]);
  });
});

describe("titles", () => {
  test("words match at their beginnings, in any order, and never inside another word", () => {
    expect(scoreTitle("index error", "An error of the index build")).toBeGreaterThan(0);
    expect(scoreTitle("art", "Restart of the server")).toBe(0);
    expect(scoreTitle("start", "Restart, then start")).toBeGreaterThan(0);
  });

  test("the title itself, its beginning, the same words together, and the words alone have this order", () => {
    const scores = ["Login fails", "Login fails at night", "The login fails", "Fails after login"].map((title) =>
      scoreTitle("login fails", title),
    );
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });
});
