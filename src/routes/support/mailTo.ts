/** A mailto address. Line breaks are CRLF in it (RFC 6068). */
export function mailTo({ to, subject, body }: { to: string; subject: string; body: string }): string {
  const text = encodeURIComponent(body.replace(/\r?\n/g, "\r\n"));
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${text}`;
}
