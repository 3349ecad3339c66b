import { ForeignText } from "../ui/ForeignText.tsx";
import { Text, type TextProps } from "../ui/Text.tsx";

export interface PersonNameProps extends Pick<TextProps, "className"> {
  name: string;
  /** The page of the person; null or omitted where they have none. */
  href?: string | null | undefined;
  /** False where no text is next to it, so that its colour is enough to show a link. */
  isUnderlined?: boolean;
  /** `ellipsis`: one line, which has the name as its tooltip. */
  overflow?: TextProps["overflow"] | undefined;
  /** Tab index of the link, where a list moves the focus. */
  tabIndex?: 0 | -1;
}

/** The name of a person: a link where they have a page. */
export function PersonName({ name, href, isUnderlined = true, overflow, tabIndex, className }: PersonNameProps) {
  const isLink = href !== undefined && href !== null;
  return (
    <Text
      as={isLink ? "a" : "span"}
      {...(isLink && { href, tabIndex })}
      {...(overflow && { overflow })}
      className={isLink ? `target ${isUnderlined ? "text-link" : ""} ${className ?? ""}` : className}
      title={overflow === "ellipsis" ? name : undefined}
    >
      <ForeignText text={name} />
    </Text>
  );
}
