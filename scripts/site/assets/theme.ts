/** Runs before the page is drawn, so that a chosen theme does not appear late. */
try {
  const chosen = localStorage.getItem("clew-docs-theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset["theme"] = chosen;
} catch {
  // Storage is refused: the theme of the system is shown.
}
