/** Texts of the Debian package: control, changelog and copyright. */

const MAINTAINER = "The Clew authors <packages@clew.example>";

export interface ControlFacts {
  readonly version: string;
  readonly architecture: string;
  /** Size of all installed files, in units of 1024 bytes. */
  readonly kilobytes: number;
}

/** The file control of a binary package. */
export const controlOf = ({ version, architecture, kilobytes }: ControlFacts): string => `Package: clew
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: adduser, ca-certificates, git (>= 1:2.37), init-system-helpers (>= 1.54~), libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 9)
Recommends: openssh-client
Suggests: caddy | nginx, postgresql (>= 15)
Section: devel
Priority: optional
Description: search across repositories, issue trackers and wikis
 Clew links repositories, issue trackers and wikis of a team into projects,
 synchronizes and searches them together, and shows for an issue which code it
 concerns and who knows that code.
 .
 This package has the server with its service, the command line, and Node.
`;

/** A changelog with one entry, which names the file with what the versions contain. */
export const changelogOf = (version: string, released: string): string => `clew (${version}) unstable; urgency=medium

  * What this version contains is in /usr/share/doc/clew/NEWS.md.gz.

 -- ${MAINTAINER}  ${new Date(released).toUTCString().replace("GMT", "+0000")}
`;

/** The licence of Clew, and where those of Node and of the contained packages are. */
export const copyrightOf = (licence: string): string => `Clew is a product of its own and has no upstream. Its licence:

${licence.trim()}

/usr/lib/clew/node is Node.js, unchanged. Its licences are in /usr/share/doc/clew/NODE-LICENSE.gz.
The licences of all other packages that Clew contains are in /usr/share/doc/clew/THIRD-PARTY-NOTICES.gz.
`;
