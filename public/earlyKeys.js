// Keeps Ctrl or Cmd and K, and what is typed after it, until the app can open the palette. A module would run too late: it waits for its imports.
(function () {
  var MAX_AGE_MS = 20000;
  var text = null;
  var pressedAt = 0;
  function isTyping(target) {
    return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
  }
  function handleKey(event) {
    if (isTyping(event.target)) {
      text = null;
      return;
    }
    var isControl = event.ctrlKey !== event.metaKey;
    if (isControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k")
      text = text === null ? "" : null;
    else if (text === null || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Escape") text = null;
    else if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    pressedAt = performance.now();
    event.preventDefault();
  }
  window.addEventListener("keydown", handleKey);
  window.clewEarlyKeys = {
    /** Ends the collection. Returns what was typed after the shortcut, null where it was not pressed recently. */
    take: function () {
      window.removeEventListener("keydown", handleKey);
      var isRecent = performance.now() - pressedAt < MAX_AGE_MS;
      var typed = isRecent ? text : null;
      text = null;
      return typed;
    },
  };
})();
