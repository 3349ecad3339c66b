import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./SearchExamples.module.css";

/** A query over the project's own values, with what it finds. */
export interface SearchExample {
  readonly q: string;
  readonly code: "label" | "author" | "language" | "folder";
  /** The value that it was made with. */
  readonly value: string;
}

export interface SearchExamplesProps {
  examples: readonly SearchExample[];
  hrefOf: (q: string) => string;
}

/** Queries to begin with, each a link. */
export function SearchExamples({ examples, hrefOf }: SearchExamplesProps) {
  const { t } = useTranslation("searchStart");
  return (
    <ul className={styles.examples}>
      {examples.map(({ q, code, value }) => (
        <li key={q}>
          <a href={hrefOf(q)}>
            <code>{q}</code>
          </a>{" "}
          <Text size="small" tone="muted">
            {t(`example.${code}`, { value })}
          </Text>
        </li>
      ))}
    </ul>
  );
}
