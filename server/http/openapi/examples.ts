/** Calls as they are typed into a shell. The page about the API shows them, and a test runs each against a real server. */
export interface Example {
  readonly title: string;
  /** Words that the answer has: the test wants them, and the page shows nothing of them. */
  readonly answers: RegExp;
  /** For a shell with `CLEW` (address), `TOKEN` (an MCP token) and `PROJECT` (a slug) set. */
  readonly command: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    title: "What the token opens",
    answers: /"projects":\[\{"slug"/,
    command: `curl -s "$CLEW/api/v1/users/mcp-tokens/current/" -H "Authorization: Bearer $TOKEN"`,
  },
  {
    title: "Search",
    answers: /"took_ms":/,
    command: `curl -s --get "$CLEW/api/v1/projects/$PROJECT/search/" -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode "q=redirect loop" -d kind=code -d kind=issue -d limit=5`,
  },
  {
    title: "Open issues, the newest first, and the page after them",
    answers: /"count":\d+,"next":/,
    command: `curl -s --get "$CLEW/api/v1/projects/$PROJECT/issues/" -H "Authorization: Bearer $TOKEN" \\
  -d state=open -d sort=-created_at -d limit=2`,
  },
  {
    title: "Where in the code a report belongs",
    answers: /"files":\[\{"path":/,
    command: `curl -s "$CLEW/api/v1/projects/$PROJECT/localize/" -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"title": "Redirect loop is not detected", "text": "followRedirects hangs"}'`,
  },
  {
    title: "Who knows a file",
    answers: /"person":\{/,
    command: `curl -s --get "$CLEW/api/v1/projects/$PROJECT/experts/" -H "Authorization: Bearer $TOKEN" \\
  -d path=src/http/client.ts`,
  },
  {
    title: "A refusal has a status and a sentence",
    answers: /"detail":"An MCP token only reads/,
    command: `curl -s -X POST "$CLEW/api/v1/projects/$PROJECT/sync/" -H "Authorization: Bearer $TOKEN"`,
  },
];
