import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { NAMESPACES } from "../../../src/i18n/resources.ts";
import { createI18n } from "../../../src/i18n/i18n.ts";
import { SectionErrorBoundary } from "../../../src/routes/failures/SectionErrorBoundary.tsx";
import { IssuePanel } from "../../../src/routes/issue/IssuePanel.tsx";
import { ServicesProvider } from "../../../src/routes/appContext.tsx";
import { queryKeys } from "../../../src/queries/queryKeys.ts";
import { useQuery } from "../../../src/queries/useQuery.ts";
import { ok, type Result } from "../../../src/services/result.ts";
import { createServices } from "../../../src/services/services.ts";
import { StoreProvider } from "../../../src/stores/StoreProvider.tsx";
import { createTestStore } from "../../createTestStore.ts";

const words = await createI18n("en", NAMESPACES);
const draw = (children: ReactNode, store = createTestStore()) => (
  <StoreProvider store={store}>
    <I18nextProvider i18n={words}>{children}</I18nextProvider>
  </StoreProvider>
);

/** What all parts of an issue have in these tests: they are open, so that their content is rendered. */
const PART = {
  id: "where",
  title: "Where",
  loading: "Looking",
  failed: "No files",
  summary: () => "",
  isInitiallyOpen: () => true,
};
/** A part of an issue remembers what was open for each app and address. */
const drawPart = (children: ReactNode) =>
  draw(
    <MemoryRouter>
      <ServicesProvider services={createServices(() => Promise.reject(new Error("No request is expected.")))}>
        {children}
      </ServicesProvider>
    </MemoryRouter>,
  );

function Broken({ isBroken = true, error = new Error("row 7 has no name") }: { isBroken?: boolean; error?: Error }) {
  if (isBroken) throw error;
  return <p>Drawn again</p>;
}

// React logs each error that an error boundary has caught.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test("a part that breaks leaves its neighbours, reports it, and offers a report without the tokens of the address", async () => {
  const user = userEvent.setup();
  window.history.replaceState(null, "", "/settings/mcp?token=planted-secret&code=planted-code");
  render(
    draw(
      <>
        <p>A neighbour</p>
        <SectionErrorBoundary resetKey={1}>
          <Broken />
        </SectionErrorBoundary>
      </>,
    ),
  );
  expect(screen.getByText("A neighbour")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("This part failed");
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  const report = await navigator.clipboard.readText();
  expect(report).toContain("row 7 has no name");
  expect(report).toContain("/settings/mcp?token=…&code=…");
  expect(report).not.toContain("planted");
});

test("with another key it is tried again", () => {
  const { rerender } = render(
    draw(
      <SectionErrorBoundary resetKey="experts">
        <Broken />
      </SectionErrorBoundary>,
    ),
  );
  rerender(
    draw(
      <SectionErrorBoundary resetKey="sources">
        <Broken isBroken={false} />
      </SectionErrorBoundary>,
    ),
  );
  expect(screen.getByText("Drawn again")).toBeVisible();
});

test("a part whose code has been replaced by a new version reports that, and offers to reload", () => {
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/Charts-1.js");
  render(
    draw(
      <SectionErrorBoundary resetKey={1}>
        <Broken error={error} />
      </SectionErrorBoundary>,
    ),
  );
  expect(screen.getByRole("alert")).toHaveTextContent("A new version of Clew is available");
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a part whose code did not load without a connection reports that it loads by itself, and offers no useless action", () => {
  const store = createTestStore();
  store.connectivity.setStatus("offline");
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/Charts-1.js");
  render(
    draw(
      <SectionErrorBoundary resetKey={1}>
        <Broken error={error} />
      </SectionErrorBoundary>,
      store,
    ),
  );
  expect(screen.getByRole("alert")).toHaveTextContent("The page loads by itself once it can");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  act(() => store.connectivity.setStatus("online"));
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a broken panel of an issue shows a message, keeps the error for the report, and can be reloaded", async () => {
  const user = userEvent.setup();
  const ask = vi.fn<() => Promise<Result<boolean>>>().mockResolvedValueOnce(ok(true)).mockResolvedValueOnce(ok(false));
  function Panel() {
    const query = useQuery(queryKeys.projects(), ask);
    return (
      <IssuePanel {...PART} note="The rest is unchanged." query={query}>
        {(isBroken) => <Broken isBroken={isBroken} />}
      </IssuePanel>
    );
  }
  render(drawPart(<Panel />));
  expect(await screen.findByText("The rest is unchanged.")).toBeVisible();
  const alert = screen.getByRole("alert");
  expect(alert).toHaveTextContent("No files");
  expect(alert).toHaveTextContent("This is an error of the app");
  expect(alert).not.toHaveTextContent("row 7 has no name");
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  expect(await navigator.clipboard.readText()).toContain("row 7 has no name");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Drawn again")).toBeVisible();
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a panel of an issue whose code was replaced by a new version offers to reload the page, as its data is not at fault", async () => {
  const error = new TypeError("Failed to fetch dynamically imported module: /assets/CodeViewer-1.js");
  function Panel() {
    const query = useQuery(queryKeys.projects(), () => Promise.resolve(ok(true)));
    return (
      <IssuePanel {...PART} query={query}>
        {() => <Broken error={error} />}
      </IssuePanel>
    );
  }
  render(drawPart(<Panel />));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("A new version of Clew is available");
  expect(alert).not.toHaveTextContent("No files");
  expect(screen.getByRole("heading", { name: "Where" })).toBeVisible();
});
