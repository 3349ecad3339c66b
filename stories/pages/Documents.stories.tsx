import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { pageModes, onPhoneToo } from "../../.storybook/modes.ts";
import { documentHost } from "../../tests/fixtures/documentHost.ts";
import { noStaleReferences, nothingRelated } from "../../tests/fixtures/documents.ts";
import { companyPlan, user } from "../../tests/fixtures/people.ts";
import { respond, pending, failWith } from "../../tests/fixtures/handlers.ts";
import { AppScreens } from "../../tests/fixtures/appScreens.tsx";
import { project, repository, runningSync } from "../../tests/fixtures/projects.ts";

/** The first story of a run also loads the screen's code. */
const COLD = { timeout: 10_000 };
const at = (query: string) => `/projects/atlas/documents${query}`;

const meta = {
  // A documentation page would mount all screens at once, each with its own landmarks.
  tags: ["!autodocs"],
  component: AppScreens,
  parameters: {
    layout: "fullscreen",
    chromatic: { modes: pageModes },
  },
  args: { handlers: documentHost(), path: at("?source=r-atlas&path=src/session/sessionStore.ts") },
} satisfies Meta<typeof AppScreens>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Code: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("heading", { name: "sessionStore.ts" }, COLD)).toBeVisible();
    await expect(await canvas.findByText("Who knows it")).toBeVisible();
    await expect(canvas.getByRole("treeitem", { name: "sessionStore.ts" })).toHaveAttribute("aria-selected", "true");
  },
  parameters: onPhoneToo,
};
export const LinesOfALink: Story = { args: { path: at("?source=r-atlas&path=src/session/sessionStore.ts#L12-L16") } };
export const OlderRevision: Story = {
  args: { path: at("?source=r-atlas&path=src/session/sessionStore.ts&revision=07aa19c3") },
};
export const PageWithStaleReferences: Story = {
  args: { path: at("?source=r-atlas&path=docs/sessions.md") },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("2 outdated names", {}, COLD)).toBeVisible();
    await expect(await canvas.findByRole("link", { name: "the store" }, COLD)).toHaveAttribute(
      "href",
      "/projects/atlas/documents?source=r-atlas&path=src%2Fsession%2FsessionStore.ts#L12",
    );
  },
  parameters: onPhoneToo,
};
export const PageAsSource: Story = { args: { path: at("?source=r-atlas&path=docs/sessions.md&view=source") } };
export const Folder: Story = {
  args: { path: at("?source=r-atlas&path=docs") },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "guide.md" }, COLD)).toBeVisible();
  },
  parameters: onPhoneToo,
};
export const RepositoryRoot: Story = { args: { path: at("?source=r-atlas") }, parameters: onPhoneToo };
export const NothingChosen: Story = { args: { path: at("") } };
export const Removed: Story = { args: { path: at("?source=r-atlas&path=src/session/legacyCache.ts") } };

export const Loading: Story = {
  args: { handlers: documentHost({ getDocument: pending }) },
};
export const TreeLoading: Story = { args: { handlers: documentHost({ listDocuments: pending }) } };
export const Failed: Story = {
  args: { handlers: documentHost({ getDocument: failWith() }) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("The document could not be read", {}, COLD)).toBeVisible();
  },
};
export const TreeFailed: Story = {
  args: { handlers: documentHost({ listDocuments: failWith() }), path: at("") },
};
export const RelatedFailed: Story = {
  args: { handlers: documentHost({ relatedToDocument: failWith() }) },
};
export const StaleReferencesFailed: Story = {
  args: {
    handlers: documentHost({ documentStaleReferences: failWith() }),
    path: at("?source=r-atlas&path=docs/sessions.md"),
  },
};
export const Partial: Story = {
  args: {
    handlers: documentHost({
      getProject: respond(project({ repositories: [repository({ sync: runningSync() })] })),
      relatedToDocument: respond(nothingRelated({ has_history: false })),
      documentStaleReferences: respond(noStaleReferences({ state: "checking", checked: 0 })),
    }),
    path: at("?source=r-atlas&path=docs/sessions.md"),
  },
};
export const NotReadYet: Story = {
  args: {
    handlers: documentHost({
      listDocuments: ({ query }) =>
        respond(
          query["source"] === undefined
            ? [
                {
                  name: "acme/atlas",
                  path: "",
                  source: "r-atlas",
                  kind: "source",
                  size: null,
                  files: null,
                  updated_at: null,
                  stale_references: null,
                },
              ]
            : [],
        )(),
    }),
    path: at(""),
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("This source has not been read yet", {}, COLD)).toBeVisible();
  },
};
export const NoSource: Story = {
  args: {
    handlers: documentHost({ getProject: respond(project({ repositories: [], trackers: [] })) }),
    path: at(""),
  },
};
export const NotInThePlan: Story = {
  args: { as: user({ company_plan: companyPlan({ plan: { name: "Standard" } }) }) },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText("Document Explorer is part of the Premium and Enterprise plans", {}, COLD),
    ).toBeVisible();
  },
};
export const FoundByLetters: Story = {
  args: { path: at("") },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole("combobox", {}, COLD);
    await userEvent.type(field, "sess");
    await waitFor(() => expect(canvas.getAllByRole("option")).toHaveLength(2), COLD);
    await userEvent.keyboard("{Enter}");
    await expect(await canvas.findByRole("heading", { name: "sessionStore.ts" }, COLD)).toBeVisible();
  },
};
