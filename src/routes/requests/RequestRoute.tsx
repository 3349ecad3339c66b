import { Suspense, use } from "react";
import { useLoaderData, useParams, useRevalidator, useSearchParams } from "react-router-dom";
import type { ChangeRequest, RequestCard } from "../../../contract/requests.ts";
import { CollapsibleText } from "../../components/issues/CollapsibleText.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { RequestFacts } from "../../components/requests/RequestFacts.tsx";
import { RequestIssues } from "../../components/requests/RequestIssues.tsx";
import { RequestLine } from "../../components/requests/RequestLine.tsx";
import { RequestStateTag } from "../../components/requests/RequestStateTag.tsx";
import { RequestTimeline } from "../../components/requests/RequestTimeline.tsx";
import { Breadcrumbs } from "../../components/ui/Breadcrumbs.tsx";
import { Callout } from "../../components/ui/Callout.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { TabNav } from "../../components/ui/TabNav.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { isWebAddress } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import screenStyles from "../commit/CommitRoute.module.css";
import { ConnectedSection } from "../graph/ConnectedSection.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { RequestDiffSection } from "./RequestDiffSection.tsx";
import { accountHref, threadHrefIn } from "./requestHrefs.ts";
import type { RequestData } from "./requestLoader.ts";
import { useNamesOfRequest } from "./useNamesOfRequest.ts";

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
  const request = use(data.request);
  const choice = use(data.choice);
  const project = use(data.project);
  const { t } = useTranslation("requests");
  const formatError = useErrorMessage();
  const revalidator = useRevalidator();
  const projectName = project.success ? project.data.name : slug;
  const title = request.success ? t("pageTitle", { key: request.data.key, title: request.data.title }) : name;
  usePageTitle(title, projectName);
  const crumbs = [
    { text: projectName, href: hrefTo.project(slug) },
    { text: t("back"), href: hrefTo.requests(slug) },
    { text: request.success ? request.data.key : name },
  ];
  if (choice.length > 0) return <Choice slug={slug} name={name} crumbs={crumbs} requests={choice} />;
  if (!request.success) {
    return (
      <>
        <PageHeader title={name} above={<Breadcrumbs crumbs={crumbs} />} />
        <ErrorState
          title={t("requestFailed")}
          failure={formatError(request.error)}
          isRetrying={revalidator.state === "loading"}
          onRetry={() => void revalidator.revalidate()}
        />
      </>
    );
  }
  return <RequestPage slug={slug} crumbs={crumbs} request={request.data} />;
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
      <EmptyState title={t("ambiguous", { key: name })}>{t("ambiguousText")}</EmptyState>
      <Stack as="ul" gap={2}>
        {requests.map((one) => (
          <li key={one.id}>
            <RequestLine request={one} href={hrefTo.request(slug, one.address)} />
          </li>
        ))}
      </Stack>
    </>
  );
}

function RequestPage({ slug, crumbs, request }: PageProps & { request: ChangeRequest }) {
  const { t } = useTranslation("requests");
  const [search] = useSearchParams();
  const current = search.get("tab") === "changes" ? "changes" : "discussion";
  const here = (tab?: string) => hrefTo.request(slug, request.address, { tab });
  return (
    <div className={screenStyles.screen}>
      <PageHeader
        title={request.title}
        above={<Breadcrumbs crumbs={crumbs} />}
        description={
          <>
            <RequestStateTag state={request.state} isDraft={request.is_draft} /> <Text tone="muted">{request.key}</Text>
          </>
        }
        actions={
          isWebAddress(request.url) && (
            <LinkButton
              href={request.url}
              target="_blank"
              rel="noopener noreferrer"
              variant="outlined"
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
        <Discussion slug={slug} request={request} />
      )}
    </div>
  );
}

function Discussion({ slug, request }: { slug: string; request: ChangeRequest }) {
  const { t } = useTranslation("requests");
  const nameHrefs = useNamesOfRequest(slug, request);
  const personHref = accountHref(slug);
  return (
    <div className={screenStyles.about}>
      <div className={screenStyles.main}>
        <section aria-label={t("description")}>
          {request.body.trim() === "" ? (
            <Text as="p" tone="muted">
              {t("noText")}
            </Text>
          ) : (
            <CollapsibleText text={request.body} base={request.url} headingLevel={2} nameHrefs={nameHrefs} />
          )}
        </section>
        {!request.is_detailed && <Callout compact>{t("notDetailed")}</Callout>}
        {request.is_cut && <Callout compact>{t("cut")}</Callout>}
        <RequestTimeline
          entries={request.timeline}
          base={request.url}
          nameHrefs={nameHrefs}
          personHref={personHref}
          commitHref={(hash) => hrefTo.commit(slug, hash)}
          threadHref={threadHrefIn(slug, request)}
        />
      </div>
      <div className={screenStyles.panels} role="complementary" aria-label={t("facts.label")}>
        <Stack gap={5}>
          <RequestFacts request={request} personHref={personHref} commitHref={(hash) => hrefTo.commit(slug, hash)} />
          <RequestIssues issues={request.issues} issueHref={({ address }) => hrefTo.assistance(slug, address)} />
          <ConnectedSection slug={slug} node={{ kind: "request", id: request.id }} />
        </Stack>
      </div>
    </div>
  );
}
