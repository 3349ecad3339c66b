import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import type { Project } from "../../../contract/projects.ts";
import { CardDialog } from "../../components/dashboards/CardDialog.tsx";
import type { NewMetric } from "../../components/dashboards/CardFields.tsx";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { personKeys } from "../../queries/personKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useMetricScopes } from "../ownMetrics/useMetricScopes.ts";

const OwnMetricEditor = lazyComponent(() => import("../ownMetrics/OwnMetricEditor.tsx"), "OwnMetricEditor");

export interface DashboardCardFormProps {
  card: CardDraft | null;
  /** `role`: that of the user in the project. */
  projects: readonly { readonly slug: string; readonly name: string; readonly role: Project["role"] }[];
  choice: DashboardChoice;
  onSave: (draft: CardDraft) => void;
  onClose: () => void;
}

/** A metric that is defined for a card. */
interface DefinedMetric {
  readonly slug: string | null;
  readonly choose: Parameters<NewMetric["define"]>[1];
}

/** The form of a card with the people of the chosen project, and over it the form of a metric that the card needs. */
export const DashboardCardForm = observer(function DashboardCardForm({
  card,
  choice,
  ...props
}: DashboardCardFormProps) {
  const services = useServices();
  const [project, setProject] = useState(card?.kind === "person" || card?.kind === "departure" ? card.project : "");
  const answer = useQuery(project === "" ? null : personKeys.persons(project, ""), (signal) =>
    services.persons.list(project, "", signal),
  );
  // A key of an identity leads to the person's page, also after others were joined with it; the ids of Insights are its own.
  const people = answer.data?.flatMap(({ name, is_bot: isBot, identities: [first] }) =>
    isBot || !first ? [] : [{ id: first.key, name }],
  );
  const metrics = useQuery(insightKeys.ownMetrics(null), (signal) => services.ownMetrics.list(null, signal));
  const [defined, setDefined] = useState<DefinedMetric | null>(null);
  const scopesOf = useMetricScopes();
  const mayDefineIn = props.projects.filter(({ role }) => scopesOf(role).includes("project")).map(({ slug }) => slug);
  const ofCompany = scopesOf(null);
  /** The project of a metric: that of the card, else the only one of the page, else the only one that it can be. */
  const ownerOf = (slug: string | null): string | null => {
    const [first, ...others] = slug !== null ? [slug] : choice.project.length > 0 ? choice.project : mayDefineIn;
    return first !== undefined && others.length === 0 && mayDefineIn.includes(first) ? first : null;
  };
  const canDefine = (slug: string | null): boolean => ofCompany.length > 0 || ownerOf(slug) !== null;
  return (
    <>
      <CardDialog
        {...props}
        card={card}
        people={people ?? null}
        ownMetrics={metrics.data?.map(({ id, name, project: of }) => ({ id, name, project: of?.slug ?? null })) ?? null}
        newMetric={
          ofCompany.length > 0 || mayDefineIn.length > 0
            ? { canDefine, define: (slug, choose) => setDefined({ slug: ownerOf(slug), choose }) }
            : undefined
        }
        onPersonProject={setProject}
      />
      {defined && (
        <Suspense fallback={null}>
          <OwnMetricEditor
            id={null}
            draft={null}
            slug={defined.slug}
            scopes={defined.slug === null ? ofCompany : ["project", ...ofCompany]}
            choice={choice}
            onSaved={({ id, project: of }) => defined.choose({ id, project: of?.slug ?? null })}
            onClose={() => setDefined(null)}
          />
        </Suspense>
      )}
    </>
  );
});
