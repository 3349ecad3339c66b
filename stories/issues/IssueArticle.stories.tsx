import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pictures, modes, forLayout, forState } from "../../.storybook/modes.ts";
import { IssueArticle } from "../../src/components/issues/IssueArticle.tsx";
import { issue, issueTimeline } from "../../tests/fixtures/issues.ts";
import { workflow } from "../../tests/fixtures/issueWorkflow.ts";

const meta = {
  parameters: pictures,
  component: IssueArticle,
  args: {
    personHref: ({ name }) => `/projects/atlas/people/${name}`,
    issueHref: (address) => `/projects/atlas/issues/${address}`,
    issue: issue(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 720 }}>
        <h1 className="visually-hidden">Issue</h1>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof IssueArticle>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ready: Story = {
  parameters: { chromatic: { modes: { light: modes.light, dark: modes.dark, narrow: modes.narrow } } },
};
export const NothingWritten: Story = {
  args: { issue: issue({ body: "", comments: 0, comment_list: [], labels: [], assignees: [], author: null }) },
  parameters: forState,
};
export const WithHistory: Story = {
  parameters: forState,
  args: { issue: issue({ timeline: [...issueTimeline] }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText("History: 5 events"));
    await expect(canvas.getByText(/added the label area: sync/)).toBeVisible();
  },
};
export const Closed: Story = {
  parameters: forState,
  args: { issue: issue({ state: "closed", closed_at: "2026-03-01T10:00:00Z" }) },
};
export const CommentsMissing: Story = { parameters: forState, args: { issue: issue({ comments: 14 }) } };
export const LongNames: Story = {
  args: {
    issue: issue({
      author: { id: "x", name: "incident-response-tooling".repeat(6), email: null, avatar_url: null },
      labels: ["y".repeat(140), "bug"],
      body: `${"unbroken".repeat(80)}\n\n\`\`\`\n${"a very long line of code ".repeat(20)}\n\`\`\``,
    }),
  },
  parameters: forLayout,
};
export const HostileBody: Story = {
  parameters: forState,
  args: {
    issue: issue({
      body: [
        "<script>document.title = 'taken'</script>",
        '<img src="x" onerror="document.title = \'taken\'">',
        "[click me](javascript:document.title='taken') and [this](data:text/html,x)",
        "![a picture from elsewhere](https://files.example/pixel.png)",
        "# A heading of the first level\n\n###### and one of the sixth",
        "<!-- a note of the template -->\n\n- [ ] open\n- [x] done",
      ].join("\n\n"),
    }),
  },
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText(/A heading of the first level/);
    await expect(document.title).not.toBe("taken");
    await expect(canvasElement.querySelector("article img, div[class*=text] img, script")).toBeNull();
    await expect(canvas.getByText("click me")).not.toHaveAttribute("href");
    await expect(canvas.getByRole("link", { name: /a picture from elsewhere/ })).toHaveAttribute(
      "href",
      "https://files.example/pixel.png",
    );
  },
};
export const LongBodyUnfolds: Story = {
  args: {
    issue: issue({
      body: Array.from({ length: 200 }, (_, at) => `${at + 1}. step`).join("\n"),
      comments: 0,
      comment_list: [],
    }),
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText("step", { selector: "li:first-child" });
    await userEvent.click(canvas.getByRole("button", { name: "Show all of it" }));
    await expect(canvas.getByRole("button", { name: "Show less" })).toBeVisible();
  },
  parameters: forLayout,
};
export const Turkish: Story = { globals: { locale: "tr" }, parameters: forLayout };
/** On Jira: with the workflow and a parent. */
export const WithWorkflow: Story = {
  args: { issue: issue(workflow()) },
  parameters: { chromatic: { disableSnapshot: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText("In Review")).toBeVisible();
    await expect(canvas.getByRole("link", { name: /ATLAS-12 Paging of lists/ })).toHaveAttribute(
      "href",
      "/projects/atlas/issues/ATLAS-12",
    );
    await expect(canvas.getByText("Blocked by")).toBeVisible();
  },
};
