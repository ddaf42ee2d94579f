/** Errors that the browser shows without a response from the server. Kept apart from the other sentences because every page loads them. */
export const offlineSentences = {
  'not-found': "Sorry, we can't find what you're looking for.",
  internal: 'Something went wrong on our side. Please try again.',
  offline: 'You seem to be offline. Check your connection and try again.',
  outdated: 'Ajo was updated. Load this page again to go on.',
} as const
