/** Looks of the page about the API: the app's colours, in both themes. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ground: #fff; --text: #1c2127; --faint: #5f6b7c; --line: #dce0e5; --code: #f6f7f9; --accent: #215db0; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #1c2127; --text: #f6f7f9; --faint: #abb3bf; --line: #404854; --code: #252a31; --accent: #8abbff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; padding: 4px 8px; background: var(--ground); }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline; padding: 12px 24px; border-bottom: 1px solid var(--line); }
header p { margin: 0; display: flex; gap: 16px; }
h1 { font-size: 20px; margin: 0; }
h2 { font-size: 17px; margin: 32px 0 8px; }
h3, h4 { font-size: 14px; margin: 16px 0 4px; }
.page { display: grid; grid-template-columns: 180px minmax(0, 860px); gap: 32px; padding: 0 24px 64px; }
nav { position: sticky; top: 0; align-self: start; padding-top: 32px; max-height: 100vh; overflow: auto; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 2px 0; text-decoration: none; }
main:focus { outline: none; }
dt { font-weight: 600; margin-top: 8px; }
dd { margin: 0; }
code, pre { font: 13px/1.5 "JetBrains Mono Variable", ui-monospace, monospace; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 4px; padding: 8px 12px; overflow: auto; margin: 4px 0; }
details { border-bottom: 1px solid var(--line); }
details[open] { padding-bottom: 12px; }
summary { padding: 6px 0; cursor: pointer; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 56px; font-weight: 600; }
.what { color: var(--faint); margin-left: 8px; }
.mark { border: 1px solid var(--line); border-radius: 3px; padding: 0 5px; font-size: 12px; color: var(--faint); white-space: nowrap; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); }
td:last-child { overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--faint); }
@media (max-width: 720px) {
  .page { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 16px 48px; }
  header { padding: 12px 16px; }
  nav { position: static; max-height: none; padding-top: 16px; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 16px; }
}
`;
