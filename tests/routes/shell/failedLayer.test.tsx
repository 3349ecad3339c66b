import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderApp } from "../../renderApp.tsx";

// The network of the page is gone when the palette is opened.
vi.mock("../../../src/routes/shell/ShellPalette.tsx", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a palette that cannot be loaded is reported, and leaves the letters to the fields of the page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await renderApp({ path: "/support", handlers: {} });
  const field = await screen.findByRole("textbox", { name: /Subject/ }, { timeout: 10_000 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(await screen.findByText("This part of the app could not be loaded")).toBeInTheDocument();
  await userEvent.type(field, "abc");
  expect(field).toHaveValue("abc");
  // The keys work again after it.
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await userEvent.type(field, "def");
  expect(field).toHaveValue("abcdef");
});
