import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { type Handlers, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";
import { changeRequest, requestCard, requestFindings } from "../../tests/fixtures/requests.ts";

const rows = [
  requestCard(),
  requestCard({ id: "r-13", key: "!13", address: "13", title: "Draft of a cache", state: "open", is_draft: true }),
  requestCard({ id: "r-14", key: "#14", address: "14", title: "Read the cursor once", state: "closed", author: null }),
];
const facets = {
  state: [{ value: "open", count: 1 }],
  label: [{ value: "bug", count: 3 }],
  author: [{ value: "elif", count: 2 }],
  reviewer: [{ value: "jonas", count: 3 }],
  mark: [],
};
const host: Handlers = {
  getProject: respond(issueProject()),
  listRequests: respond({ count: rows.length, next: null, results: rows, facets }),
  getRequest: respond(changeRequest()),
  requestFindings: respond(requestFindings()),
};
const noPicture = { chromatic: { disableSnapshot: true } };
/** A page of the app is loaded when it is opened, which takes seconds on a machine in use. */
const COLD = { timeout: 10_000 };

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen", chromatic: { disableSnapshot: false, modes: pageModes } },
  args: { handlers: host, path: "/projects/atlas/requests" },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const List: Story = {
  parameters: onPhoneToo,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("3 of 3 requests", {}, COLD)).toBeVisible();
  },
};
export const Preview: Story = {
  args: { path: "/projects/atlas/requests?peek=r-13" },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("complementary", { name: "Preview of !13" }, COLD)).toBeVisible();
  },
};
export const Loading: Story = {
  args: { handlers: { ...host, listRequests: pending } },
  parameters: noPicture,
};
export const Failed: Story = {
  args: { handlers: { ...host, listRequests: failWith() } },
  parameters: noPicture,
};
export const Empty: Story = {
  args: { handlers: { ...host, listRequests: respond({ count: 0, next: null, results: [], facets }) } },
  parameters: noPicture,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("No requests yet", {}, COLD)).toBeVisible();
  },
};
export const Request: Story = {
  args: { path: "/projects/atlas/requests/12" },
  parameters: onPhoneToo,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("approved these changes", {}, COLD)).toBeVisible();
  },
};
export const AmbiguousNumber: Story = {
  args: {
    path: "/projects/atlas/requests/12",
    handlers: { ...host, getRequest: failWith({ status: 409, code: "request.ambiguous" }) },
  },
  parameters: noPicture,
};
export const Turkish: Story = { ...Request, globals: { locale: "tr" }, parameters: noPicture, play: undefined };
