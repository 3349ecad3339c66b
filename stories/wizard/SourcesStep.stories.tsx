import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { SourceForm } from "../../src/components/sources/SourceForm.tsx";
import { SourcesStep } from "../../src/components/wizard/SourcesStep.tsx";
import type { PendingSource } from "../../src/components/wizard/SourcesStep.tsx";
import type { SourceKind } from "../../src/domain/linkedSources.ts";
import { emptyDraft } from "../../src/domain/sourceDraft.ts";

const atlas: PendingSource = { id: "1", provider: "github", url: "https://github.com/acme/atlas", name: "acme/atlas" };
const issues: PendingSource = {
  id: "2",
  provider: "github",
  url: "https://github.com/acme/atlas/issues",
  name: "acme/atlas",
};

const form = (kind: SourceKind) => (
  <SourceForm
    kind={kind}
    draft={emptyDraft(kind)}
    check={{ status: "idle" }}
    onChange={fn()}
    onValidate={fn()}
    onAdd={fn()}
  />
);

const meta = {
  parameters: pictures,
  component: SourcesStep,
  args: {
    kind: "repository" as const,
    sources: [],
    plan: "Premium" as const,
    total: 0,
    form: form("repository"),
    onRemove: fn(),
    onEdit: fn(),
  },
} satisfies Meta<typeof SourcesStep>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoRepositoryYet: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const OneRepository: Story = { args: { sources: [atlas], total: 1 } };
export const Wikis: Story = { args: { kind: "wiki", form: form("wiki") } };
export const StandardPlanLeavesOne: Story = {
  args: { sources: [atlas], plan: "Standard", total: 1 },
  parameters: forState,
};
export const StandardPlanIsFull: Story = {
  args: { sources: [atlas, issues], plan: "Standard", total: 2 },
  parameters: forState,
};
export const PrivateOnStandard: Story = {
  args: { plan: "Standard", sources: [{ ...atlas, isBeyondPlan: true }], total: 1 },
  play: async ({ canvas }) => {
    await expect(
      canvas.getByText(/^The Standard plan covers open-source projects of a code-hosting provider/),
    ).toBeVisible();
  },
  parameters: forState,
};
export const TokenLostByReload: Story = {
  args: { sources: [{ ...atlas, isTokenMissing: true }], total: 1 },
  parameters: forState,
};
/** On a full plan too: a source that is changed takes no more room. */
export const EditedOnAFullPlan: Story = {
  args: {
    sources: [atlas, issues],
    plan: "Standard",
    total: 2,
    edited: "1",
    form: (
      <SourceForm
        kind="repository"
        draft={{ ...emptyDraft("repository"), url: atlas.url, folders: "services/pay" }}
        check={{
          status: "refused",
          errors: { folders: ["The branch main has no folder services/pay. Upper and lower case must match."] },
        }}
        action="Save"
        onChange={fn()}
        onValidate={fn()}
        onAdd={fn()}
        onCancel={fn()}
      />
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { name: "Edit acme/atlas" })).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Save" })).toBeVisible();
    await expect(await canvas.findByRole("textbox", { name: "Folders, one a line" })).toHaveAccessibleDescription(
      /has no folder services\/pay/,
    );
  },
  parameters: forState,
};
