import { useId } from "react";
import type { CodeOwnerRule } from "../../../contract/people/experts.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";
import { type Intent } from "../ui/intent.ts";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CodeOwners.module.css";

export interface CodeOwnersProps {
  rules: readonly CodeOwnerRule[];
  personHref: (person: Person) => string;
  headingLevel?: 2 | 3;
}

const INTENTS = { agree: "success", disagree: "warning", unknown: "none" } as const satisfies Record<
  CodeOwnerRule["verdict"],
  Intent
>;

/** The owners by CODEOWNERS, and whether the history agrees. Renders nothing where no line applies. */
export function CodeOwners({ rules, personHref, headingLevel = 3 }: CodeOwnersProps) {
  const { t } = useTranslation("experts");
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  if (rules.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {t("owners.title")}
      </Heading>
      <Text as="p" tone="muted" className={styles.lead}>
        {t("owners.lead")}
      </Text>
      <ul>
        {rules.map((rule) => (
          <li key={`${rule.repository} ${rule.line}`} className={styles.rule}>
            <Inline align="baseline" justify="between" wraps={false}>
              <code>{rule.pattern}</code>
              <Tag className={styles.verdict} intent={INTENTS[rule.verdict]}>
                {t(`owners.${rule.verdict}`)}
              </Tag>
            </Inline>
            <Text as="p" tone="muted" className={styles.text}>
              {t(`owners.${rule.verdict}Text`)}
            </Text>
            <ul className={styles.owners}>
              {rule.owners.map(({ text, person, rank }) => (
                <li key={text}>
                  <code>{text}</code>{" "}
                  {person !== null && (
                    <a href={personHref(person)}>
                      {rank === null
                        ? t("owners.unranked", { name: person.name })
                        : t("owners.rank", { name: person.name, rank })}
                    </a>
                  )}
                </li>
              ))}
            </ul>
            <Text as="p" tone="muted" className={styles.text}>
              {t("owners.rule", { file: rule.file, line: rule.line })} · {t("owners.files", { count: rule.files })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
