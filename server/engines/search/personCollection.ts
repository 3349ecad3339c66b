import type { OpenedIndex } from "../../index/indexStore.ts";
import { Segment } from "../../index/segment.ts";
import { type FieldScheme, SegmentGroup } from "../../index/segmentGroup.ts";
import { SegmentWriter } from "../../index/segmentWriter.ts";
import { type PeopleTable, peopleTable } from "../experts/peopleTable.ts";
import { type Collection, NOTHING_MORE, PLAIN, iso } from "./collection.ts";

const SCHEME: FieldScheme = { weights: [2, 1], lengthPenalty: [0.5, 0.3], saturation: 1.2 };
const groups = new WeakMap<PeopleTable, SegmentGroup>();

/** The people of the histories, by name and address. They are few: their segment is made when the index is opened. */
export function personCollection(index: OpenedIndex): Collection {
  const table = peopleTable(index);
  const humans = table.people.flatMap((person, at) => (person.isBot ? [] : [{ person, at }]));
  let group = groups.get(table);
  if (!group) {
    const writer = new SegmentWriter(2);
    for (const { person } of humans) {
      writer.addText(0, person.name);
      for (const email of person.emails) writer.addText(1, email);
      for (const login of person.logins) writer.addText(1, login);
      writer.endDocument();
    }
    group = new SegmentGroup([{ segment: new Segment(writer.finish()) }], SCHEME);
    groups.set(table, group);
  }
  const textOf = (document: number): string => {
    const person = humans[document]?.person;
    return person ? `${person.name} <${person.email}>` : "";
  };
  return {
    ...PLAIN,
    kind: "person",
    group,
    prior: 0.8,
    isName: true,
    facets: {},
    text: ({ document }) => textOf(document),
    time: (_, document) => (table.lastActive[humans[document]?.at ?? -1] ?? 0) * 1000,
    present: ({ document }) => {
      const one = humans[document];
      return {
        ...NOTHING_MORE,
        kind: "person",
        id: one?.person.id ?? "",
        title: one?.person.name ?? "",
        updated_at: iso((table.lastActive[one?.at ?? -1] ?? 0) * 1000),
      };
    },
  };
}
