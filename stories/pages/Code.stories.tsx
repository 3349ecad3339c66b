import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { modes, pageModes } from "../../.storybook/modes.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import {
  codeBlame,
  codeComparison,
  codeContent,
  codeFolder,
  codeHistory,
  codeRefs,
  codeRepository,
  missingContent,
} from "../../tests/fixtures/code.ts";
import { GUIDE, related, staleReferences } from "../../tests/fixtures/documents.ts";
import { type Handlers, apiError, failWith, pending, respond } from "../../tests/fixtures/handlers.ts";
import { issueProject } from "../../tests/fixtures/projects.ts";

const host: Handlers = {
  getProject: respond(issueProject()),
  codeRepositories: respond([codeRepository(), codeRepository({ id: "r-2", name: "acme/tern", address: "acme/tern" })]),
  codeContent: respond(codeContent()),
  codeRefs: respond(codeRefs()),
  codeBlame: respond(codeBlame()),
  codeHistory: respond(codeHistory()),
  codeCompare: respond(codeComparison()),
  relatedToDocument: respond(related()),
  documentStaleReferences: respond(staleReferences()),
};
const FILE = "/projects/atlas/code/acme/atlas/-/src/issuePages.ts";

const meta = {
  // A documentation page would mount all screens together, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: { layout: "fullscreen" },
  args: { handlers: host, path: FILE },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Page: Story = {
  args: {
    handlers: {
      ...host,
      codeContent: respond(codeContent({ path: "docs/sessions.md", language: "Markdown", text: GUIDE, symbols: [] })),
    },
    path: "/projects/atlas/code/acme/atlas/-/docs/sessions.md",
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("2 outdated names", {}, { timeout: 10_000 })).toBeVisible();
    await expect(await canvas.findByRole("heading", { name: "How long it lasts" })).toBeVisible();
  },
};
export const File: Story = {
  args: { path: `${FILE}?view=blame#L7-L9` },
  parameters: {
    chromatic: { disableSnapshot: false, modes: { ...pageModes, dark: modes.dark, narrow: modes.narrow } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "#4" }, { timeout: 10_000 })).toBeVisible();
  },
};
export const Source: Story = {};
export const History: Story = { args: { path: `${FILE}?view=history` } };
export const Folder: Story = {
  args: { path: "/projects/atlas/code/acme/atlas", handlers: { ...host, codeContent: respond(codeFolder()) } },
};
export const Repositories: Story = { args: { path: "/projects/atlas/code" } };
export const Comparison: Story = { args: { path: "/projects/atlas/code/acme/atlas?compare=v1.0" } };
export const Missing: Story = { args: { handlers: { ...host, codeContent: respond(missingContent()) } } };
export const Loading: Story = { args: { handlers: { ...host, codeContent: pending } } };
export const Failed: Story = { args: { handlers: { ...host, codeContent: failWith(apiError()) } } };
export const BlameWithoutACopy: Story = {
  args: {
    path: `${FILE}?view=blame`,
    handlers: { ...host, codeBlame: respond(codeBlame({ status: "unread", commits: [], ranges: [] })) },
  },
};
