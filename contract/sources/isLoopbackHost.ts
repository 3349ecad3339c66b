/** The last form is an IPv4 address in IPv6, as `URL` writes it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|\[?::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]?)\.?$/;

/** Whether only programs of the machine itself reach a host. @param hostname of a `URL`, in lower case; IPv6 with or without brackets */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
