/** Whether keys are those of Apple's systems. The platform string is the only available indicator. */
// oxlint-disable-next-line no-restricted-globals -- a fact of the device, not of the app
export const isApplePlatform = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
