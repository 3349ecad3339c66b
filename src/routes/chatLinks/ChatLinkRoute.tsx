import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import type { ChatLink } from "../../../contract/notices/chatActions.ts";
import { ChatLinkPanel } from "../../components/chatLinks/ChatLinkPanel.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { keepOnSameKey } from "../loading/keepOnSameKey.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { usePageTitle } from "../usePageTitle.ts";

const LINK = "link";

/** What the link of the address does; null for an address without one. Reading it changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = new URL(request.url).searchParams.get(LINK);
  if (!link) return null;
  const { services } = context.get(appContext);
  return { answer: await services.chats.messageLink(link, request.signal) };
}

export const shouldRevalidate = keepOnSameKey((search) => search.get(LINK) ?? "");

/** The page that a button in a message of a chat opens: it names the action and the issue, and asks to confirm. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("chatLink");
  usePageTitle(t("title"));
  if (data) return <Loaded {...data} />;
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState title={t("failed")}>{t("missing")}</EmptyState>
    </>
  );
}

const Loaded = observer(function Loaded({ answer }: NonNullable<Awaited<ReturnType<typeof loader>>>) {
  const { t } = useTranslation("chatLink");
  const { session } = useStore();
  const query = useLoaderState(answer);
  const [hasEnded, setEnded] = useState(false);
  const isOpen = answer.success && answer.data.state === "open" && !hasEnded;
  const title = isOpen ? t(`question.${answer.data.action}`) : t("title");
  return (
    <>
      <PageHeader title={title} />
      <AsyncContent
        query={query}
        failed={t("failed")}
        note={query.error?.status === 404 ? t("signedIn", { email: session.user?.email ?? "" }) : undefined}
      >
        {(link) => <ChatLinkConfirmation link={link} onRefused={query.refetch} onEnded={() => setEnded(true)} />}
      </AsyncContent>
    </>
  );
});

interface ChatLinkConfirmationProps {
  link: ChatLink;
  /** Reads the link again: another user may have used it meanwhile. */
  onRefused: () => void;
  /** The action is done or refused by the tracker. */
  onEnded: () => void;
}

function ChatLinkConfirmation({ link, onRefused, onEnded }: ChatLinkConfirmationProps) {
  const { chats } = useServices();
  const [search] = useSearchParams();
  const formatError = useErrorMessage();
  const follow = useMutation(
    (choice: string | null) =>
      chats.followMessageLink({
        link: search.get(LINK) ?? "",
        account: link.account ?? "",
        choice,
      }),
    {
      onSuccess: ({ state }) => {
        if (state !== "unknown") onEnded();
      },
      // Without an answer the link cannot be read either: it stays, with the failure.
      onError: ({ status }) => {
        if (status !== null) onRefused();
      },
    },
  );
  return (
    <ChatLinkPanel
      link={link}
      issueHref={hrefTo.issue(link.project.slug, link.issue.address)}
      answer={follow.data}
      isBusy={follow.isPending}
      failure={follow.error && formatError(follow.error)}
      onConfirm={(choice) => void follow.mutate(choice)}
    />
  );
}
