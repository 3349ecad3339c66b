import { describe, expect, test } from "vitest";
import { renderMarkdown, safeHref } from "../../src/components/ui/renderMarkdown.ts";
import { MARKDOWN_LIMIT } from "../../src/domain/markdownLimits.ts";

const BASE = "https://tracker.example/atlas/issues/4";

/** The DOM that the browser builds from our HTML. */
function rendered(text: string, base: string | null = BASE): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = renderMarkdown(text, { base, headingLevel: 3, done: "Done", open: "Not done", image: "Image:" });
  return place;
}

describe("what a writer could do harm with", () => {
  const HOSTILE = [
    "<script>alert(1)</script>",
    "a <script>alert(1)</script> b",
    '<img src="x" onerror="alert(1)">',
    "<svg/onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    '<a href="javascript:alert(1)">x</a>',
    "<style>*{display:none}</style>",
    '<div style="position:fixed;inset:0">over everything</div>',
    "<form action=//evil><input name=password></form>",
    "<!--><script>alert(1)</script>-->",
    "<!-- --!><img src=x onerror=alert(1)>",
    '![x](https://a.example/" onerror="alert(1))',
    '![" onerror="alert(1)](https://a.example/x.png)',
    '[x](https://a.example/ "\\" onmouseover=\\"alert(1)")',
    '![a <img src=x onerror=alert(1)>](https://a.example/x.png "<script>")',
    "[![<img src=x onerror=alert(1)>](x.png)](javascript:alert(1))",
    "`<img src=x onerror=alert(1)>`",
    '```"><img src=x onerror=alert(1)>\ncode\n```',
    "| <img src=x onerror=alert(1)> | b |\n|---|---|\n| <script>1</script> | 2 |",
    '[x]: javascript:alert(1) "t"\n\n[x] ![x]',
    "<javascript:alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "[^1]\n\n[^1]: <script>alert(1)</script>",
  ];

  test.each(HOSTILE)("stays text: %s", (text) => {
    const place = rendered(text);
    expect(
      place.querySelectorAll("script, img, svg, iframe, style, form, input, object, embed, link, meta"),
    ).toHaveLength(0);
    const allowed = new Set([
      "href",
      "target",
      "rel",
      "class",
      "align",
      "role",
      "aria-label",
      "data-scroll",
      "data-raw",
      "start",
    ]);
    for (const element of place.querySelectorAll("*")) {
      for (const { name } of element.attributes) expect(allowed).toContain(name);
      expect(element.getAttribute("href") ?? "https:").toMatch(/^(?:https?|mailto):/);
    }
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "#top",
    "",
    "https://",
  ])("a link to %j leads nowhere", (href) => {
    expect(safeHref(href, BASE)).toBeNull();
  });
});

test("a relative link leads to the tracker, never into this app; without a page it leads nowhere", () => {
  expect(rendered("[x](../docs/a.md)").querySelector("a")?.href).toBe("https://tracker.example/atlas/docs/a.md");
  expect(rendered("[x](/login)").querySelector("a")?.href).toBe("https://tracker.example/login");
  expect(rendered("[x](/login)", null).querySelector("a")?.hasAttribute("href")).toBe(false);
});

test("an image is a link to itself, also inside a link", () => {
  const [alone, inside] = rendered("![the list](shots/a.png) [![badge](b.svg)](https://ci.example/)").querySelectorAll(
    "a",
  );
  expect(alone?.href).toBe("https://tracker.example/atlas/issues/shots/a.png");
  expect(alone?.textContent).toBe("Image: the list");
  expect(inside?.href).toBe("https://ci.example/");
  expect(inside?.textContent).toBe("Image: badge");
  expect(rendered("![](https://a.example/p/shot.png?x=1)").textContent?.trim()).toBe("Image: shot.png");
});

test("several images inside a link are one link", () => {
  const links = rendered("[![a](a.svg) **![b](b.svg)**](https://ci.example/) ![c](c.svg)").querySelectorAll("a");
  expect([...links].map(({ textContent }) => textContent)).toEqual(["Image: a Image: b", "Image: c"]);
});

test("headings keep their order below the page's own for all levels of the text", () => {
  const levels = [...rendered("##### a\n\n# b\n\n### c\n\n#### d\n\n## e").querySelectorAll("h1,h2,h3,h4,h5,h6")].map(
    ({ tagName }) => tagName,
  );
  expect(levels).toEqual(["H3", "H3", "H4", "H5", "H4"]);
});

test("tables, tasks, strike-through and bare links are formatted; notes of a template are left out", () => {
  const place = rendered("<!-- fill in -->\n\n- [x] a\n- [ ] ~~b~~\n\n| h |\n|--:|\n| 1 |\n\nsee https://a.example/x");
  expect(place.textContent).not.toContain("fill in");
  expect([...place.querySelectorAll("[role=img]")].map((task) => task.getAttribute("aria-label"))).toEqual([
    "Done",
    "Not done",
  ]);
  expect(place.querySelector("del")?.textContent).toBe("b");
  expect(place.querySelector("th")?.getAttribute("align")).toBe("right");
  expect(place.querySelector("p > a")?.getAttribute("href")).toBe("https://a.example/x");
  expect(place.querySelector("[data-scroll] > table")).not.toBeNull();
});

test("a comment inside code is code", () => {
  expect(rendered("```html\n<!-- keep me -->\n```").querySelector("code")?.textContent).toBe("<!-- keep me -->\n");
});

test("a text beyond the limit is cut before it is parsed", () => {
  expect(rendered(`${"a ".repeat(MARKDOWN_LIMIT / 2)}END`).textContent).not.toContain("END");
});

test("an address with a page of the app leads to that page, any other one to its host", () => {
  const place = document.createElement("div");
  place.innerHTML = renderMarkdown("[in](<https://w.example/a%20b?x=1&y>) [out](https://w.example/c)", {
    base: null,
    headingLevel: 3,
    done: "Done",
    open: "Not done",
    image: "Image:",
    resolve: (href) => (href === "https://w.example/a%20b?x=1&y" ? "/projects/tern/documents?path=a+b" : null),
  });
  expect([...place.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.target])).toEqual([
    ["/projects/tern/documents?path=a+b", ""],
    ["https://w.example/c", "_blank"],
  ]);
});

describe("images that are handed in", () => {
  const PNG = "data:image/png;base64,iVBORw0KGgo=";
  const withImages = (text: string, loadedImages: Record<string, string>): { place: HTMLElement; asked: string[] } => {
    const requested: string[] = [];
    const place = document.createElement("div");
    place.innerHTML = renderMarkdown(text, {
      base: null,
      headingLevel: 3,
      done: "Done",
      open: "Not done",
      image: "Image:",
      resolve: (href) => `/at/${href}`,
      onImage: (src) => requested.push(src),
      loadedImages,
    });
    return { place, asked: requested };
  };

  test("are shown inside the link to them; those of other hosts are neither asked for nor shown", () => {
    const { place, asked: requested } = withImages(
      "![The map](img/map.png) ![far](https://a.example/x.png) ![near](//a.example/x.png) ![](img/b.gif)",
      { "img/map.png": PNG, "https://a.example/x.png": "https://a.example/x.png", "img/b.gif": PNG },
    );
    expect(requested).toEqual(["img/map.png", "img/b.gif"]);
    expect([...place.querySelectorAll("img")].map(({ src, alt }) => [src, alt])).toEqual([
      [PNG, "The map"],
      [PNG, "b.gif"],
    ]);
    expect(place.querySelector("img")?.closest("a")?.getAttribute("href")).toBe("/at/img/map.png");
  });

  test.each([
    "https://a.example/x.png",
    "javascript:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    'data:image/png;base64,x" onerror="alert(1)',
    "data:image/svg+xml,<svg onload=alert(1)>",
  ])("%s is no picture", (picture) => {
    const { place } = withImages("![x](a.png)", { "a.png": picture });
    expect(place.querySelector("img")).toBeNull();
    expect(place.textContent).toContain("Image: x");
  });

  test("an image without a picture stays a link", () => {
    const { place } = withImages("![x](constructor)", {});
    expect(place.querySelector("img")).toBeNull();
    expect(place.querySelector("a")?.getAttribute("href")).toBe("/at/constructor");
  });
});

test("hostile links of a page lead nowhere", () => {
  const words = {
    base: null,
    headingLevel: 3,
    done: "",
    open: "",
    image: "",
    resolve: (href: string) => `/in/${href}`,
  } as const;
  const html = renderMarkdown(
    '[a](javascript:alert(1)) [b](x.md"onclick=1) [c](//evil.example) [d](#one)\n\n# One',
    words,
  );
  expect(html).not.toMatch(/javascript:|\sonclick=|href="\/\/|evil\.example/);
  expect(html).toContain('href="#h-one"');
});
