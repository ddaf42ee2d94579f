/** Notices about the network connection. */
export const connectionText = {
  offline: 'You’re offline. What you typed is still here, and we’ll continue when you reconnect.',
  back: 'You’re back online.',
  slow: 'This is taking longer than usual. Please keep this page open.',
  loading: 'Loading…',
  partFailed: 'We couldn’t load this part of the page. What you typed is still here.',
  tryAgain: 'Try again',
}
