import { offlineSentences } from './text/offline-sentences.ts'
import { serverErrors } from './text/server-errors.ts'

/** A sentence for each error code. Every page loads those that need no response of the server. */
export const errorSentences = { ...offlineSentences, ...serverErrors }
