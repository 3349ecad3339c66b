import type { ReactNode } from "react";
import { Avatar } from "../ui/Avatar.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import { NameLines } from "./NameLines.tsx";
import { PersonName } from "./PersonName.tsx";

export interface PersonListItemProps {
  name: string;
  /** The page of the person. */
  href?: string | undefined;
  /** Next to the name: the person's relation to the reader. */
  tags?: ReactNode;
  /** Below the name, each on a separate line; an empty one is omitted. */
  lines?: readonly string[];
}

/** A person in a list: avatar, name, and details in small type. */
export function PersonListItem({ name, href, tags, lines = [] }: PersonListItemProps) {
  return (
    <Inline as="span" gap={3} wraps={false}>
      <Avatar name={name} size={32} isDecorative />
      <NameLines
        name={
          <>
            <PersonName name={name} href={href} isUnderlined={false} /> {tags}
          </>
        }
      >
        {lines
          .filter((line) => line !== "")
          .map((line) => (
            <Text key={line} size="small" tone="muted" overflow="anywhere">
              {line}
            </Text>
          ))}
      </NameLines>
    </Inline>
  );
}
