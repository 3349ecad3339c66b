/** A member of an archive. */
export interface ArMember {
  readonly name: string;
  readonly content: Buffer;
}

/**
 * An archive of ar(5) in the form that deb(5) requires: owned by root, with one time.
 * @param seconds since 1970, for all members
 */
export function arArchive(members: readonly ArMember[], seconds: number): Buffer {
  const parts = members.flatMap(({ name, content }) => {
    const fields = [
      name.padEnd(16),
      String(seconds).padEnd(12),
      "0".padEnd(6),
      "0".padEnd(6),
      "100644".padEnd(8),
      String(content.length).padEnd(10),
    ];
    // Members begin at even positions.
    return [Buffer.from(`${fields.join("")}\`\n`), content, Buffer.from(content.length % 2 === 1 ? "\n" : "")];
  });
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}
