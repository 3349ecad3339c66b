import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, screen, waitFor } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { lightPicture, onPhoneToo, pageModes } from "../../.storybook/modes.ts";
import type { DashboardPage } from "../../contract/insights/dashboards.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import {
  cardAnswers,
  chartAnswers,
  chartCards,
  dashboardEntry,
  dashboardPage,
} from "../../tests/fixtures/dashboards.ts";
import { apiError, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { noInsightViews } from "../../tests/fixtures/insights.ts";
import { listAnswers, listCards } from "../../tests/fixtures/listCards.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { err, ok } from "../../src/services/result.ts";

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { modes: pageModes } },
  args: {
    path: "/dashboards/d-1",
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    now: "2026-11-18T12:00:00Z",
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const List: Story = {
  parameters: lightPicture,
  args: {
    path: "/dashboards",
    handlers: {
      listDashboards: respond([
        dashboardEntry(),
        dashboardEntry({
          id: "d-2",
          name: "Triage",
          is_mine: false,
          owner: "Cem Öz",
          can_edit: false,
          can_manage: false,
        }),
      ]),
    },
  },
};
export const EmptyList: Story = { args: { path: "/dashboards", handlers: { listDashboards: respond([]) } } };
export const ListFailed: Story = { args: { path: "/dashboards", handlers: { listDashboards: failWith() } } };
export const NotInThePlan: Story = {
  args: { path: "/dashboards", as: user({ company_plan: companyPlan({ plan: { name: "Premium" } }) }) },
};
/** A name of each is found: a card that is hidden has only its place. */
export const Ready: Story = {
  parameters: onPhoneToo,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(screen.getByText("You cannot see this project.")).toBeVisible(), { timeout: 5000 });
    await waitFor(() => expect(screen.getByText("41")).toBeVisible());
    await expectNoOverflow(canvasElement);
  },
};
export const Turkish: Story = {
  globals: { locale: "tr" },
  play: () => waitFor(() => expect(screen.getByText("Bu projeyi göremezsiniz.")).toBeVisible(), { timeout: 5000 }),
};
const chartPage = dashboardPage({ layout: { period: "30d", granularity: "weekly", cards: chartCards() } });
export const ChartsOfInsights: Story = {
  args: { handlers: { readDashboard: respond(chartPage), dashboardCards: respond(chartAnswers()) } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(screen.getByText("Hours of Europe/Istanbul")).toBeVisible(), { timeout: 5000 });
    await expectNoOverflow(canvasElement);
  },
};
export const ChartsWithoutData: Story = {
  args: { handlers: { readDashboard: respond(chartPage), dashboardCards: respond(chartAnswers(noInsightViews())) } },
  play: () => waitFor(() => expect(screen.getAllByText("Nothing in this period")).toHaveLength(3), { timeout: 5000 }),
};
const listPage = dashboardPage({ layout: { period: "3m", granularity: "weekly", cards: listCards() } });
export const Lists: Story = {
  args: { handlers: { readDashboard: respond(listPage), dashboardCards: respond(listAnswers()) } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(screen.getByText("2 of at least 1,200")).toBeVisible(), { timeout: 5000 });
    await expectNoOverflow(canvasElement);
  },
};
export const CardsLoad: Story = { args: { handlers: { dashboardCards: pending } } };
export const CardsFail: Story = { args: { handlers: { dashboardCards: failWith() } } };
export const OneCardIsSlow: Story = {
  args: {
    handlers: {
      dashboardCards: respond({
        cards: cardAnswers().cards.map((card) =>
          card.id === "throughput" ? { id: card.id, state: "refused", reason: "slow", detail: null } : card,
        ),
      }),
    },
  },
};
export const WithoutCards: Story = {
  args: {
    handlers: {
      readDashboard: respond(dashboardPage({ layout: { period: "30d", granularity: "weekly", cards: [] } })),
    },
  },
};

/** The cards of the last change that the host received. */
let sent: DashboardPage["layout"]["cards"] = [];
export const MovedByKeys: Story = {
  args: {
    handlers: {
      updateDashboard: ({ body }) => {
        sent = [...(body.layout?.cards ?? [])] as typeof sent;
        return Promise.resolve(ok(dashboardPage({ version: 4 })));
      },
    },
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }, { timeout: 5000 }));
    const handle = await screen.findByRole("button", { name: "Move Lead time" });
    handle.focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect(screen.getByText(/^Lead time: column 1, row 8, 4 wide, 2 high$/)).toBeInTheDocument();
    await expect(handle).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent.find(({ id }) => id === "lead")).toMatchObject({ x: 0, y: 7 }));
    // The hidden card is sent back as it came.
    await expect(sent.find(({ id }) => id === "secret")).toMatchObject({ kind: "hidden", x: 8, y: 0 });
  },
};
export const SecondWriter: Story = {
  args: {
    handlers: {
      updateDashboard: () =>
        Promise.resolve(err(apiError({ status: 409, text: "Cem Öz has changed this dashboard since you opened it." }))),
    },
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }, { timeout: 5000 }));
    await userEvent.click(await screen.findByRole("button", { name: "Remove Open bugs" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByText(/Cem Öz has changed this dashboard/)).toBeVisible());
    await expect(screen.getByRole("button", { name: "Save as a copy" })).toBeVisible();
    // The change is still there.
    await expect(screen.queryByText("Open bugs")).not.toBeInTheDocument();
  },
};
export const OnAWall: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole("button", { name: "Full screen" }, { timeout: 5000 }));
    await userEvent.click(await screen.findByRole("button", { name: "Start" }));
    await waitFor(() => expect(screen.getByRole("dialog", { name: "Delivery" })).toBeVisible());
    await userEvent.keyboard("x");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Delivery" })).not.toBeInTheDocument());
  },
};
