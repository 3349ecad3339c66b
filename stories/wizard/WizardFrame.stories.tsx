import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { modes } from "../../.storybook/modes.ts";
import { emptyDraft } from "../../src/domain/sourceDraft.ts";
import { NameStep } from "../../src/components/wizard/NameStep.tsx";
import { ReviewStep } from "../../src/components/wizard/ReviewStep.tsx";
import { SourcesStep, type PendingSource } from "../../src/components/wizard/SourcesStep.tsx";
import { WizardFrame } from "../../src/components/wizard/WizardFrame.tsx";

const atlas: PendingSource = { id: "1", provider: "github", url: "https://github.com/acme/atlas", name: "acme/atlas" };
const issues: PendingSource = {
  id: "2",
  provider: "github",
  url: "https://github.com/acme/atlas/issues",
  name: "acme/atlas",
};

const sources = {
  kind: "repository" as const,
  sources: [],
  plan: "Premium" as const,
  total: 0,
  draft: emptyDraft("repository"),
  check: { status: "idle" as const },
  onChange: fn(),
  onValidate: fn(),
  onAdd: fn(),
  onRemove: fn(),
  onEdit: fn(),
};
const review = {
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
};

const meta = {
  component: WizardFrame,
  args: {
    step: "name",
    done: [],
    open: ["name"],
    onOpen: fn(),
    onBack: fn(),
    onNext: fn(),
    children: <NameStep name="" onChange={fn()} onSubmit={fn()} />,
  },
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
} satisfies Meta<typeof WizardFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

const atReview = {
  step: "review" as const,
  done: ["name", "repositories", "trackers", "people"] as const,
  open: ["name", "repositories", "trackers", "people", "review"] as const,
};
const atRepositories = {
  step: "repositories" as const,
  done: ["name"] as const,
  open: ["name", "repositories"] as const,
};

export const Name: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("textbox", { name: "Project name" })).toHaveFocus();
  },
};
export const NameTooLong: Story = {
  args: { canGoOn: false, children: <NameStep name={"Atlas ".repeat(40)} onChange={fn()} onSubmit={fn()} /> },
};
export const NameRefused: Story = {
  args: {
    wrong: ["name"],
    children: <NameStep name="Atlas" errors={["A project of this name exists."]} onChange={fn()} onSubmit={fn()} />,
  },
};
export const NoRepositoryYet: Story = { args: { ...atRepositories, children: <SourcesStep {...sources} /> } };
export const OneRepository: Story = {
  args: { ...atRepositories, children: <SourcesStep {...sources} sources={[atlas]} total={1} /> },
};
export const Wikis: Story = {
  args: {
    step: "wikis",
    done: ["name", "repositories", "trackers"],
    open: ["name", "repositories", "trackers", "wikis"],
    children: <SourcesStep {...sources} kind="wiki" draft={emptyDraft("wiki")} />,
  },
};
export const StandardPlanLeavesOne: Story = {
  args: { ...atRepositories, children: <SourcesStep {...sources} sources={[atlas]} plan="Standard" total={1} /> },
};
export const StandardPlanIsFull: Story = {
  args: {
    ...atRepositories,
    children: <SourcesStep {...sources} sources={[atlas, issues]} plan="Standard" total={2} />,
  },
};
export const PrivateOnStandard: Story = {
  args: {
    step: "repositories",
    open: ["name", "repositories", "trackers", "people", "review"],
    children: <SourcesStep {...sources} plan="Standard" sources={[{ ...atlas, isBeyondPlan: true }]} total={1} />,
  },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(/^The Standard plan covers open-source projects of a code-hosting provider/),
    ).toBeVisible();
  },
};
export const TokenLostByReload: Story = {
  args: {
    ...atRepositories,
    canGoOn: false,
    children: <SourcesStep {...sources} sources={[{ ...atlas, isTokenMissing: true }]} total={1} />,
  },
};
export const Review: Story = { args: { ...atReview, children: <ReviewStep {...review} /> } };
export const ReviewOfAlmostNothing: Story = {
  args: { ...atReview, children: <ReviewStep {...review} repositories={[]} trackers={[]} wikis={[]} emails={[]} /> },
};
export const Creating: Story = { args: { ...atReview, isBusy: true, children: <ReviewStep {...review} /> } };
export const SourceRefusedAtCreation: Story = {
  args: {
    ...atReview,
    wrong: ["repositories"],
    children: (
      <ReviewStep
        {...review}
        repositories={[{ ...atlas, errors: ["There is no repository at this address (404)."] }]}
      />
    ),
  },
};
