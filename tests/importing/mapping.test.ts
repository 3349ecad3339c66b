/** What columns are taken for, how dates are read, and the item that a row becomes. */
import { describe, expect, test } from "vitest";
import type { ImportMapping } from "../../contract/sources/imports.ts";
import { guessColumns, guessState, storedColumns, withColumn } from "../../contract/importing/guessMapping.ts";
import { itemOfRecord } from "../../contract/importing/itemOfRecord.ts";
import { openImportFile } from "../../contract/importing/openImportFile.ts";
import { dateBy, readDate } from "../../contract/importing/parseDate.ts";
import { refusedCsv } from "../../src/importing/refusedCsv.ts";
import { dayOrderOf, surveyFile } from "../../contract/importing/surveyFile.ts";

const read = async (content: string) => {
  const file = await openImportFile(new File([content], "a"));
  const survey = await surveyFile(file);
  const { columns, preset } = guessColumns(
    survey.columns.map(({ name }) => name),
    "issue",
  );
  const state = columns.find(({ field }) => field === "state")?.column;
  const values = survey.columns.find(({ name }) => name === state)?.values ?? [];
  const order = dayOrderOf(survey.columns);
  const mapping: ImportMapping = {
    kind: "issue",
    columns: [...columns],
    day_order: order === "ask" ? null : order,
    states: values.map((value) => ({ value, state: guessState(value, "issue") })),
  };
  const items = survey.first.map((record) => itemOfRecord(record, mapping, survey.isOwnFormat));
  return { survey, preset, order, mapping, items };
};

test.each([
  ["de", "Nummer;Titel;Beschreibung;Status;Erstellt am;Geändert am;Zugewiesen an;Priorität;Fälligkeitsdatum"],
  ["fr", "Numéro;Titre;Description;État;Créé le;Modifié le;Assigné à;Priorité;Échéance"],
  ["es", "Número;Título;Descripción;Estado;Creado el;Modificado;Asignado a;Prioridad;Vencimiento"],
])("columns are known by their names in %s", async (_, header) => {
  const { mapping } = await read(`${header}\n7;Suche;Text;x;2026-11-20;2026-11-21;Ada;hoch;2026-12-01\n`);
  const fields = ["id", "title", "body", "state", "created_at", "updated_at", "assignees", "priority", "due_on"];
  const byColumn = new Map(mapping.columns.map(({ column, field }) => [column, field]));
  expect(header.split(";").map((column) => byColumn.get(column))).toEqual(fields);
  expect(["Geschlossen", "Résolu", "Cerrado", "In Arbeit"].map((value) => guessState(value, "issue"))).toEqual([
    "closed",
    "closed",
    "closed",
    "open",
  ]);
});

describe("times", () => {
  test.each([
    ["2026-11-20T09:05:00Z", "2026-11-20T09:05:00.000Z"],
    ["2026-11-20T09:05:00.123+03:00", "2026-11-20T06:05:00.000Z"],
    ["2026-11-20 09:05", "2026-11-20T09:05:00.000Z"],
    ["2026-11-20 09:05:07 UTC", "2026-11-20T09:05:07.000Z"],
    ["2026/11/20", "2026-11-20T00:00:00.000Z"],
    ["20.11.2026 21:05", "2026-11-20T21:05:00.000Z"],
    ["11/20/2026 09:05 PM", "2026-11-20T21:05:00.000Z"],
    ["3/Sep/26 9:05 AM", "2026-09-03T09:05:00.000Z"],
    ["03/Eyl/26 12:05 AM", "2026-09-03T00:05:00.000Z"],
    ["20 Kasım 2026 09:05", "2026-11-20T09:05:00.000Z"],
    ["5 Ağustos 2026", "2026-08-05T00:00:00.000Z"],
    ["Nov 20, 2026", "2026-11-20T00:00:00.000Z"],
    ["Fri Nov 20 2026 09:05:00 GMT+0300 (GMT+03:00)", "2026-11-20T06:05:00.000Z"],
    ["Fri, 20 Nov 2026 09:05:00 GMT", "2026-11-20T09:05:00.000Z"],
    ["1795166700", "2026-11-20T09:25:00.000Z"],
    ["1795166700000", "2026-11-20T09:25:00.000Z"],
  ])("%s", (text, expected) => {
    expect(dateBy(null, text)).toBe(expected);
  });

  test.each(["", "soon", "31.02.2026", "2026-13-01", "20/20/2026", "2026-11-20 25:00", "1/1/1969"])(
    "%j is none",
    (text) => {
      expect(readDate(text)).toEqual({ kind: "none" });
    },
  );

  test("of two meanings have none until a person has chosen one", () => {
    expect(dateBy(null, "3/4/2026")).toBeNull();
    expect(dateBy("day_first", "3/4/2026")).toBe("2026-04-03T00:00:00.000Z");
    expect(dateBy("month_first", "3/4/2026")).toBe("2026-03-04T00:00:00.000Z");
    // The 20th is no month: the file has both orders, and one of them is wrong.
    expect(dateBy("month_first", "20/4/2026")).toBeNull();
  });

  test.each([
    ["3/4/2026", "3/5/2026", "ask"],
    ["3/4/2026", "13/5/2026", "day_first"],
    ["3/4/2026", "5/13/2026", "month_first"],
    ["13/4/2026", "5/13/2026", "ask"],
    ["2026-04-03", "3/Sep/26", null],
    ["3/3/2026", "4/4/2026", null],
  ])("a file with %s and %s: %s", async (one, other, expected) => {
    const { order } = await read(`id,title,created\n1,a,${one}\n2,b,${other}\n`);
    expect(order).toBe(expected);
  });
});

describe("columns are recognised", () => {
  const fieldsOf = ({ mapping }: Awaited<ReturnType<typeof read>>) =>
    Object.fromEntries(mapping.columns.map(({ column, field }) => [column, field]));

  test("by English and Turkish names", async () => {
    const turkish = await read(
      "Kayıt No;Başlık;Açıklama;Durum;Bildiren;Atanan;Etiketler;Oluşturulma Tarihi;Kapanış Tarihi\n1;a;b;Kapalı;c;d;e, f;20.11.2026;21.11.2026\n",
    );
    expect(fieldsOf(turkish)).toEqual({
      "Kayıt No": "id",
      Başlık: "title",
      Açıklama: "body",
      Durum: "state",
      Bildiren: "author",
      Atanan: "assignees",
      Etiketler: "labels",
      "Oluşturulma Tarihi": "created_at",
      "Kapanış Tarihi": "closed_at",
    });
    expect(turkish.items[0]?.item).toEqual({
      kind: "issue",
      id: "1",
      title: "a",
      body: "b",
      state: "closed",
      status: { name: "Kapalı" },
      author: { id: "c", name: "c" },
      assignees: [{ id: "d", name: "d" }],
      labels: ["e", "f"],
      created_at: "2026-11-20T00:00:00.000Z",
      updated_at: "2026-11-20T00:00:00.000Z",
      closed_at: "2026-11-21T00:00:00.000Z",
    });
    const english = await read("Ticket ID,Subject,Created At,Reporter,Unknown\n1,a,2026-11-20,b,c\n");
    expect(fieldsOf(english)).toEqual({
      "Ticket ID": "id",
      Subject: "title",
      "Created At": "created_at",
      Reporter: "author",
    });
  });

  test.each([
    [
      "jira",
      'Summary,Issue key,Issue id,Issue Type,Status,Priority,Resolution,Assignee,Reporter,Created,Updated,Resolved,Component/s,Labels,Labels,Comment,Comment\nLogin fails,PAY-2,10002,Bug,In Progress,High,,ada,grace,03/Sep/26 9:05 AM,04/Sep/26 4:30 PM,,api,one,two,"04/Sep/26 2:15 PM;712020:abc;Looks good; ship it",\n',
      {
        id: "10002",
        key: "PAY-2",
        title: "Login fails",
        state: "open",
        status: { name: "In Progress" },
        type: "Bug",
        labels: ["one", "two"],
        components: ["api"],
        updated_at: "2026-09-04T16:30:00.000Z",
        comments: [
          {
            id: "10002-1",
            body: "Looks good; ship it",
            created_at: "2026-09-04T14:15:00.000Z",
            author: { id: "712020:abc", name: "712020:abc" },
          },
        ],
      },
    ],
    [
      "github",
      JSON.stringify([
        {
          assignees: [{ id: "U1", login: "ada", name: "Ada" }],
          author: { id: "U2", is_bot: false, login: "grace", name: "" },
          body: "Seen today",
          closedAt: null,
          comments: [{ id: "IC_1", author: { login: "ada" }, body: "Me too", createdAt: "2026-11-21T09:00:00Z" }],
          createdAt: "2026-11-20T09:00:00Z",
          labels: [{ id: "L1", name: "bug", description: "", color: "d73a4a" }],
          milestone: { number: 1, title: "v1", dueOn: null },
          number: 12,
          state: "OPEN",
          title: "Login fails",
          updatedAt: "2026-11-21T09:00:00Z",
          url: "https://github.com/a/b/issues/12",
        },
      ]),
      {
        id: "12",
        title: "Login fails",
        state: "open",
        author: { id: "grace", name: "grace" },
        assignees: [{ id: "ada", name: "ada" }],
        labels: ["bug"],
        milestones: ["v1"],
        url: "https://github.com/a/b/issues/12",
        comments: [{ id: "12-1", body: "Me too", created_at: "2026-11-21T09:00:00.000Z" }],
      },
    ],
    [
      "bugzilla",
      '"Bug ID","Product","Component","Assignee","Status","Resolution","Summary","Opened","Changed"\n1897,"Core","Layout","ada@example.org","RESOLVED","FIXED","Login fails","2026-11-20 09:00:00","2026-11-21 09:00:00"\n',
      {
        id: "1897",
        title: "Login fails",
        state: "closed",
        status: { name: "RESOLVED" },
        resolution: "FIXED",
        assignees: [{ id: "ada@example.org", name: "ada@example.org", email: "ada@example.org" }],
      },
    ],
    [
      "bugzilla",
      'bug_id,"bug_severity","priority","bug_status","short_desc","opendate","changeddate"\n7,"normal","P1","NEW","Login fails","2026-11-20 09:00:00","2026-11-20 09:00:00"\n',
      { id: "7", title: "Login fails", state: "open", type: "normal", priority: "P1" },
    ],
    [
      "redmine",
      "#;Project;Tracker;Parent task;Status;Priority;Subject;Author;Assignee;Updated;Category;Target version;Due date;Created;Closed;Description\n31;Maze;Bug;;Closed;High;Login fails;Ada L;Grace H;2026-11-21 09:00;api;1.0;2026-12-01;2026-11-20 09:00;2026-11-21 09:00;text\n",
      {
        id: "31",
        title: "Login fails",
        state: "closed",
        due_on: "2026-12-01",
        components: ["api"],
        milestones: ["1.0"],
        body: "text",
      },
    ],
    [
      "linear",
      '"ID","Team","Title","Description","Status","Estimate","Priority","Project ID","Project","Creator","Assignee","Labels","Cycle Number","Cycle Name","Cycle Start","Cycle End","Created","Updated","Started","Triaged","Completed","Canceled","Archived","Due Date","Parent issue"\n"ENG-4","Eng","Login fails","text","Done","","High","","","ada@example.org","","bug, ui","","","","","2026-11-20T09:00:00.000Z","2026-11-21T09:00:00.000Z","","","2026-11-21T09:00:00.000Z","","","",""\n',
      {
        id: "ENG-4",
        title: "Login fails",
        state: "closed",
        status: { name: "Done" },
        labels: ["bug", "ui"],
        closed_at: "2026-11-21T09:00:00.000Z",
      },
    ],
    [
      "trello",
      JSON.stringify({
        id: "b1",
        name: "Board",
        actions: [{ id: "a1" }, { id: "a2" }],
        cards: [
          {
            id: "c1",
            idBoard: "b1",
            idList: "l1",
            idShort: 5,
            name: "Login fails",
            desc: "text",
            closed: true,
            due: null,
            dateLastActivity: "2026-11-20T09:00:00.000Z",
            labels: [{ id: "x", name: "bug", color: "red" }],
            shortUrl: "https://trello.com/c/c1",
          },
        ],
        lists: [{ id: "l1", name: "To do" }],
      }),
      {
        id: "c1",
        key: "5",
        title: "Login fails",
        state: "closed",
        labels: ["bug"],
        created_at: "2026-11-20T09:00:00.000Z",
      },
    ],
  ])("as an export of %s", async (name, content, item) => {
    const { preset, items } = await read(content);
    expect(preset).toBe(name);
    expect(items[0]?.faults).toEqual([]);
    expect(items[0]?.item).toMatchObject(item);
  });

  test("as the format of imports, whose items are taken as they are", async () => {
    const line = {
      kind: "issue",
      id: "41",
      title: "Payments fail",
      state: "open",
      created_at: "2026-11-20T09:00:00Z",
      updated_at: "2026-11-20T09:00:00Z",
    };
    const { survey, items } = await read(`${JSON.stringify(line)}\n`);
    expect([survey.isOwnFormat, items[0]?.item]).toEqual([true, line]);
  });
});

test("a cell of many blanks is no time, and takes none", () => {
  const before = performance.now();
  expect(readDate(`2026-01-01${" ".repeat(100_000)}\nx`)).toEqual({ kind: "none" });
  expect(performance.now() - before).toBeLessThan(1000);
});

test("an item of ten thousand levels is refused, and no other", async () => {
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const { items } = await read(`{"kind":"issue","id":"1","labels":${deep}}\n{"kind":"issue","id":"2"}\n`);
  expect(items.map(({ item, faults }) => [item?.id, faults[0]?.code])).toEqual([
    [undefined, "json"],
    ["2", undefined],
  ]);
});

test("a row that is no item has each reason with its column", async () => {
  const { mapping, survey } = await read("id,title,created,state,url\n,,never,Odd,javascript:alert(1)\n");
  const [record] = survey.first;
  const wrong = { ...mapping, columns: [...mapping.columns], states: [] };
  const { item, faults } = itemOfRecord(record ?? { place: 0, cells: new Map() }, wrong, false);
  expect(item).toBeNull();
  expect(faults).toEqual([
    { place: 2, column: "id", code: "missing", value: "" },
    { place: 2, column: "title", code: "missing", value: "" },
    { place: 2, column: "created", code: "date", value: "never" },
    { place: 2, column: "url", code: "url", value: "javascript:alert(1)" },
    { place: 2, column: "state", code: "state", value: "Odd" },
  ]);
});

test("a field has one column, except those that are lists; a kept mapping needs its columns", () => {
  const columns = [
    { column: "a", field: "title" as const },
    { column: "b", field: "labels" as const },
  ];
  expect(withColumn(columns, "c", "title")).toEqual([columns[1], { column: "c", field: "title" }]);
  expect(withColumn(columns, "c", "labels")).toEqual([...columns, { column: "c", field: "labels" }]);
  expect(withColumn(columns, "b", null)).toEqual([columns[0]]);
  const kept = {
    kind: "issue" as const,
    day_order: null,
    states: [],
    columns: [...columns, { column: "n", field: "id" as const }],
  };
  expect(storedColumns(kept, ["a", "n", "other"])).toEqual([columns[0], { column: "n", field: "id" }]);
  expect(storedColumns(kept, ["a", "b"])).toBeNull();
});

test("formulas in refused rows are text, and quotes are kept", () => {
  const cells = new Map([
    ["title", ['=HYPERLINK("http://x")']],
    ["+cmd", ["-1", "@a"]],
    ["text", ["a,\nb"]],
  ]);
  const fault = { place: 3, column: "title", code: "date" as const, value: "=1" };
  const csv = refusedCsv(
    [{ record: { place: 3, cells }, faults: [fault] }],
    { place: "Line", reason: "Reason" },
    ({ value }) => value,
  );
  expect(csv).toBe('\uFEFFLine,Reason,title,\'+cmd,text\r\n3,\'=1,"\'=HYPERLINK(""http://x"")",\'-1; @a,"a,\nb"\r\n');
});
