import type { ReactNode } from "react";
import type { PersonProfile } from "../../../contract/personPage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.ts";
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
          <Tag minimal round intent="primary">
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
      <Part title={t("identity.names")}>{names.map((name) => item(name, name))}</Part>
      <Part title={t("identity.emails")}>
        {emails.map((email) => item(email, <a href={`mailto:${email}`}>{email}</a>))}
      </Part>
      <Part title={t("identity.accounts")}>
        {accounts.map(({ source, source_name, login, name, url }) =>
          item(
            `${source} ${login} ${name}`,
            <>
              {url === null ? (
                login || name
              ) : (
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {login}
                </a>
              )}
              <Text as="div" size="small" tone="muted">
                {source_name}
              </Text>
            </>,
          ),
        )}
      </Part>
    </PanelCard>
  );
}

const item = (key: string, children: ReactNode) => (
  <Text as="li" key={key} overflow="anywhere">
    {children}
  </Text>
);

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <Text as="h3" size="small" tone="muted">
        {title}
      </Text>
      <Stack as="ul" gap={1}>
        {children}
      </Stack>
    </section>
  );
}
