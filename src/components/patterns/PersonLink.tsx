import { Avatar } from "../ui/Avatar.tsx";
import { Inline } from "../ui/Inline.tsx";
import { PersonName, type PersonNameProps } from "./PersonName.tsx";

export type PersonLinkProps = Pick<PersonNameProps, "name" | "href">;

/** A person in a fact: picture and name. */
export function PersonLink({ name, href }: PersonLinkProps) {
  return (
    <Inline as="span" gap={2}>
      <Avatar name={name} size={20} isDecorative />
      <PersonName name={name} href={href} isUnderlined={false} overflow="anywhere" />
    </Inline>
  );
}
