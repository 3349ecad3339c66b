import { millisecondsOf } from "../../../../contract/durations.ts";
import { Segment } from "../../../index/segment/segment.ts";
import { type FieldScheme, MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import { SegmentWriter } from "../../../index/segment/segmentWriter.ts";
import { type Collection, EMPTY_FIELDS, COLLECTION_DEFAULTS, iso } from "./collection.ts";
import type { SearchPeople } from "./searchPeople.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** The name, and everything else that a person is known as; chosen, not measured alone. */
const SCHEME: FieldScheme = { weights: [2, 1], lengthPenalty: [0.5, 0.3], saturation: 1.2 };

/** People, by their names, logins and addresses. They are few: their segment is made when they are. */
export function personCollection({ people, labels }: SearchPeople): Collection {
  const humans = people.flatMap((person, at) =>
    person.isKnown && !person.isBot ? [{ ...person, label: labels[at] ?? person.name }] : [],
  );
  const writer = new SegmentWriter(2);
  for (const { name, alsoKnownAs } of humans) {
    writer.addText(0, name);
    for (const text of alsoKnownAs) writer.addText(1, text);
    writer.endDocument();
  }
  return {
    ...COLLECTION_DEFAULTS,
    kind: "person",
    group: new MultiSegmentReader([{ segment: new Segment(writer.finish()) }], SCHEME),
    prior: SEARCH_WEIGHTS.person.weight,
    isName: true,
    facets: () => ({}),
    text: ({ document }) => {
      const { name = "", alsoKnownAs = [] } = humans[document] ?? {};
      return [name, ...alsoKnownAs].join(" · ");
    },
    time: (_, document) => millisecondsOf(humans[document]?.lastActive ?? 0),
    present: ({ document }) => {
      const person = humans[document];
      return {
        ...EMPTY_FIELDS,
        kind: "person",
        id: person?.id ?? "",
        title: person?.label ?? "",
        updated_at: iso(millisecondsOf(person?.lastActive ?? 0)),
      };
    },
  };
}
