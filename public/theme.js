// Runs before the first paint, so that a dark page never flashes white. A file of its own: the content policy forbids inline scripts.
(function () {
  var theme = "light";
  try {
    if (localStorage.getItem("theme") === "dark") theme = "dark";
  } catch {
    // Storage may be forbidden; the page is light then.
  }
  document.documentElement.classList.toggle("bp6-dark", theme === "dark");
  document.documentElement.style.colorScheme = theme;
})();
