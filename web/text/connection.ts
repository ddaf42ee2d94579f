/** What is said of the connection, without being asked. */
export const connectionText = {
  offline: 'You are offline. What you typed stays here; we go on as soon as you are connected.',
  back: 'You are connected again.',
  slow: 'This takes longer than usual. Please stay on this page; we are still trying.',
}
