import type { ReactNode } from "react";
import type { PersonProfile } from "../../../contract/people/personPage.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { TitledList } from "../patterns/TitledList.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface PersonIdentitiesProps {
  profile: Pick<PersonProfile, "names" | "emails" | "accounts" | "is_settled">;
}

/** Under which names, addresses and accounts a person is known. */
export function PersonIdentities({ profile: { names, emails, accounts, is_settled } }: PersonIdentitiesProps) {
  const { t } = useTranslation("persons");
  const isKnownByNameAlone = names.length === 0 && emails.length === 0 && accounts.length === 0;
  return (
    <PanelCard
      title={t("identity.title")}
      badge={
        is_settled && (
          <Tag round intent="primary">
            {t("settled")}
          </Tag>
        )
      }
    >
      {isKnownByNameAlone && (
        <Text as="p" tone="muted">
          {t("identity.none")}
        </Text>
      )}
      <TitledList headingLevel={3} title={t("identity.names")} total={names.length} emptyText={null}>
        {names.map((name) => item(name, name))}
      </TitledList>
      <TitledList headingLevel={3} title={t("identity.emails")} total={emails.length} emptyText={null}>
        {emails.map((email) => item(email, <a href={`mailto:${email}`}>{email}</a>))}
      </TitledList>
      <TitledList headingLevel={3} title={t("identity.accounts")} total={accounts.length} emptyText={null}>
        {accounts.map(({ source, source_name, login, name, url }) =>
          item(
            `${source} ${login} ${name}`,
            <>
              <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
                {login || name}
              </a>
              <Text as="div" size="small" tone="muted">
                {source_name}
              </Text>
            </>,
          ),
        )}
      </TitledList>
    </PanelCard>
  );
}

const item = (key: string, children: ReactNode) => (
  <Text as="li" key={key} overflow="anywhere">
    {children}
  </Text>
);
