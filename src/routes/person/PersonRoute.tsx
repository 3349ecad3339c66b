import { useLoaderData, useParams } from "react-router-dom";
import { PersonIdentities } from "../../components/persons/PersonIdentities.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { PageWithAside } from "../../components/patterns/PageWithAside.tsx";
import { PersonName } from "../../components/patterns/PersonName.tsx";
import { PersonPhoto } from "../../components/persons/PersonPhoto.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Tag } from "../../components/ui/Tag.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { KnowledgeSection } from "./KnowledgeSection.tsx";
import type { PersonData } from "./personLoader.ts";
import { WorkSection } from "./WorkSection.tsx";

export { loader, shouldRevalidate } from "./personLoader.ts";

export function Component() {
  const { answer, project } = useLoaderData<PersonData>();
  const { slug = "", person: named = "" } = useParams();
  const { t } = useTranslation("persons");
  const { profile } = answer;
  const name = profile?.person.name ?? named;
  const crumbs = [
    { text: project.success ? project.data.name : slug, href: hrefTo.project(slug) },
    { text: t("people"), href: hrefTo.projectTab(slug, "people") },
    { text: name },
  ];
  usePageTitle(name);
  if (profile === null)
    return <MissingPerson slug={slug} name={named} crumbs={crumbs} candidates={answer.candidates} />;
  const { person, address, is_bot } = profile;
  const repositories = project.success ? project.data.repositories : [];
  return (
    <Stack gap={4}>
      <PageHeader
        title={
          <Inline as="span" gap={3} wraps={false}>
            <PersonPhoto name={name} src={person.avatar_url} />
            {name}
          </Inline>
        }
        badges={is_bot && <Tag>{t("bot")}</Tag>}
        above={<Breadcrumbs crumbs={crumbs} />}
        actions={
          <>
            <LazyAddToDashboard card={{ kind: "person", title: null, project: slug, person: address }} />
            <LinkButton
              href={hrefTo.search(slug, { q: `author:${JSON.stringify(name)}` })}
              variant="outlined"
              text={t("search")}
            />
          </>
        }
      />
      <PageWithAside
        asideLabel={t("panels")}
        aside={
          <>
            <PersonIdentities profile={profile} />
            <ConnectedSection key={`connected ${address}`} slug={slug} node={{ kind: "person", id: address }} />
          </>
        }
      >
        <KnowledgeSection
          key={`knows ${address}`}
          slug={slug}
          person={person}
          address={address}
          repositories={repositories}
        />
        <WorkSection
          key={`work ${address}`}
          slug={slug}
          address={address}
          name={name}
          // Accounts of a wiki may have none.
          logins={[...new Set(profile.accounts.flatMap(({ login }) => (login === "" ? [] : [login])))]}
        />
      </PageWithAside>
    </Stack>
  );
}

interface MissingPersonProps {
  slug: string;
  name: string;
  crumbs: Parameters<typeof Breadcrumbs>[0]["crumbs"];
  candidates: PersonData["answer"]["candidates"];
}

function MissingPerson({ slug, name, crumbs, candidates }: MissingPersonProps) {
  const { t } = useTranslation("persons");
  return (
    <Stack>
      <PageHeader title={name} above={<Breadcrumbs crumbs={crumbs} />} />
      <EmptyState
        title={t("missing.title", { name })}
        action={<LinkButton href={hrefTo.projectTab(slug, "people")} text={t("missing.all")} />}
      >
        {t("missing.text")}
      </EmptyState>
      {candidates.length > 0 && (
        <section>
          <h2>{t("missing.list")}</h2>
          <ul>
            {candidates.map((one) => (
              <li key={one.id}>
                <PersonName name={one.name} href={hrefTo.person(slug, one)} isUnderlined={false} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
