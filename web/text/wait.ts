/** The page on which a browser without JavaScript waits before its form is sent. */
export const waitText = {
  title: 'One moment, please',
  text: (seconds: number) =>
    `Many people are using Ajo on your network right now. Please wait ${seconds} seconds, then choose Continue. Nothing you typed is lost.`,
  page: (seconds: number) =>
    `Many people are using Ajo on your network right now. This page opens by itself in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  action: 'Continue',
}
