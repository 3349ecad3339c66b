/** Error messages of a report whose words can occur in the code. */
const MESSAGE_PATTERNS: readonly RegExp[] = [
  /\b[\w.]{0,80}(?:Error|Exception|Warning)\b['"]?\s*[:(]\s*([^\n]{6,240})/g,
  /\bpanicked at (?:'([^'\n]{6,240})'|[^\n]{1,200}:\n\s*([^\n]{6,240}))/g,
  /\b(?:error|fatal|panic|warning|critical|fail(?:ed|ure)?|invalid)\b[^:\n]{0,40}:\s+([^\n]{8,240})/gi,
  /"([^"\n]{12,200})"/g,
  /“([^”\n]{12,200})”/g,
  /(?<![\w'])'([^'\n]{14,200})'(?!\w)/g,
];
const MIN_WORDS = 3;
const MAX_MESSAGES = 8;

/** Messages in the text: of errors and panics, and what is quoted. */
export function errorMessages(text: string): string[] {
  const result = new Set<string>();
  for (const shape of MESSAGE_PATTERNS) {
    for (const groups of text.matchAll(shape)) {
      const message = (groups[1] ?? groups[2] ?? "").trim();
      if (message.split(/\s+/).length >= MIN_WORDS) result.add(message);
    }
  }
  return [...result].slice(0, MAX_MESSAGES);
}
