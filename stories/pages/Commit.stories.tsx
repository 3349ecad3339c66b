import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { commit, commitAnswer, commitDiff, missingAnswer } from "../../tests/fixtures/commits.ts";
import { type Handlers, apiError, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";

const host: Handlers = {
  getProject: respond(issueProject()),
  getCommit: respond(commitAnswer()),
  commitDiff: respond(commitDiff()),
};

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen" },
  args: { handlers: host, path: "/projects/atlas/commits/4f2c91d" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: {
    chromatic: { disableSnapshot: false, modes: { ...pageModes, dark: modes.dark, narrow: modes.narrow } },
  },
  play: async ({ canvas }) => {
    const file = await canvas.findByRole("group", { name: "src/routes/issues/issuePages.ts" }, { timeout: 10_000 });
    await expect(file).toHaveTextContent("readCursor(answer, filter)");
  },
};
export const Split: Story = { args: { path: "/projects/atlas/commits/4f2c91d?view=split" } };
export const ChangesAreRead: Story = { args: { handlers: { ...host, commitDiff: pending } } };
export const ChangesFailed: Story = { args: { handlers: { ...host, commitDiff: failWith(apiError()) } } };
export const WithoutACopy: Story = {
  args: {
    handlers: {
      ...host,
      commitDiff: respond(commitDiff({ status: "unavailable", parents: [], parent: null, total: 0, files: [] })),
    },
  },
};
export const NotIndexed: Story = {
  args: {
    handlers: {
      ...host,
      getCommit: respond(
        commitAnswer({
          commit: commit({
            is_indexed: false,
            children: [],
            children_total: 0,
            merged_by: null,
            fixes: [],
            fixes_total: 0,
          }),
        }),
      ),
    },
  },
};
export const Missing: Story = { args: { handlers: { ...host, getCommit: respond(missingAnswer()) } } };
