/** So many items are listed at first and with each further step. */
export const reviewStep = 10
export const maxReviewItems = 50
