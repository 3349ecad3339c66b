import type { Decorator, Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { pending, respond, type Handlers } from "../../tests/fixtures/handlers.ts";
import { analysis, commitsSince, relatedDocuments, similar } from "../../tests/fixtures/issuePanels.ts";
import { issue } from "../../tests/fixtures/issues.ts";
import { localization } from "../../tests/fixtures/localization.ts";
import { overview } from "../../tests/fixtures/overview.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";
import "./directions.css";

const host: Handlers = {
  getProject: respond(issueProject()),
  getOverview: respond(overview()),
  getIssue: respond(issue()),
  localizeIssue: respond(localization()),
  analyzeIssue: respond(analysis()),
  similarIssues: respond(similar()),
  issueDocuments: respond(relatedDocuments()),
  issueExperts: pending,
  expertContext: pending,
  issueCommits: respond(commitsSince()),
};

const inDirection =
  (direction: "dense" | "calm" | "graph"): Decorator =>
  (Story) => (
    <div data-direction={direction}>
      <Story />
    </div>
  );

/** Three directions for the look of the app, compared before one was taken (ADR 0143): the app's own screens with other tokens. */
const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen" },
  args: {
    handlers: host,
    as: user({ company_plan: companyPlan({ plan: { name: "Enterprise" } }) }),
    path: "/projects/atlas",
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { level: 1 }, { timeout: 10_000 })).toBeVisible();
  },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

const ISSUE = { path: "/projects/atlas/issues/i-0" };
const INSIGHTS = { path: "/insights?period=30d&granularity=weekly", now: "2026-11-18T12:00:00Z" };

export const DenseOverview: Story = { decorators: inDirection("dense") };
export const DenseIssue: Story = { decorators: inDirection("dense"), args: ISSUE };
export const DenseInsights: Story = { decorators: inDirection("dense"), args: INSIGHTS };
export const CalmOverview: Story = { decorators: inDirection("calm") };
export const CalmIssue: Story = { decorators: inDirection("calm"), args: ISSUE };
export const CalmInsights: Story = { decorators: inDirection("calm"), args: INSIGHTS };
export const GraphOverview: Story = { decorators: inDirection("graph") };
export const GraphIssue: Story = { decorators: inDirection("graph"), args: ISSUE };
export const GraphInsights: Story = { decorators: inDirection("graph"), args: INSIGHTS };
