import type { Passage } from "../../../contract/search/ask.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { CodeSnippet, type CodeSnippetLine } from "../ui/CodeSnippet.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface PassageListProps {
  passages: readonly Passage[];
  /** The page with the lines of a passage. */
  hrefOf: (passage: Passage) => string;
}

/** Lines of a passage that are shown before the others are opened. */
const SHOWN_LINES = 12;

/** Parts of the project's texts, each with the link to its place. */
export function PassageList({ passages, hrefOf }: PassageListProps) {
  return (
    <Stack as="ul" gap={3}>
      {passages.map((passage) => (
        <PassageCard key={passage.number} passage={passage} href={hrefOf(passage)} />
      ))}
    </Stack>
  );
}

function PassageCard({ passage, href }: { passage: Passage; href: string }) {
  const { t } = useTranslation("ask");
  const { kind, number, title, source_name: source, first_line: first, last_line: last, text } = passage;
  const lines = text.split("\n").map((line, at): CodeSnippetLine => ({
    number: first === null ? null : first + at,
    parts: [{ text: line, match: false }],
  }));
  const rest = lines.slice(SHOWN_LINES);
  const overflow = kind === "code" ? "clip" : "wrap";
  return (
    <Card as="li" padding={3}>
      <Stack gap={2}>
        <Inline gap={2} align="baseline">
          <Text size="small" tone="muted" weight="strong">
            {t("number", { number })}
          </Text>
          <Text as="a" href={href} overflow="anywhere">
            <ForeignText text={title} />
          </Text>
          <Text size="small" tone="muted">
            {t(`kinds.${kind}`)} · <ForeignText text={source} />
            {first !== null && last !== null && ` · ${t("lines", { first, last })}`}
          </Text>
        </Inline>
        <CodeSnippet lines={lines.slice(0, SHOWN_LINES)} overflow={overflow} />
        {rest.length > 0 && (
          <Disclosure variant="quiet" summary={t("moreLines", { count: rest.length })}>
            <CodeSnippet lines={rest} overflow={overflow} />
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}
