import { observer } from "mobx-react-lite";
import type { Overview, PulseMetric } from "../../../contract/overview.ts";
import { AboutProject } from "../../components/overview/AboutProject.tsx";
import { ActivePeoplePanel } from "../../components/overview/ActivePeoplePanel.tsx";
import { OpenWorkPanel } from "../../components/overview/OpenWorkPanel.tsx";
import { OverviewColumns } from "../../components/overview/OverviewColumns.tsx";
import { PulseStrip } from "../../components/overview/PulseStrip.tsx";
import { RisksPanel } from "../../components/overview/RisksPanel.tsx";
import { SetupChecklist } from "../../components/overview/SetupChecklist.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useNameHrefs } from "../graph/useNameHrefs.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type OverviewPart, overviewCard } from "./overviewCard.ts";
import { hrefTo } from "../paths.ts";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { useSetup } from "./useSetup.ts";
import { useProject } from "./useProject.ts";

/** Everything of the overview that the host answers. Links to parts outside of the reader's plan are left out. */
export const OverviewSection = observer(function OverviewSection({ overview }: { overview: Overview }) {
  const { project } = useProject();
  const { plan } = useStore();
  const { slug } = project;
  const { t } = useTranslation("overview");
  const adding = (shown: OverviewPart, name: string) => (
    <LazyAddToDashboard
      name={name}
      card={overviewCard(shown, slug, shown === "quiet" ? t("work.longestQuiet") : name)}
    />
  );
  const setup = useSetup(overview.members);
  const hasDocuments = plan.has("document_explorer");
  const { about, pulse } = overview;
  const openHref = hrefTo.issues(slug, { sort: "-created_at" });
  const days = `${pulse.weeks[0] ?? ""}..${pulse.until}`;
  // Each list has as many rows as the number counts.
  const pulseHrefs: Record<PulseMetric, string> = {
    commits: hrefTo.search(slug, {
      q: `kind:commit -is:merge -is:bot after:${pulse.span.from} before:${pulse.span.to}`,
    }),
    issues_opened: hrefTo.issues(slug, { state: "all", created: days, bots: "no", sort: "-created_at" }),
    issues_closed: hrefTo.issues(slug, { state: "all", closed: days, bots: "no" }),
    requests_merged: hrefTo.requests(slug, { merged: days, bots: "no" }),
  };
  const nameHrefs = useNameHrefs(slug, about?.source ?? null, about?.text ?? "");
  const peopleHref = hrefTo.projectTab(slug, plan.has("expert_recommender") ? "experts" : "people");
  return (
    <Stack gap={5}>
      {setup && <SetupChecklist {...setup} />}
      <SectionErrorBoundary resetKey={overview}>
        <AboutProject
          about={about}
          languages={overview.languages}
          size={overview.size}
          hrefs={{
            readme: about && hrefTo.codeAt(slug, about),
            files: hrefTo.code(slug),
            commits: hrefTo.search(slug, { q: "kind:commit" }),
            people: peopleHref,
          }}
          nameHrefs={nameHrefs}
        />
        <PulseStrip pulse={pulse} hrefs={pulseHrefs} actionOf={adding} />
        <OverviewColumns
          main={
            <OpenWorkPanel
              open={overview.open_issues}
              newest={overview.newest}
              quiet={overview.quiet}
              waiting={overview.waiting}
              hrefOf={({ address }) => hrefTo.issue(slug, address)}
              personHref={(person) => hrefTo.person(slug, person)}
              requestHref={(id) => hrefTo.request(slug, id)}
              openHref={openHref}
              waitingHref={hrefTo.requests(slug, { waiting: "yes", sort: "created_at" })}
              quietHref={hrefTo.issues(slug, { updated: `..${overview.quiet.until}`, sort: "updated_at" })}
              actionOf={adding}
            />
          }
          aside={
            <>
              <RisksPanel
                knowledge={overview.knowledge}
                hotspots={overview.hotspots}
                outdated={overview.outdated}
                codeHref={(place) => hrefTo.codeAt(slug, place)}
                documentsHref={hasDocuments ? hrefTo.projectTab(slug, "documents") : null}
                pageHref={hasDocuments ? (page) => hrefTo.document(slug, page) : null}
                personHref={(person) => hrefTo.person(slug, person)}
                mapHref={hrefTo.projectTab(slug, "experts", { view: "map" })}
                insightsHref={hrefTo.projectTab(slug, "insights", { period: "1y", granularity: "monthly" })}
                actionOf={adding}
              />
              <ActivePeoplePanel
                active={overview.active}
                personHref={(person) => hrefTo.person(slug, person)}
                allHref={peopleHref}
              />
            </>
          }
        />
      </SectionErrorBoundary>
    </Stack>
  );
});
