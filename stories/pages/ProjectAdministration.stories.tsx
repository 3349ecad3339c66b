import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { backtest } from "../../tests/fixtures/backtests.ts";
import { failWith, type Handlers, respond } from "../../tests/fixtures/handlers.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { project, projects } from "../../tests/fixtures/projects.ts";
import { ruleDefinition, ruleOptions, ruleRow } from "../../tests/fixtures/rules.ts";

const host: Handlers = {
  listProjects: respond(projects(3)),
  getProject: respond(project({ role: "Owner" })),
  projectContents: respond({
    repositories: 1,
    trackers: 2,
    wikis: 0,
    issues: 41,
    pages: 0,
    requests: 3,
    members: 2,
    tokens: 1,
    webhooks: 0,
    feedback: 5,
    backtests: 0,
  }),
  listBacktests: respond([backtest()]),
};

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: {
    path: "/projects/atlas/settings",
    handlers: host,
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

const NO_PICTURE = { chromatic: { disableSnapshot: true } };

export const Settings: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByLabelText("Project name", undefined, COLD)).toHaveValue("Atlas");
  },
  parameters: onPhoneToo,
};
/** The rules of the project, with the result of a dry run. */
export const Rules: Story = {
  args: {
    handlers: {
      ...host,
      listRules: respond({
        stopped: null,
        rules: [
          ruleRow({ is_enabled: false, last_run_at: null, recent_actions: 0 }),
          ruleRow({
            id: "rule-2",
            definition: ruleDefinition({ name: "Paused" }),
            is_enabled: false,
            paused_reason: "Gone.",
          }),
        ],
        files: [],
        options: ruleOptions,
      }),
      dryRunRule: respond({
        count: 1,
        actions: 1,
        looked_at: 40,
        is_cut: false,
        since: null,
        results: [
          {
            at: "2026-11-17T08:00:00.000Z",
            subject: { kind: "issue", key: "#12", title: "Search forgets words", address: "12" },
            actions: [{ do: "label", detail: "search", reason: null }],
          },
        ],
        next: null,
      }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole("heading", { name: /^Crashes to the search team/ }, COLD);
    canvas.getByRole("button", { name: "Dry run: Crashes to the search team" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByText("Matches: 1. Actions: 1. Looked at: 40.")).toBeVisible();
  },
  parameters: NO_PICTURE,
};
export const SettingsOfAViewer: Story = {
  args: { handlers: { ...host, getProject: respond(project({ role: "Viewer" })) } },
};
export const Backtest: Story = {
  args: { path: "/projects/atlas/backtest" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("table", { name: "Where in the code" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const BacktestFailed: Story = {
  args: { path: "/projects/atlas/backtest", handlers: { ...host, listBacktests: failWith() } },
  parameters: NO_PICTURE,
};
export const BacktestEmpty: Story = {
  args: { path: "/projects/atlas/backtest", handlers: { ...host, listBacktests: respond([]) } },
  parameters: NO_PICTURE,
};
/** The names of a project's own page: no filter by project. */
export const Insights: Story = {
  args: { path: "/projects/atlas/insights?period=30d&granularity=weekly", now: "2026-11-18T12:00:00Z" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("region", { name: "Time to first response" }, COLD)).toBeVisible();
  },
};
