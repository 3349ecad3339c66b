import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { endpoints, type EndpointName } from "../../../contract/endpoints.ts";
import { planHas, upgradeCode, upgradeNeeded } from "../../../contract/planFeatures.ts";
import { ENGLISH } from "../../../server/messages/en.ts";
import { PROJECT_TABS } from "../../../src/components/projects/ProjectNav.tsx";
import { companyPlan, user } from "../../fixtures/people.ts";
import { respond, failWith, type Handlers } from "../../fixtures/handlers.ts";
import { project, projectUsers } from "../../fixtures/projects.ts";
import { searchAnswer } from "../../fixtures/search.ts";
import { renderApp } from "../../renderApp.tsx";

const PLANS = ["Standard", "Premium", "Enterprise"] as const;
type Plan = (typeof PLANS)[number];
/** Issues have an address of their own. */
const TABS = PROJECT_TABS.filter((tab) => tab !== "issues");
const pathOf = (tab: (typeof TABS)[number]): string =>
  tab === "overview" ? "/projects/atlas" : `/projects/atlas/${tab}`;
/** Tabs that belong to one feature of the plans as a whole. */
const FEATURE = { experts: "expert_recommender", documents: "document_explorer", insights: "insights" } as const;

const companyOn = (plan: Plan) => user({ company_plan: companyPlan({ plan: { name: plan } }) });

/** A server that refuses what the plan lacks, as the real one does, and fails in every other call but the project's own. */
function serverOn(plan: Plan): Handlers {
  const calls = (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const code = upgradeNeeded(plan, name);
    const answer = code === undefined ? failWith() : failWith({ status: 402, text: ENGLISH[code] });
    return [name, answer] as const;
  });
  return {
    ...Object.fromEntries(calls),
    getMe: respond(companyOn(plan)),
    getProject: respond(project()),
    listProjectUsers: respond(projectUsers()),
    searchProject: respond(searchAnswer()),
    listCompanyUsers: respond([]),
  };
}

/** The words of the open page, without the header of the project. */
const panelText = async () => {
  const nav = await screen.findByRole("navigation", { name: "Parts of the project" });
  const page = nav.parentElement?.nextElementSibling;
  return [...(page?.children ?? [])]
    .filter((child) => child.tagName !== "HEADER")
    .map((child) => child.textContent.trim())
    .join(" ");
};

describe.each(PLANS)("on %s", (plan) => {
  test.each(TABS)("the panel %s is not blank", async (tab) => {
    await renderApp({ handlers: serverOn(plan), path: pathOf(tab), as: companyOn(plan) });
    await waitFor(async () => expect((await panelText()).length).toBeGreaterThan(20));
  });
});

test.each(
  PLANS.flatMap((plan) =>
    Object.entries(FEATURE).flatMap(([tab, feature]) => (planHas(plan, feature) ? [] : [[plan, tab] as const])),
  ),
)("%s explains the plan in place of the panel %s", async (plan, tab) => {
  await renderApp({ handlers: serverOn(plan), path: `/projects/atlas/${tab}`, as: companyOn(plan) });
  expect(await screen.findByRole("heading", { name: /is part of the .* plans?$/ })).toBeVisible();
});

test.each(Object.entries(FEATURE))(
  "a plan that was lowered while %s is open is explained in the panel, and the project stays open",
  async (tab, feature) => {
    const { router } = await renderApp({
      handlers: serverOn("Standard"),
      path: `/projects/atlas/${tab}`,
      as: companyOn("Enterprise"),
    });
    expect((await screen.findAllByText(ENGLISH[upgradeCode(feature)]))[0]).toBeVisible();
    expect(router.state.location.pathname).toBe(`/projects/atlas/${tab}`);
  },
);
