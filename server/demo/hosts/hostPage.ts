export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A page of a host of the demo, for a person who followed a link out of Clew.
 * @param title plain text
 * @param body HTML
 */
export const hostPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}pre{white-space:pre-wrap;font:inherit}article{border-top:1px solid;padding:1rem 0}</style>
${body}
</html>
`;
