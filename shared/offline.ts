/** How long a browser stores a donation that was started without a connection. */
export const savedDonationTerm = { hours: 24 } as const

/** How long a browser stores the copy of a campaign's page, and of how many campaigns. */
export const copyTerm = { days: 7 } as const
export const maxCopiedCampaigns = 10

/** The address of the service worker, and of the page that it shows in place of a public page without a copy. */
export const workerPath = '/worker.js'
export const offlinePath = '/offline'
/** Pages that are copied, where a browser gets the service worker. */
export const copiedFolder = '/c/'

/** Sent by the service worker: it asks for a document that contains nothing about the visitor. */
export const copyHeader = 'ajo-copy'
/** In the answer: the document may be stored, and needs these files beside those that it names. */
export const filesHeader = 'ajo-files'
/** `cache-control` of a document that is the same for everybody, where caches between server and browser could mix up its languages. */
export const browserOnly = 'private, no-cache'
