import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { NewIssue } from "../../../contract/issues/issueWrites.ts";
import type { Project } from "../../../contract/projects.ts";
import { NewIssueForm } from "../../components/issues/NewIssueForm.tsx";
import type { WriteNotice } from "../../components/issues/IssueWritePanel.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { newIssueText, plainQuery } from "../../domain/newIssueText.ts";
import { newKey } from "../../domain/newKey.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { hrefTo } from "../paths.ts";
import { isRefusal } from "../failures/isRefusal.ts";
import { useProject } from "../project/useProject.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { usePageTitle } from "../usePageTitle.ts";

/** A pasted report with the files that it is likely about, in the state of the history entry. */
export interface NewIssueReport {
  readonly title: string;
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly repository: string; readonly line: number | null }[];
}

const isReport = (state: unknown): state is NewIssueReport =>
  typeof state === "object" && state !== null && "title" in state && "text" in state && "files" in state;

const BLANK: NewIssueReport = { title: "", text: "", files: [] };
const SIMILAR = 5;
const TITLE_CHARS = 120;

const titleOf = ({ title, text }: NewIssueReport): string =>
  title.replaceAll(/\s+/g, " ").trim() || (text.trim().split("\n")[0] ?? "").slice(0, TITLE_CHARS);

/** The form of a new issue, among the issues of its project. */
export function Component() {
  const { project } = useProject();
  const { key } = useLocation();
  const { t } = useTranslation("issues");
  usePageTitle(t("newIssue"), project.name);
  return (
    <>
      <Text as="h2" size="heading">
        {t("newIssue")}
      </Text>
      <NewIssueContent key={key} project={project} />
    </>
  );
}

/** A new issue: blank, or of a pasted report with what was found out about it. */
function NewIssueContent({ project }: { project: Project }) {
  const { slug } = project;
  const { state } = useLocation() as { state: unknown };
  const { t } = useTranslation("issueWrites");
  const { experts, search } = useServices();
  const report = isReport(state) ? state : BLANK;
  const [file] = report.files;
  const peopleOf = file && { path: file.path, repository: file.repository };
  const people = useQuery(peopleOf ? queryKeys.experts(slug, peopleOf) : null, (signal) =>
    experts.project(slug, { ...peopleOf }, signal),
  );
  const words = plainQuery(titleOf(report));
  const likeIt = { q: words, kind: ["issue" as const], limit: SIMILAR };
  const similar = useQuery(words === "" ? null : queryKeys.search(slug, likeIt), (signal) =>
    search.project(slug, likeIt, signal),
  );
  if (project.trackers.length === 0) {
    return <EmptyState title={t("new.noTracker")}>{t("new.noTrackerText")}</EmptyState>;
  }
  // What cannot be found out leaves its part out.
  const isReady = [people, similar].every(
    ({ data, error, isLoading }) => data !== null || error !== null || !isLoading,
  );
  if (!isReady) return <Skeleton shape="rows" count={6} height="3rem" />;
  const body = newIssueText(
    {
      text: report.text,
      files: report.files,
      people: (people.data ?? []).map(({ person }) => person.name),
      similar: similar.data?.results ?? [],
    },
    { files: t("new.files"), people: t("new.people"), similar: t("new.similar") },
  );
  return <NewIssueSection project={project} initial={{ title: titleOf(report), body: report === BLANK ? "" : body }} />;
}

interface SentIssue {
  readonly key: string;
  readonly account: string;
  readonly tracker: string;
  readonly issue: NewIssue;
}

function NewIssueSection({ project, initial }: { project: Project; initial: { title: string; body: string } }) {
  const { slug } = project;
  const { t } = useTranslation("issueWrites");
  const { issues, users } = useServices();
  const { notifications } = useStore();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const [tracker, setTracker] = useState(project.trackers[0]?.id ?? "");
  const [notice, setNotice] = useState<WriteNotice | null>(null);
  /** The issue of which it is not known whether it was made: sent again with its key, it is made once. */
  const [unknown, setUnknown] = useState<SentIssue | null>(null);
  const offer = useQuery(queryKeys.newIssueForm(slug, tracker), (signal) => issues.newForm(slug, tracker, signal), {
    keepPreviousData: false,
  });
  const connect = useMutation((provider: Parameters<typeof users.oauthLogin>[0]) => users.oauthLogin(provider, true), {
    onSuccess: ({ auth_url: address }) => {
      if (webHref(address)) window.open(address, "_self");
    },
    onError: (error) => setNotice({ tone: "danger", text: formatError(error).text }),
  });
  const create = useMutation((sent: SentIssue) => issues.create(slug, sent), {
    onSuccess: ({ state, text, address }, sent) => {
      if (state === "done") {
        notifications.show(t("new.made"), "success");
        void navigate(address === null ? hrefTo.issues(slug) : hrefTo.issue(slug, address));
        return;
      }
      setUnknown(state === "unknown" ? sent : null);
      setNotice({ tone: state === "refused" ? "danger" : "warning", text: text ?? "" });
    },
    onError: (error, sent) => {
      const { text } = formatError(error);
      const isRefused = isRefusal(error);
      if (!isRefused) setUnknown(sent);
      setNotice({ tone: "danger", text: isRefused ? text : t("notSent", { reason: text }) });
    },
  });
  const send = (sent: SentIssue): void => {
    setNotice(null);
    void create.mutate(sent);
  };
  const { connect: provider = null, account = null } = offer.data ?? {};
  return (
    <Stack gap={4}>
      {/* The form stays while another tracker is loaded, and when it does not answer: it has what was written. */}
      {offer.data === null && <QueryFailure query={offer} failed={t("failed")} />}
      <NewIssueForm
        trackers={project.trackers.map(({ id, name }) => ({ value: id, text: name }))}
        tracker={tracker}
        onTracker={setTracker}
        offer={offer.data}
        initial={initial}
        isSending={create.isPending}
        notice={notice}
        onLookAgain={unknown ? () => send(unknown) : undefined}
        onConnect={provider ? () => void connect.mutate(provider) : undefined}
        cancelHref={hrefTo.issues(slug)}
        onSubmit={(issue) => send({ key: newKey(), account: account ?? "", tracker, issue })}
      />
    </Stack>
  );
}
