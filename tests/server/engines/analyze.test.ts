import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyze } from "../../../server/engines/analyze/analyze.ts";
import { commitsSince } from "../../../server/engines/analyze/commitsSince.ts";
import { prefixedArea, plainArea, severityOfLabel, typeOfLabel } from "../../../server/engines/analyze/labels.ts";
import { reportCompleteness } from "../../../server/engines/analyze/reportCompleteness.ts";
import { findSimilar } from "../../../server/engines/similar/similar.ts";
import { projectIndex } from "./projectIndex.ts";
import { commitTime, indexedIssue } from "../support/indexedProject.ts";

const DAY = 86_400_000;
const WORDS = {
  bug: ["crash", "exception", "broken", "fails", "wrong", "hangs"],
  feature: ["support", "allow", "option", "add", "please", "would"],
} as const;

let project: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  project = await projectIndex(
    [
      {
        message: "First",
        files: {
          "src/reader.py": "def read_header(stream):\n    return stream\n",
          "src/old.py": "def gone():\n    pass\n",
        },
      },
      { message: "remove old parts", files: { "src/old.py": null } },
      {
        message: "fix: header of empty streams, fixes #90",
        files: { "src/reader.py": "def read_header(s):\n    return s or b''\n" },
      },
    ],
    (commits) => [
      // Labelled issues alternate in time, so that the newest third has both kinds.
      ...Array.from({ length: 60 }, (_, at) => {
        const type = at % 2 === 0 ? "bug" : "feature";
        const words = WORDS[type];
        return indexedIssue(at + 1, {
          title: `${words[at % 6]} ${words[(at + 1) % 6]} in part${at}`,
          body: `The tool ${words[(at + 2) % 6]} here`,
          labels: [type === "bug" ? "kind/bug" : "enhancement", ...(at % 3 === 0 ? ["area: reader"] : [])],
          createdAt: commitTime(0) - (60 - at) * DAY,
          state: "closed",
          closedAt: commitTime(0) - (60 - at) * DAY + (1 + (at % 10)) * DAY,
        });
      }),
      indexedIssue(90, {
        title: "Header of an empty stream is wrong",
        body: "read_header crashes for empty streams",
        state: "closed",
        createdAt: commitTime(1) - 2 * DAY,
        closedAt: commitTime(3),
        fixCommits: [commits[2] ?? ""],
      }),
      indexedIssue(91, {
        title: "The header of an empty stream is wrong",
        body: "read_header crashes for empty streams, see src/old.py",
        createdAt: commitTime(1) - DAY,
        updatedAt: commitTime(1),
      }),
    ],
  );
});
afterAll(() => project.remove());

const ask = (part: Partial<Parameters<typeof analyze>[1]> = {}, nowMs = commitTime(1) + DAY) =>
  analyze(
    project.index,
    {
      id: "new",
      title: "Reader crash: an exception, the output is broken",
      body: "It fails and hangs.",
      labels: [],
      isOpen: true,
      createdAtMs: commitTime(1),
      updatedAt: commitTime(1),
      ...part,
    },
    { files: new Map(), nowMs },
  );

describe("what labels mean", () => {
  test.each([
    ["bug", "bug"],
    ["Type: Bug", "bug"],
    ["kind/bug", "bug"],
    ["C-enhancement", "feature"],
    ["Özellik", "feature"],
    ["İYİLEŞTİRME", "feature"],
    ["docs", "documentation"],
    ["area: bug", null],
    ["debugging", null],
  ])("%s is %s", (label, type) => {
    expect(typeOfLabel(label)).toBe(type);
  });
  test("severity and area", () => {
    expect([severityOfLabel("priority:high"), severityOfLabel("P0"), severityOfLabel("Kritik")]).toEqual([
      "high",
      "critical",
      "critical",
    ]);
    expect([prefixedArea("area: search"), prefixedArea("search"), plainArea("search")]).toEqual([
      "area: search",
      null,
      "search",
    ]);
    expect([plainArea("good first issue"), plainArea("needs triage"), plainArea("bug"), plainArea("v1.2")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("judgements", () => {
  test("a label is believed; without one the project's labels teach, with the accuracy on its newest issues", () => {
    expect(ask({ labels: ["enhancement"] }).type).toMatchObject({ value: "feature", basis: "label", confidence: 1 });
    const { type } = ask();
    expect(type).toMatchObject({ value: "bug", basis: "learned", labels: ["kind/bug"] });
    expect(type.words).toEqual(expect.arrayContaining(["crash"]));
    expect(type.examples.length).toBeGreaterThan(0);
    expect(type.accuracy).toMatchObject({ cases: 20, trained_on: 40 });
    expect(type.accuracy?.share).toBeGreaterThan(type.accuracy?.baseline ?? 1);
  });

  test("too few labels, or only one value: no prediction, with the reason", () => {
    expect(ask().severity).toMatchObject({ value: null, why_not: "few_labels", accuracy: null });
    expect(ask().area).toMatchObject({ value: null, why_not: "one_value" });
    expect(ask({ title: "zzz qqq", body: "" }).type).toMatchObject({ value: null, why_not: "no_words" });
  });

  test("the summary is the report's own sentences, and the time is that of similar closed ones", () => {
    const body =
      "Hello all.\n\n```\ncrash\n```\n\nThe reader fails with an exception when the stream is broken. Thanks in advance for this.";
    const { summary, expected_days } = ask({ body });
    for (const sentence of summary) expect(body).toContain(sentence);
    expect(summary.join(" ")).toContain("The reader fails with an exception");
    expect(expected_days?.n).toBeGreaterThanOrEqual(5);
    expect(expected_days?.median).toBeLessThanOrEqual(expected_days?.p75 ?? 0);
  });
});

describe("resolution hints", () => {
  const open = {
    id: "issue-91",
    title: "The header of an empty stream is wrong",
    body: "read_header crashes for empty streams, see src/old.py",
    createdAtMs: commitTime(1) - DAY,
    updatedAt: commitTime(1),
  };
  test("a duplicate that was fixed after the report is the proof that it is fixed", () => {
    const { fixed, duplicates } = ask(open);
    expect(duplicates[0]?.issue.key).toBe("#90");
    expect(fixed).toEqual([
      expect.objectContaining({ kind: "similar", commit: expect.objectContaining({ hash: project.commits[2] }) }),
    ]);
    expect(ask({ ...open, createdAtMs: commitTime(9) }).fixed).toEqual([]);
    expect(ask({ ...open, isOpen: false }).fixed).toEqual([]);
  });
  test("a path that the code lost, with the commit that took it, makes a silent issue stale", () => {
    expect(ask(open).stale).toBeNull();
    const { stale } = ask(open, commitTime(1) + 40 * DAY);
    expect(stale).toMatchObject({
      days_inactive: 40,
      gone: [{ path: "src/old.py", commit: { hash: project.commits[1] } }],
    });
    expect(ask({ ...open, body: "nothing named" }, commitTime(1) + 40 * DAY).stale).toBeNull();
    expect(ask({ ...open, body: "nothing named" }, commitTime(1) + 400 * DAY).stale).toMatchObject({ gone: [] });
  });
  test("commits since the report that touched a likely file, those that name the issue first", () => {
    const files = [{ repository: "repository-1", path: "src/reader.py" }];
    const naming = new Set([project.commits[2] ?? ""]);
    const known = { id: "p", name: "Known", email: null, avatar_url: null };
    const personOf = ({ name }: { readonly name: string }) => (name === "" ? null : known);
    const since = commitsSince(project.index, files, commitTime(1) - DAY, naming, personOf);
    expect(since.commits.map(({ person }) => person)).toEqual([known, known]);
    expect(since.commits.map(({ hash, names_issue }) => [hash, names_issue])).toEqual([
      [project.commits[2], true],
      [project.commits[0], false],
    ]);
    expect(commitsSince(project.index, files, commitTime(9), new Set(), personOf).commits).toEqual([]);
  });
});

describe("similar", () => {
  test("never itself, nothing from after a moment, and words in common are named", () => {
    const question = { title: "Header of an empty stream is wrong", body: "read_header crashes", self: "issue-91" };
    const [first] = findSimilar(project.index, question);
    expect(project.index.issues?.table.id(first?.issue ?? -1)).toBe("issue-90");
    expect(first?.terms).toEqual(expect.arrayContaining(["stream"]));
    const ids = (beforeMs: number) =>
      findSimilar(project.index, { ...question, beforeMs }).map(({ issue }) => project.index.issues?.table.id(issue));
    expect(ids(commitTime(9))).toContain("issue-90");
    expect(ids(commitTime(1) - 3 * DAY)).not.toContain("issue-90");
  });
});

describe("what a report lacks", () => {
  const found = (body: string) =>
    reportCompleteness(body)
      .filter(({ found: is }) => is)
      .map(({ code }) => code);
  test("a whole report in English and in Turkish", () => {
    expect(
      found(
        "### Steps to reproduce\n1. Open the list\n2. Type a word\n\n### Expected behavior\nThe list is narrowed.\n\n### Actual behavior\nIt stays as it is.\n\nVersion 2.4.1\n\n```\nTypeError: x is undefined\n    at f (src/a.ts:4:2)\n```",
      ),
    ).toEqual(["steps", "expected", "actual", "version", "trace"]);
    expect(
      found(
        "**Adımlar**\n1. Listeyi aç\n2. Bir sözcük yaz\n\n**Beklenen**\nListenin daralması gerekir.\n\n**Gerçekleşen**\nHiçbir şey olmuyor.\n\nSürüm 1.2",
      ),
    ).toEqual(["steps", "expected", "actual", "version"]);
  });
  test("ignores a template without answers", () => {
    expect(
      found(
        "### Steps to reproduce\n<!-- tell us how -->\n\n### Expected behavior\n_No response_\n\n### Actual behavior\n\n### Version\n",
      ),
    ).toEqual([]);
  });
  test.each([
    ["Expected: the list is narrowed", ["expected"]],
    ["- **Expected:** the list is narrowed", ["expected"]],
    ["**Expected behavior** the list is narrowed", ["expected"]],
    ["Expected result: the list is narrowed\nActual result: all rows stay", ["expected", "actual"]],
    ["Steps: open the list, type a word\nGot: all rows\nVersion: 3.0.5", ["steps", "actual", "version"]],
    ["Beklenen: listenin daralması\nGerçekleşen: hepsi duruyor", ["expected", "actual"]],
    ["Adımlar: listeyi aç, bir sözcük yaz\nSürüm: 1.2", ["steps", "version"]],
    ["## 6. What did you expect to see?\nA redirect.", ["expected"]],
    [
      "### What is expected?\nNo error\n### What is actually happening?\nIt stops\n### Version\n3.0.5",
      ["expected", "actual", "version"],
    ],
    ["## Steps to Reproduce\nRun this:\n```\ntool fix a.sql\n```", ["steps"]],
    ["```python\nds = Dataset()\nif ds.name: print(1)\n```\nThis shouldn't print.", ["steps", "expected"]],
  ])("reads the text behind its label or below its heading: %j", (body, codes) => {
    expect(found(body)).toEqual(codes);
  });
  test.each([
    "**Expected behavior** A clear and concise description of what you expected to happen.",
    "Expected:\n\nScreenshots:\n![a picture of it](https://a.example/picture.png)",
    "Is this expected? How should I know.",
    "UID 1.2.840.10008.5.1.4 of host 127.0.0.1",
  ])("reports no missing part of the report: %j", (body) => {
    expect(found(body)).toEqual([]);
  });
  test("an expected token in an error message is not the expected result of a report", () => {
    expect(found("```\nerror: expected `;`, found `<eof>`\n```")).toEqual(["actual", "trace"]);
  });
  test.each([
    ["I filter by a word, but all rows stay.", "but all rows stay"],
    ["I saved the form. The old address is shown instead.", "The old address is shown instead"],
    [
      "In the mall there is no network. I have to remember what I delivered.\n\nExpected: it is sent later.",
      "In the mall",
    ],
    ["1. Open the list\n2. Type a word\n\n```\nTypeError: rows is undefined\n```", "TypeError: rows is undefined"],
    ["`istanbul` finds nothing, `İstanbul` does.", "finds nothing"],
    ["When I come up again the delivery is still open.", "still open"],
    ["Night run: it never ends.", "never ends"],
  ])("reads what happened: %j", (body, quote) => {
    const actual = reportCompleteness(body).find(({ code }) => code === "actual");
    expect(actual?.quote).toContain(quote);
  });
  test("a title that states the fault is enough, a question or a name is not", () => {
    const quoteOf = (title: string) =>
      reportCompleteness("See invoice 2207.", title).find(({ code }) => code === "actual")?.quote;
    expect(quoteOf("Arrival message is sent although the parcel was cancelled")).toBe(
      "Arrival message is sent although the parcel was cancelled",
    );
    expect(quoteOf("Search does not find a street")).toBe("Search does not find a street");
    expect(["crash", "Problem with the search", "Why does it not find a street?"].map(quoteOf)).toEqual([
      null,
      null,
      null,
    ]);
  });
  test.each([
    "Expected: the address stays as it is, and the list never shows it twice.",
    "1. Open the list\n2. Type a word\n\nExpected: it is narrowed.",
    "When I open the list. It works, but it should be faster.",
    "### Steps to reproduce\nOpen the list",
  ])("what is expected, and steps, are not what happened: %j", (body) => {
    expect(found(body)).not.toContain("actual");
  });
  // An expression that tries every way through such a text would not be done within the test's time.
  test.each(["**a", "a: ", "# ", "- ", "when I ", "\n\n1. a", "`", "version ", "at x", "is the ", "it ", "but "])(
    "a long hostile text gets its answer: %j",
    (part) => {
      expect(reportCompleteness(part.repeat(50_000))).toHaveLength(5);
    },
  );
  test("prose counts, too", () => {
    expect(
      found("When I save a file it crashes with ValueError: no name. I expected a message. I use tool 3.1."),
    ).toEqual(["steps", "expected", "actual", "version", "trace"]);
  });
});
