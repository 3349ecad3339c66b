import type { Meta, StoryObj } from "@storybook/react-vite";
import { fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { ReviewStep } from "../../src/components/wizard/ReviewStep.tsx";
import type { PendingSource } from "../../src/components/wizard/SourcesStep.tsx";

const atlas: PendingSource = { id: "1", provider: "github", url: "https://github.com/acme/atlas", name: "acme/atlas" };
const issues: PendingSource = {
  id: "2",
  provider: "github",
  url: "https://github.com/acme/atlas/issues",
  name: "acme/atlas",
};

const meta = {
  parameters: pictures,
  component: ReviewStep,
  args: {
    name: "Atlas",
    repositories: [atlas],
    trackers: [issues],
    wikis: [
      {
        id: "3",
        provider: "confluence" as const,
        url: "https://acme.atlassian.net/wiki/spaces/ATL",
        name: "Atlas (ATL)",
      },
    ],
    emails: ["bora@acme.example"],
    plan: "Premium" as const,
    onOpen: fn(),
  },
} satisfies Meta<typeof ReviewStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const AlmostNothing: Story = {
  parameters: forState,
  args: { repositories: [], trackers: [], wikis: [], emails: [] },
};
export const SourceRefusedAtCreation: Story = {
  parameters: forState,
  args: { repositories: [{ ...atlas, errors: ["There is no repository at this address (404)."] }] },
};
