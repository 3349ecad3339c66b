import { Fragment } from "react";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ListedRow {
  key: string;
  text: string;
  /** Undefined: it has no page. */
  href: string | undefined;
  /** Where it is, who made it, and the like. */
  facts: readonly string[];
  /** ISO 8601. */
  at: string | null;
}

export interface ListedRowsProps {
  rows: readonly ListedRow[];
}

/** Results of a search, pages or commits: a link and its facts each. */
export const ListedRows = ({ rows }: ListedRowsProps) => (
  <Stack as="ul" gap={2}>
    {rows.map(({ key, text, href, facts, at }) => (
      <Text key={key} as="li" overflow="anywhere">
        {href === undefined ? (
          <ForeignText text={text} />
        ) : (
          <a href={href}>
            <ForeignText text={text} />
          </a>
        )}
        {(facts.length > 0 || at !== null) && (
          <Text as="p" size="small" tone="muted">
            {facts.map((fact, place) => (
              // An author and a project may have one name.
              <Fragment key={place}>
                {place > 0 && " · "}
                <ForeignText text={fact} />
              </Fragment>
            ))}
            {facts.length > 0 && at !== null && " · "}
            {at !== null && <RelativeTime at={at} />}
          </Text>
        )}
      </Text>
    ))}
  </Stack>
);
