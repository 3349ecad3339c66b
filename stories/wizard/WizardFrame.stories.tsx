import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { pictures, modes, forState } from "../../.storybook/modes.ts";
import { NameStep } from "../../src/components/wizard/NameStep.tsx";
import { SourcesStep } from "../../src/components/wizard/SourcesStep.tsx";
import { WizardFrame } from "../../src/components/wizard/WizardFrame.tsx";

const meta = {
  parameters: pictures,
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
} satisfies Meta<typeof WizardFrame>;
export default meta;
type Story = StoryObj<typeof meta>;

const atReview = {
  step: "review" as const,
  done: ["name", "repositories", "trackers", "people"] as const,
  open: ["name", "repositories", "trackers", "people", "review"] as const,
  children: <p>Atlas</p>,
};

export const FirstStep: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const CannotContinue: Story = { args: { canGoOn: false } };
export const StepRefused: Story = {
  args: {
    wrong: ["name"],
    children: <NameStep name="Atlas" errors={["A project of this name exists."]} onChange={fn()} onSubmit={fn()} />,
  },
  parameters: forState,
};
export const MiddleStep: Story = {
  args: {
    step: "repositories",
    done: ["name"],
    open: ["name", "repositories"],
    children: (
      <SourcesStep
        kind="repository"
        sources={[]}
        plan="Premium"
        total={0}
        form={<p>The form that links a repository.</p>}
        onRemove={fn()}
        onEdit={fn()}
      />
    ),
  },
};
export const LastStep: Story = { args: atReview };
export const Creating: Story = { args: { ...atReview, isBusy: true }, parameters: forState };
export const RefusedAtCreation: Story = { args: { ...atReview, wrong: ["repositories"] }, parameters: forState };
export const CreationFailed: Story = {
  args: {
    ...atReview,
    failure: { text: "Something went wrong.", status: 500 },
  },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole("alert")).toHaveTextContent("The project could not be created");
    await userEvent.click(canvas.getByRole("button", { name: "Retry" }));
    await expect(args.onNext).toHaveBeenCalledOnce();
  },
  parameters: forState,
};
