import { Suspense, use } from "react";
import { useLoaderData, useParams, useSearchParams } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Project } from "../../../contract/projects.ts";
import type { ChangeRequest, RequestCard } from "../../../contract/requests/requests.ts";
import { AmbiguousNumber } from "../../components/patterns/AmbiguousNumber.tsx";
import { CollapsibleText } from "../../components/patterns/CollapsibleText.tsx";
import { ProviderMark, type SourceProvider } from "../../components/ui/ProviderMark.tsx";
import { roleOf } from "../project/loadProject.ts";
import { linkedSources } from "../../domain/linkedSources.ts";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { NamedText } from "../../components/patterns/NamedText.tsx";
import { PageWithAside } from "../../components/patterns/PageWithAside.tsx";
import { RequestFacts } from "../../components/requests/RequestFacts.tsx";
import { RequestIssues } from "../../components/requests/RequestIssues.tsx";
import { RequestLink } from "../../components/patterns/RequestLink.tsx";
import { RequestStateTag } from "../../components/patterns/RequestStateTag.tsx";
import { RequestTimeline } from "../../components/requests/RequestTimeline.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { TabNav } from "../../components/ui/TabNav.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { RequestDiffSection } from "./RequestDiffSection.tsx";
import { RequestFindingsSection } from "./RequestFindingsSection.tsx";
import { threadHrefIn } from "./requestHrefs.ts";
import type { RequestData } from "./requestLoader.ts";
import { useNamesOfRequest } from "./useNamesOfRequest.ts";

const AddMark = lazyComponent(() => import("../marks/AddMark.tsx"), "AddMark");
/** Few requests have marks. */
const MarksSection = lazyComponent(() => import("../marks/MarksSection.tsx"), "MarksSection");

export { loader, shouldRevalidate } from "./requestLoader.ts";

export function Component() {
  const data = useLoaderData<RequestData>();
  const { slug = "", id = "" } = useParams();
  return (
    <Suspense key={`${slug} ${id}`} fallback={<Skeleton count={14} />}>
      <RequestScreen slug={slug} name={id} data={data} />
    </Suspense>
  );
}

function RequestScreen({ slug, name, data }: { slug: string; name: string; data: RequestData }) {
  const query = useLoaderState(data.request);
  const choice = use(data.choice);
  const project = use(data.project);
  const { t } = useTranslation("requests");
  const projectName = project.success ? project.data.name : slug;
  const request = query.data;
  const title = request ? t("pageTitle", { key: request.key, title: request.title }) : name;
  usePageTitle(title, projectName);
  const crumbs = [
    { text: projectName, href: hrefTo.project(slug) },
    { text: t("back"), href: hrefTo.requests(slug) },
    { text: request?.key ?? name },
  ];
  if (choice.length > 0) return <Choice slug={slug} name={name} crumbs={crumbs} requests={choice} />;
  if (!request) {
    return (
      <>
        <PageHeader title={name} above={<Breadcrumbs crumbs={crumbs} />} />
        <QueryFailure query={query} failed={t("requestFailed")} />
      </>
    );
  }
  const source = project.success ? linkedSources(project.data).find(({ id }) => id === request.source) : undefined;
  const role = roleOf(project);
  return <RequestPage slug={slug} crumbs={crumbs} request={request} provider={source?.provider} role={role} />;
}

interface PageProps {
  slug: string;
  crumbs: { text: string; href?: string }[];
}

/** The requests that have the number of the address. */
function Choice({ slug, name, crumbs, requests }: PageProps & { name: string; requests: readonly RequestCard[] }) {
  const { t } = useTranslation("requests");
  return (
    <>
      <PageHeader title={name} above={<Breadcrumbs crumbs={crumbs} />} />
      <AmbiguousNumber title={t("ambiguous", { key: name })} text={t("ambiguousText")} label={t("ambiguousList")}>
        {requests.map((one) => (
          <li key={one.id}>
            <RequestLink request={one} href={hrefTo.request(slug, one.address)} />
          </li>
        ))}
      </AmbiguousNumber>
    </>
  );
}

interface RequestPageProps extends PageProps {
  request: ChangeRequest;
  /** Provider of the source through which it was read, if that is known. */
  provider: SourceProvider | undefined;
  /** The caller's in the project, if that is known. */
  role: Project["role"] | null;
}

function RequestPage({ slug, crumbs, request, provider, role }: RequestPageProps) {
  const { t } = useTranslation("requests");
  const [search] = useSearchParams();
  const current = search.get("tab") === "changes" ? "changes" : "discussion";
  const nameHrefs = useNamesOfRequest(slug, request);
  const here = (tab?: string) => hrefTo.request(slug, request.address, { tab });
  return (
    <Stack gap={4}>
      <PageHeader
        title={<NamedText text={request.title} hrefs={nameHrefs} />}
        above={<Breadcrumbs crumbs={crumbs} />}
        description={
          <>
            <RequestStateTag state={request.state} isDraft={request.is_draft} /> <Text tone="muted">{request.key}</Text>
          </>
        }
        actions={
          webHref(request.url) && (
            <LinkButton
              href={webHref(request.url)}
              target="_blank"
              rel="noopener noreferrer"
              variant="outlined"
              icon={provider && <ProviderMark provider={provider} />}
              text={t("atHost")}
            />
          )
        }
      />
      <TabNav
        label={t("views.label")}
        size="small"
        current={current}
        items={[
          { id: "discussion", href: here(), text: t("views.discussion") },
          { id: "changes", href: here("changes"), text: t("views.changes") },
        ]}
      />
      {current === "changes" ? (
        <RequestDiffSection key={request.id} slug={slug} request={request} />
      ) : (
        <Discussion slug={slug} request={request} nameHrefs={nameHrefs} role={role} />
      )}
    </Stack>
  );
}

/** The people are facts of the request, and its issues a list of their own. */
const LISTED = ["issue", "person"] as const;

interface DiscussionProps extends Pick<RequestPageProps, "slug" | "request" | "role"> {
  nameHrefs: ReadonlyMap<string, string>;
}

function Discussion({ slug, request, nameHrefs, role }: DiscussionProps) {
  const { t } = useTranslation("requests");
  const personHref = (person: Person) => hrefTo.person(slug, person);
  return (
    <PageWithAside
      asideLabel={t("facts.label")}
      aside={
        <>
          <RequestFacts request={request} personHref={personHref} commitHref={(hash) => hrefTo.commit(slug, hash)} />
          {request.marks.length > 0 && (
            <Suspense fallback={null}>
              <MarksSection slug={slug} marks={request.marks} role={role} />
            </Suspense>
          )}
          <Suspense fallback={null}>
            <AddMark slug={slug} role={role} item={{ kind: "request", id: request.id }} count={request.marks.length} />
          </Suspense>
          <RequestIssues issues={request.issues} issueHref={({ address }) => hrefTo.issue(slug, address)} />
          <RequestFindingsSection slug={slug} request={request} />
          <ConnectedSection slug={slug} node={{ kind: "request", id: request.id }} without={LISTED} />
        </>
      }
    >
      <section aria-label={t("description")}>
        {request.body.trim() === "" ? (
          <Text as="p" tone="muted">
            {t("noText")}
          </Text>
        ) : (
          <CollapsibleText text={request.body} base={request.url} headingLevel={2} nameHrefs={nameHrefs} />
        )}
      </section>
      {!request.is_detailed && <Callout>{t("notDetailed")}</Callout>}
      {request.is_cut && <Callout>{t("cut")}</Callout>}
      <RequestTimeline
        entries={request.timeline}
        base={request.url}
        nameHrefs={nameHrefs}
        personHref={personHref}
        commitHref={(hash) => hrefTo.commit(slug, hash)}
        threadHref={threadHrefIn(slug, request)}
      />
    </PageWithAside>
  );
}
