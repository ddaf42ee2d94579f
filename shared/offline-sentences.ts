/** What a page says by itself, where nobody answered or what answered was not ours. Every page carries these, and few the others. */
export const ownSentences = {
  'not-found': "Sorry, we can't find what you're looking for.",
  internal: 'Something went wrong on our side. Please try again.',
  offline: 'You seem to be offline. Please check your connection and try again.',
} as const
