import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { expectNoOverflow } from "../../.storybook/expectNoOverflow.ts";
import { inPseudoOnPhone, modes, lightPicture } from "../../.storybook/modes.ts";
import { AnswerPanel } from "../../src/components/localization/AnswerPanel.tsx";
import { LocalizedSnippet } from "../../src/components/localization/LocalizedSnippet.tsx";
import { TopPeople } from "../../src/components/experts/TopPeople.tsx";
import { PromptButton } from "../../src/components/localization/PromptButton.tsx";
import { SideSection } from "../../src/components/localization/SideSection.tsx";
import { experts } from "../../tests/fixtures/experts.ts";
import { localization } from "../../tests/fixtures/localization.ts";

const found = localization();
const [first] = found.files;

const meta = {
  component: AnswerPanel,
  decorators: [
    (Story) => (
      <>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </>
    ),
  ],
  argTypes: { code: { control: false }, children: { control: false } },
  args: {
    localization: found,
    code: first?.snippet && <LocalizedSnippet path={first.path} snippet={first.snippet} />,
    codeHref: ({ path, line }) => `#${path}:${line ?? ""}`,
    commitHref: (hash) => `#${hash}`,
    onVerdict: fn(),
    actions: <PromptButton limit={4000} onCopy={() => Promise.resolve(true)} />,
    children: (
      <SideSection title="Who knows it">
        <TopPeople experts={experts()} personHref={({ id }) => `#person-${id}`} />
      </SideSection>
    ),
  },
} satisfies Meta<typeof AnswerPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Playground: Story = { parameters: lightPicture };
/** The target of the reasons reaches above its text, and covers no part of the buttons above it. */
export const TargetsDoNotOverlap: Story = {
  globals: { viewport: { value: "phone" } },
  play: async ({ canvas }) => {
    const button = canvas.getByRole("button", { name: "Copy as prompt" }).getBoundingClientRect();
    const why = canvas.getByText("Why: all reasons and their points").getBoundingClientRect();
    await expect(why.top).toBeGreaterThanOrEqual(button.bottom);
  },
};
export const High: Story = {
  parameters: { chromatic: { disableSnapshot: false, modes: { light: modes.light } } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 2 })).toHaveTextContent(
      "Most likely nextPage() in src/routes/issues/issuePages.ts, lines 48 to 54",
    );
  },
};
export const Medium: Story = { args: { localization: localization({ confidence: "medium" }) } };
export const Low: Story = {
  args: { localization: localization({ confidence: "low" }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("The evidence is weak: treat these files as a first guess.")).toBeVisible();
  },
};
export const WithoutFunction: Story = {
  args: { localization: localization({ files: first ? [{ ...first, functions: [] }] : [] }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("heading", { level: 2 })).toHaveTextContent(
      /^Most likely src\/routes\/issues\/issuePages\.ts$/,
    );
  },
};
export const SeveralRepositories: Story = {
  args: {
    localization: localization({
      repositories: [...found.repositories, { id: "r-9", name: "atlas-mobile", commit: null, indexed_at: null }],
    }),
  },
};
export const Turkish: Story = { globals: { locale: "tr" } };
export const ExplainsItself: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText("Why: all reasons and their points"));
    await expect(canvas.getAllByText(/^\+\d/)[0]).toBeVisible();
  },
};
/** Words of a longer language with more plural forms. */
export const LongWords: Story = {
  ...inPseudoOnPhone,
  play: async ({ canvasElement }) => expectNoOverflow(canvasElement),
};
