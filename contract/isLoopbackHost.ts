/** A host name as `URL` has it: IPv6 in brackets. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether only programs of the machine itself reach a host. @param hostname of a `URL` */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
