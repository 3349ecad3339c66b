import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

/** Opens a menu by the keyboard, since its button may be replaced by the one that can open it, and chooses an item. */
export async function chooseFromMenu(button: HTMLElement, item: string): Promise<void> {
  button.focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}
