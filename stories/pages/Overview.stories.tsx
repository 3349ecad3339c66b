import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { failWith, pending, respond, type Handlers } from "../../tests/fixtures/handlers.ts";
import { freshOverview, littleOverview, overview } from "../../tests/fixtures/overview.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { failedSync, project, repository, runningSync, tracker } from "../../tests/fixtures/projects.ts";

const COLD = { timeout: 10_000 };
const host: Handlers = { getProject: respond(project()), getOverview: respond(overview()) };
const noPicture = { chromatic: { disableSnapshot: true } };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { handlers: host, path: "/projects/atlas" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Open work" }, COLD)).toBeVisible();
  },
};
export const Little: Story = {
  args: { handlers: { ...host, getOverview: respond(littleOverview()) } },
  parameters: { chromatic: { disableSnapshot: true } },
};
const FRESH = project({ repositories: [], trackers: [], wikis: [], created_at: "2026-03-01T08:00:00Z" });
export const Fresh: Story = {
  args: { handlers: { getProject: respond(FRESH), getOverview: respond(freshOverview()) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Set up this project" }, COLD)).toBeVisible();
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const FirstSync: Story = {
  args: {
    handlers: {
      getProject: respond({
        ...FRESH,
        repositories: [repository({ sync: runningSync({ finished_at: null }) })],
      }),
      getOverview: respond(freshOverview()),
    },
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const FailingSync: Story = {
  args: { handlers: { ...host, getProject: respond(project({ trackers: [tracker({ sync: failedSync() })] })) } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Standard: Story = {
  args: {
    handlers: {
      ...host,
      getOverview: respond(overview({ knowledge: null, hotspots: null, outdated: null })),
    },
    as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }),
  },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Loading: Story = { args: { handlers: { ...host, getOverview: pending } }, parameters: noPicture };
export const Failed: Story = { args: { handlers: { ...host, getOverview: failWith() } }, parameters: noPicture };
/** A host without the call: the search, as before there was an overview. */
export const WithoutCall: Story = {
  args: { handlers: { ...host, getOverview: failWith({ status: 404 }) } },
  parameters: { chromatic: { disableSnapshot: true } },
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: noPicture };
