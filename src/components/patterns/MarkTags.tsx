import type { Mark } from "../../../contract/marks/marks.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Tag } from "../ui/Tag.tsx";

export interface MarkTagsProps {
  marks: readonly Pick<Mark, "id" | "text">[];
}

/** The marks of a row of a list. */
export function MarkTags({ marks }: MarkTagsProps) {
  return marks.map(({ id, text }) => (
    <Tag key={id} intent="primary" title={text}>
      <ForeignText text={text} />
    </Tag>
  ));
}
