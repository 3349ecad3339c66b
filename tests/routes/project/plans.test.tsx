import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { endpoints, type EndpointName } from "../../../contract/endpoints.ts";
import { planHas, upgradeCode, upgradeNeeded } from "../../../contract/billing/planFeatures.ts";
import { ENGLISH } from "../../../server/messages/en.ts";
import { ok } from "../../../src/services/result.ts";
import { PROJECT_TABS } from "../../../src/domain/projectTabs.ts";
import { codeContent, codeFolder } from "../../fixtures/code.ts";
import { companyPlan, user } from "../../fixtures/people.ts";
import { respond, failWith, type Handlers } from "../../fixtures/handlers.ts";
import { project, projectUsers } from "../../fixtures/projects.ts";
import { codeResult, searchAnswer } from "../../fixtures/search.ts";
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
  const heading = await screen.findByRole("heading", { level: 1, name: "Atlas" });
  const page = heading.closest("header")?.parentElement;
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

describe("Standard, which has no document explorer", () => {
  const PICTURE = "data:image/png;base64,iVBORw0KGgo=";
  const search = "/projects/atlas/search?q=token";
  const preview = async () => {
    await screen.findByText(/^took/, {}, { timeout: 10_000 });
    await act(async () => {
      fireEvent.click(screen.getByRole("button", { name: "Preview" }));
      await import("../../../src/routes/search/SearchPreviewSection.tsx");
    });
    return screen.findByRole("complementary", { name: /^Preview of/ });
  };

  test.each([
    { kind: "code", path: "src/token.ts", language: "TypeScript" },
    { kind: "document", path: "docs/token.md", language: "Markdown" },
  ] as const)("previews a result in a file: $path", async (file) => {
    const handlers: Handlers = {
      ...serverOn("Standard"),
      searchProject: respond(searchAnswer({ results: [codeResult({ ...file, source: "r-1" })] })),
      codeContent: respond(codeContent({ ...file, kind: "text", text: "the whole file" })),
    };
    await renderApp({ handlers, path: search, as: companyOn("Standard") });
    const panel = await preview();
    await waitFor(() => expect(panel).toHaveTextContent("the whole file"));
  });

  test("previews what was found of a wiki's page", async () => {
    const page = codeResult({
      kind: "document",
      path: "ENG/Tokens",
      url: "https://wiki.example/1",
      source: "w-1",
      line: null,
      language: null,
    });
    const handlers: Handlers = {
      ...serverOn("Standard"),
      searchProject: respond(searchAnswer({ results: [page] })),
    };
    await renderApp({ handlers, path: search, as: companyOn("Standard") });
    expect(await preview()).toHaveTextContent("refreshToken(session: Session)");
  });

  test("shows the pictures of a README", async () => {
    const readme = { path: "docs/README.md", text: "![The flow](flow.png)", is_markdown: true };
    const handlers: Handlers = {
      ...serverOn("Standard"),
      codeContent: ({ query }) =>
        Promise.resolve(
          ok(
            query.path === "docs/flow.png"
              ? codeContent({ path: "docs/flow.png", kind: "image", text: null, image: PICTURE })
              : { ...codeFolder(), path: "docs", readme },
          ),
        ),
    };
    await renderApp({ handlers, path: "/projects/atlas/code/acme/atlas/-/docs", as: companyOn("Standard") });
    await waitFor(() => expect(screen.getByRole("img", { name: "The flow" })).toHaveAttribute("src", PICTURE), {
      timeout: 10_000,
    });
  });
});
