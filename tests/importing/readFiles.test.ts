/** Files as programs export them: encodings, delimiters, quotes, JSON, and what cannot be read. */
import { describe, expect, test } from "vitest";
import { openImportFile, reopened } from "../../contract/importing/openImportFile.ts";
import type { ImportRecord } from "../../contract/importing/records.ts";
import { surveyFile } from "../../contract/importing/surveyFile.ts";

const utf16 = (text: string, isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
};
const windows1252 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0)));

const read = async (content: BlobPart, name = "a.csv") => {
  const file = new File([content], name);
  const opened = await openImportFile(file);
  const records: ImportRecord[] = [];
  for await (const record of opened.records()) records.push(record);
  return { ...opened, rows: records.map(({ cells }) => Object.fromEntries(cells)), records };
};

describe("a table", () => {
  test.each([
    ["UTF-8", "id,title\n1,Çözüm €\n", "utf-8"],
    ["UTF-8 with a mark", "\uFEFFid,title\n1,Çözüm €\n", "utf-8"],
    ["UTF-16 with a mark", utf16("\uFEFFid,title\n1,Çözüm €\n", true), "utf-16le"],
    ["UTF-16 of the other order", utf16("\uFEFFid,title\n1,Çözüm €\n", false), "utf-16be"],
    ["UTF-16 without a mark", utf16("id,title\n1,Çözüm €\n", true), "utf-16le"],
    ["Windows-1252", windows1252("id,title\n1,Çözüm €\n"), "windows-1252"],
  ])("in %s", async (_, content, encoding) => {
    const found = await read(content);
    expect([found.encoding, found.rows]).toEqual([encoding, [{ id: ["1"], title: ["Çözüm €"] }]]);
  });

  test.each([",", ";", "\t", "|"])("separated by %j", async (mark) => {
    const { rows, form } = await read(`id${mark}title\n1${mark}"a${mark}b"\n2${mark}c\n`);
    expect(form).toEqual({ name: "csv", delimiter: mark });
    expect(rows).toEqual([
      { id: ["1"], title: [`a${mark}b`] },
      { id: ["2"], title: ["c"] },
    ]);
  });

  test("by RFC 4180: quotes, embedded line breaks and quotes, CRLF, no last line break; with the line of each row", async () => {
    const { records } = await read(
      'id,title,body\r\n1,"a ""quoted"" title","two\r\nlines, one cell"\r\n\r\n2,"",x\r\n3,b,""',
    );
    expect(records.map(({ place, cells }) => [place, Object.fromEntries(cells)])).toEqual([
      [2, { id: ["1"], title: ['a "quoted" title'], body: ["two\nlines, one cell"] }],
      [5, { id: ["2"], title: [], body: ["x"] }],
      [6, { id: ["3"], title: ["b"], body: [] }],
    ]);
  });

  test("with a column twice has all of its values, and one row too long is a fault of that row", async () => {
    const { rows, records } = await read("id,Labels,Labels\n1,a,b\n2,a,b,c\n");
    expect(rows[0]).toEqual({ id: ["1"], Labels: ["a", "b"] });
    expect(records.map(({ fault }) => fault)).toEqual([undefined, "cells"]);
  });

  test("whose cells and letters lie across the pieces in which it is read is the same", async () => {
    const body = `ş"${"ğ\n".repeat(100)}`;
    const rows = Array.from({ length: 4000 }, (_, at) => `${at},"${body.replaceAll('"', '""')}"\r\n`);
    const { records } = await read(`id,body\r\n${rows.join("")}`);
    expect(records).toHaveLength(4000);
    expect(
      records.every(({ cells }, at) => cells.get("id")?.[0] === String(at) && cells.get("body")?.[0] === body),
    ).toBe(true);
    expect(records.at(-1)?.place).toBe(2 + 3999 * 101);
  });

  test("with a hundred thousand columns has those that a mapping can have, and is read", async () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(",");
    const { records } = await read(`${wide}\n${wide}\n${wide},x\n`);
    expect(records.map(({ cells, fault }) => [cells.size, fault])).toEqual([
      [300, undefined],
      [300, "cells"],
    ]);
    expect(records[0]?.cells.get("c299")).toEqual(["c299"]);
  });

  test("with a quote that never closes is refused with its line, before it takes all memory", async () => {
    await expect(read(`id,title\n1,a\n2,"${"x\n".repeat(5_000_000)}`)).rejects.toMatchObject({
      reason: "open_quote",
      place: 3,
    });
  });

  test("that is no UTF-8 beyond its beginning is read again as Windows-1252", async () => {
    const file = new File([`id,title\n${"1,a\n".repeat(400_000)}`, windows1252("2,ü\n")], "a.csv");
    const opened = await openImportFile(file);
    expect(opened.encoding).toBe("utf-8");
    const error = await surveyFile(opened).catch((thrown: unknown) => thrown);
    const again = await reopened(file, error);
    const survey = await surveyFile(again);
    expect([again.encoding, survey.records]).toEqual(["windows-1252", 400_001]);
    expect(survey.columns[1]?.values).toEqual(["a", "ü"]);
  });
});

describe("JSON", () => {
  const entry = {
    number: 7,
    author: { login: "ada" },
    labels: [{ name: "bug" }, { name: "ui" }],
    closed: false,
    text: 'a "]}, {',
  };
  const cells = {
    number: ["7"],
    "author.login": ["ada"],
    "labels[].name": ["bug", "ui"],
    closed: ["false"],
    text: ['a "]}, {'],
  };
  test.each([
    ["a list", JSON.stringify([entry, entry], null, 2), "json_list"],
    ["lines", `${JSON.stringify(entry)}\n\n${JSON.stringify(entry)}\n`, "json_lines"],
    [
      "a document with a list",
      JSON.stringify({ name: "board", cards: [entry, entry], lists: [{ id: 1 }] }),
      "json_object",
    ],
  ])("as %s has paths as columns", async (_, content, form) => {
    const found = await read(content, "a.json");
    expect([found.form.name, found.rows]).toEqual([form, [cells, cells]]);
  });

  test("of a list that lies across pieces, and of one that is cut", async () => {
    const many = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ ...entry, number: at })));
    const { rows } = await read(many);
    expect([rows.length, rows.at(-1)?.["number"]]).toEqual([9000, ["8999"]]);
    const cut = await read(many.slice(0, -3));
    expect(cut.records.at(-1)?.fault).toBe("json");
    expect(cut.records).toHaveLength(9000);
  });

  test("with an entry that is no object, and names of prototypes, harms nothing", async () => {
    const { records } = await read('[1, {"__proto__": {"a": 1}, "constructor": "x"}, "text"]');
    expect(records.map(({ fault }) => fault)).toEqual(["json", undefined, "json"]);
    expect([...(records[1]?.cells ?? [])]).toEqual([
      ["__proto__.a", ["1"]],
      ["constructor", ["x"]],
    ]);
  });
});

test.each([
  ["an empty file", "", "empty"],
  ["a file of blanks", " \n \n", "empty"],
  ["a document without a list", '{"a": 1,\n"b": 2}', "no_records"],
])("%s is refused", async (_, content, reason) => {
  await expect(read(content).then((file) => file)).rejects.toMatchObject({ reason });
});
