import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, fn } from "storybook/test";
import { lightPicture } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { answerLines, issuePassage, modelOffer, passage } from "../../tests/fixtures/ask.ts";
import { failWith, type Handlers, respond } from "../../tests/fixtures/handlers.ts";
import { project, projects } from "../../tests/fixtures/projects.ts";

const passages = [passage(), issuePassage()];
const host: Handlers = {
  listProjects: respond(projects(3)),
  getProject: respond(project()),
  askProject: respond({ passages, model: null, refusal: null }),
};

/** The first story of a run also loads the screens' code. */
const COLD = { timeout: 10_000 };
const QUESTION = "/projects/atlas/ask?q=Where+are+comments+fetched";

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen" },
  args: { path: QUESTION, handlers: host },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Start: Story = {
  args: { path: "/projects/atlas/ask" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "Ask about this project" }, COLD)).toBeVisible();
  },
};
export const Extracts: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "src/sync/comments.ts" }, COLD)).toHaveAttribute(
      "href",
      "/projects/atlas/code/repository-1/-/src/sync/comments.ts#L12-L15",
    );
    await expect(canvas.queryByText("Language model")).toBeNull();
  },
};
const streamModelAnswer = fn(respond(answerLines({ dropped: 1 })));
/** Nothing is sent before the button is pressed; then the ticket of what was shown. */
export const Model: Story = {
  args: {
    handlers: { ...host, askProject: respond({ passages, model: modelOffer(), refusal: null }), streamModelAnswer },
  },
  play: async ({ canvas, userEvent }) => {
    streamModelAnswer.mockClear();
    await canvas.findByText(/example: about 1,840 tokens/, undefined, COLD);
    await expect(streamModelAnswer).not.toHaveBeenCalled();
    canvas.getByRole("button", { name: "Send to loom-7b" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByRole("link", { name: /comments\.ts lines 12–13/ })).toHaveAttribute(
      "href",
      "/projects/atlas/code/repository-1/-/src/sync/comments.ts#L12-L13",
    );
    await expect(streamModelAnswer).toHaveBeenCalledWith(
      expect.objectContaining({ body: { project: "atlas", ticket: "ticket-1" } }),
    );
    await expect(canvas.getByText("What was sent")).toBeVisible();
  },
  parameters: lightPicture,
};
/** The model takes less text: the question is asked again with fewer passages. */
export const TooLong: Story = {
  args: {
    handlers: {
      ...host,
      askProject: respond({ passages, model: modelOffer(), refusal: null }),
      streamModelAnswer: failWith({ status: 409, text: "The model takes less text than this." }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/example: about 1,840 tokens/, undefined, COLD);
    canvas.getByRole("button", { name: "Send to loom-7b" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByRole("button", { name: "Ask with 1 passage" })).toBeVisible();
  },
};
export const LimitReached: Story = {
  args: {
    handlers: {
      ...host,
      askProject: respond({ passages, model: null, refusal: "You have used the tokens of this day." }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("You have used the tokens of this day.", undefined, COLD)).toBeVisible();
  },
};
export const Nothing: Story = {
  args: { handlers: { ...host, askProject: respond({ passages: [], model: null, refusal: null }) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Nothing in this project fits/, undefined, COLD)).toBeVisible();
  },
};
export const Failed: Story = { args: { handlers: { ...host, askProject: failWith() } } };
