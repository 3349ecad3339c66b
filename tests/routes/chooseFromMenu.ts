import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

/** Opens a menu by the keyboard. A button that was replaced since it was found, by the one that can open the menu, is found again by its name. */
export async function openMenu(button: HTMLElement): Promise<void> {
  const name = button.getAttribute("aria-label") ?? button.textContent;
  (button.isConnected ? button : await screen.findByRole("button", { name })).focus();
  await userEvent.keyboard("{Enter}");
}

/** Opens a menu and chooses an item. */
export async function chooseFromMenu(button: HTMLElement, item: string): Promise<void> {
  await openMenu(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}
