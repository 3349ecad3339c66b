import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { expertContext, experts, knowledgeMap, leaving } from "../../tests/fixtures/experts.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith, type Handlers } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { project } from "../../tests/fixtures/projects.ts";

/** The first story of a run also loads the screen's code. */
const COLD = { timeout: 10_000 };
const host: Handlers = {
  getProject: respond(project()),
  projectExperts: respond(experts()),
  expertContext: respond(expertContext()),
  knowledgeMap: respond(knowledgeMap()),
  getExpertPreference: respond({ recommended: true }),
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { disableSnapshot: false, modes: pageModes },
  },
  args: { handlers: host, path: "/projects/atlas/experts" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const People: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "People who know this project best" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const ForAPath: Story = { args: { path: "/projects/atlas/experts?path=src/list" } };
export const ForAQuestion: Story = { args: { path: "/projects/atlas/experts?q=who+knows+cursors" } };
export const Loading: Story = { args: { handlers: { ...host, projectExperts: pending } } };
export const Failed: Story = {
  args: {
    handlers: { ...host, projectExperts: failWith(), expertContext: failWith() },
  },
};
export const Partial: Story = {
  args: {
    handlers: { ...host, expertContext: respond(expertContext({ missing: ["acme/atlas-mobile"] })) },
  },
};
export const NoSuchPath: Story = {
  args: {
    path: "/projects/atlas/experts?path=src/nowhere",
    handlers: {
      ...host,
      projectExperts: respond([]),
      expertContext: respond(expertContext({ found: false, code_owners: [] })),
    },
  },
};
export const BeforeTheFirstSync: Story = {
  args: {
    handlers: {
      ...host,
      projectExperts: respond([]),
      expertContext: respond(expertContext({ as_of: null, code_owners: [], opted_out: 0 })),
    },
  },
};
export const NotInThePlan: Story = {
  args: { as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
};

export const AsMap: Story = { args: { path: "/projects/atlas/experts?view=map" }, parameters: onPhoneToo };
export const AsTable: Story = {
  args: { path: "/projects/atlas/experts?view=table&folder=src" },
  parameters: onPhoneToo,
};
export const MemberLeaves: Story = {
  args: {
    path: "/projects/atlas/experts?view=map&leave=e-jonas",
    handlers: { ...host, knowledgeMap: respond(knowledgeMap({ leaving: leaving() })) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "If Jonas Weber leaves" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const MapLoading: Story = {
  args: {
    path: "/projects/atlas/experts?view=map",
    handlers: { ...host, knowledgeMap: pending },
  },
};
export const MapFailed: Story = {
  args: {
    path: "/projects/atlas/experts?view=map",
    handlers: { ...host, knowledgeMap: failWith() },
  },
};
export const MapEmpty: Story = {
  args: {
    path: "/projects/atlas/experts?view=map",
    handlers: {
      ...host,
      knowledgeMap: respond(knowledgeMap({ files: 0, folders: [], people: [] })),
    },
  },
};
