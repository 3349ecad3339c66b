import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, forLayout, layoutModes, modes } from "../../.storybook/modes.ts";
import { ProjectTable } from "../../src/components/projects/ProjectTable.tsx";
import {
  failedSync,
  project,
  projects,
  repository,
  runningSync,
  sync,
  tracker,
} from "../../tests/fixtures/projects.ts";

const meta = {
  parameters: pictures,
  component: ProjectTable,
  argTypes: {
    projects: {
      control: "inline-radio",
      options: ["one", "six", "none"],
      mapping: { one: projects(1), six: projects(6), none: [] },
    },
  },
  args: { projects: projects(6), hrefOf: (slug: string) => `/projects/${slug}` },
} satisfies Meta<typeof ProjectTable>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: { chromatic: { disableSnapshot: true } } };
export const Several: Story = {};
export const Twenty: Story = { args: { projects: projects(20) } };
export const EachSyncState: Story = {
  args: {
    projects: [
      project({ slug: "fresh", name: "Fresh" }),
      project({ slug: "busy", name: "Busy", repositories: [repository({ sync: runningSync() })], trackers: [] }),
      project({
        slug: "counting",
        name: "Busy, size not known yet",
        repositories: [repository({ sync: runningSync({ total: null }) })],
        trackers: [],
      }),
      project({ slug: "broken", name: "Broken", trackers: [tracker({ sync: failedSync() })] }),
      project({
        slug: "waiting",
        name: "Waiting",
        repositories: [repository({ sync: sync({ state: "queued", finished_at: null, items: 0 }) })],
        trackers: [],
      }),
      project({ slug: "bare", name: "Without sources", repositories: [], trackers: [] }),
    ],
  },
};
export const LongNames: Story = {
  args: {
    projects: [
      project({
        name: "incident-response-tooling".repeat(4),
        created_by: { name: "Maximiliane Freifrau von und zu Hohenstein-Oberursel", email: "m@acme.example" },
        repositories: [
          repository({ name: "acme-international-platform/incident-response-tooling-and-automation" }),
          repository({ id: "r-2", name: "acme/second" }),
          repository({ id: "r-3", name: "acme/third" }),
        ],
      }),
    ],
  },
  parameters: forLayout,
};
export const Narrow: Story = {
  parameters: { chromatic: { modes: { ...layoutModes, narrow: modes.narrow, tr: modes.tr } } },
  globals: { viewport: { value: "phone" } },
};

export const ThousandsAreVirtual: Story = {
  tags: ["!autodocs"],
  parameters: { chromatic: { disableSnapshot: true } }, // the first screen looks like Twenty
  args: { projects: projects(2000) },
  play: async ({ canvas }) => {
    const table = canvas.getByRole("table", { name: "Your projects" });
    await expect(table).toHaveAttribute("aria-rowcount", "2001");
    await expect(canvas.getAllByRole("row").length).toBeLessThan(80);
    await expect(document.documentElement.scrollHeight).toBeGreaterThan(60_000);
  },
};

export const OpensByKeyboard: Story = {
  parameters: { chromatic: { disableSnapshot: true } }, // same picture as Several
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole("link", { name: "Atlas" })).toHaveFocus();
    await expect(canvas.getByRole("link", { name: "Atlas" })).toHaveAttribute("href", "/projects/project-1");
  },
};
