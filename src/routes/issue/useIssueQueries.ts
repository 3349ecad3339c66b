import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/** Parts of the page are mounted when those above them have their answers. */
const SHARED = { staleMs: 60_000 };

/** The answers about an issue. Several parts of its page use each; it is requested once. */
export function useIssueLocalization(slug: string, id: string) {
  const { issues } = useServices();
  return useQuery(queryKeys.issueLocalization(slug, id), (signal) => issues.localization(slug, id, signal), SHARED);
}

export function useIssueAnalysis(slug: string, id: string) {
  const { issues } = useServices();
  return useQuery(queryKeys.issueAnalysis(slug, id), (signal) => issues.analysis(slug, id, signal), SHARED);
}

export function useSimilarIssues(slug: string, id: string) {
  const { issues } = useServices();
  return useQuery(queryKeys.similarIssues(slug, id), (signal) => issues.similar(slug, id, signal), SHARED);
}

export function useIssueCommits(slug: string, id: string) {
  const { issues } = useServices();
  return useQuery(queryKeys.issueCommits(slug, id), (signal) => issues.commits(slug, id, signal), SHARED);
}

/** The first entries of each kind; the panel of connections loads more. */
export function useIssueConnections(slug: string, id: string) {
  const { graph } = useServices();
  const node = { kind: "issue", id } as const;
  return useQuery(queryKeys.connected(slug, node), (signal) => graph.connected(slug, node, signal), {
    ...SHARED,
    isLive: true,
    keepPreviousData: false,
  });
}

/** Not requested where the plan has no documents: a refusal would redirect away from the issue. */
export function useIssueDocuments(slug: string, id: string) {
  const { issues } = useServices();
  const { plan } = useStore();
  return useQuery(
    plan.has("document_explorer") ? queryKeys.issueDocuments(slug, id) : null,
    (signal) => issues.documents(slug, id, signal),
    SHARED,
  );
}

/** Not requested where the plan has no experts: a refusal would redirect away from the issue. */
export function useIssueExperts(slug: string, id: string) {
  const { experts } = useServices();
  const { plan } = useStore();
  return useQuery(
    plan.has("expert_recommender") ? queryKeys.issueExperts(slug, id) : null,
    (signal) => experts.issue(slug, id, signal),
    SHARED,
  );
}

/** Which experts there are in the project, for a sentence of the panel of people. */
export function useExpertContext(slug: string, id: string) {
  const { experts } = useServices();
  const { plan } = useStore();
  return useQuery(
    plan.has("expert_recommender") ? queryKeys.expertContext(slug, { issue: id }) : null,
    (signal) => experts.context(slug, { issue: id }, signal),
    SHARED,
  );
}

/** The answers that the panels of the evidence show, in their order. Called with the first render of the page, it requests all at once. */
export function useIssueEvidence(slug: string, id: string) {
  useExpertContext(slug, id);
  return {
    analysis: useIssueAnalysis(slug, id),
    localization: useIssueLocalization(slug, id),
    people: useIssueExperts(slug, id),
    similar: useSimilarIssues(slug, id),
    pages: useIssueDocuments(slug, id),
    commits: useIssueCommits(slug, id),
    connected: useIssueConnections(slug, id),
  };
}
